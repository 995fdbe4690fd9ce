/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules cannot fail, but a rule that a user wrote can be wrong: then what it returned means nothing, and what followed from
 * that means nothing either. */
#ifndef SALVO_RULES_FAULT_H
#define SALVO_RULES_FAULT_H

#include <salvo/rules.h>

/* What came of asking rules of the book: what went wrong in them, else `status`. A question of a test may have no book. */
static inline salvo_status salvo_fault_or(salvo_status status, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status fault = book ? salvo_rulebook_fault(book, err) : SALVO_OK;

    return fault != SALVO_OK ? fault : status;
}

#endif
