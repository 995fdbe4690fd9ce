/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SALVO_RULES_RULEBOOK_H
#define SALVO_RULES_RULEBOOK_H

#include <salvo/rules.h>

/* What a user changes of a rulebook. */
typedef struct rulebook_changes {
    const char *const *settings; /* n_settings cells: "weapons.cannon-b.damage=36" */
    size_t n_settings;
    const char *const *rules; /* n_rules paths of house rules, each of which may replace functions of those before */
    size_t n_rules;
} rulebook_changes;

/* Does as salvo_rulebook_open does without a ruleset, but refuses a folder with another id than `id`, unless that is
 * NULL. `changes` may be NULL. */
salvo_status rulebook_open(salvo_rulebook *book, const char *id, const char *directory, const rulebook_changes *changes,
                           salvo_error *err);

#endif
