/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Languages in which users write rules. A language makes a ruleset from a rulebook's folder, like those that are
 * written in C. */
#ifndef SALVO_RULES_LANGUAGE_H
#define SALVO_RULES_LANGUAGE_H

#include <salvo/rules.h>

typedef struct salvo_language {
    const char *ending; /* of the file's name, ".lua"; NULL ends the list */
    /* Makes the ruleset of the rules in store->rules. It lives in `memory`, and no longer than the store. */
    salvo_status (*describe)(const salvo_store *store, salvo_arena *memory, const salvo_ruleset **ruleset,
                             salvo_error *err);
} salvo_language;

extern const salvo_language SALVO_LANGUAGES[]; /* listed beside the rulesets */

#endif
