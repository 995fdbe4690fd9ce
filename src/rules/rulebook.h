/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SALVO_RULES_RULEBOOK_H
#define SALVO_RULES_RULEBOOK_H

#include <salvo/rules.h>

/* Does as salvo_rulebook_open does without a ruleset, but refuses a folder with another id than `id`, unless that is
 * NULL. */
salvo_status rulebook_open(salvo_rulebook *book, const char *id, const char *directory, const char *const *settings,
                           size_t n_settings, salvo_error *err);

#endif
