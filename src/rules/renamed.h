/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One of salvo's rulesets under another id, for the tables of a user. */
#ifndef SALVO_RULES_RENAMED_H
#define SALVO_RULES_RENAMED_H

#include <salvo/rules.h>

/* Makes a copy of the ruleset in `memory` with the id `id`. The names of its procedures begin with that id:
 * "my-mad.duel". */
salvo_status salvo_ruleset_renamed(const salvo_ruleset *ruleset, const char *id, salvo_arena *memory,
                                   const salvo_ruleset **renamed, salvo_error *err);

#endif
