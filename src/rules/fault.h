/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules cannot fail, but a rule that a user wrote can be wrong. Then its result and everything that follows from it
 * mean nothing. */
#ifndef SALVO_RULES_FAULT_H
#define SALVO_RULES_FAULT_H

#include <salvo/rules.h>

/* Returns the fault in the book's rules if there is one, else `status`. A question of a test may have no book. */
static inline salvo_status salvo_fault_or(salvo_status status, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status fault = book ? salvo_rulebook_fault(book, err) : SALVO_OK;

    return fault != SALVO_OK ? fault : status;
}

#endif
