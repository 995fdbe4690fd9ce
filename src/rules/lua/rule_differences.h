/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the rules of two rulebooks differ: a rulebook and its changed copy. */
#ifndef SALVO_RULES_LUA_RULE_DIFFERENCES_H
#define SALVO_RULES_LUA_RULE_DIFFERENCES_H

#include <salvo/data.h>

/* Calls `take` for each run of different lines, or once for a file with more or fewer lines than before, and for each file
 * that only one has: "mine/attack.lua:8 (attack.level_of)
 * differs". House rules are left out. Texts live in `memory`. */
salvo_status rule_differences(const salvo_store *now, const salvo_store *before, salvo_arena *memory,
                              salvo_status (*take)(void *of, const char *text, salvo_error *err), void *of,
                              salvo_error *err);

#endif
