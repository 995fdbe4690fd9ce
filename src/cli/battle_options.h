/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the plan of a battle from the options. */
#ifndef SALVO_CLI_BATTLE_OPTIONS_H
#define SALVO_CLI_BATTLE_OPTIONS_H

#include "cli/context.h"

/* Translates an old name of a target policy: "nearest" is now in-order. Returns other words, and NULL, unchanged. */
const char *targets_word(const char *text);

/* Fills *plan for two armies of that rulebook. What the plan borrows lives as long as the context. */
salvo_status battle_options_read(salvo_battle_plan *plan, context *x, const salvo_rulebook *book, const char *army_a,
                                 const char *army_b, salvo_error *err);

/* Fills the plan of a second battle. It starts from the first plan, which the caller has read, and applies the options
 * after "--". `words` replace the parameters. */
salvo_status battle_options_read_changed(salvo_battle_plan *plan, context *x, const list *words,
                                         const salvo_rulebook *book, salvo_error *err);

/* Refuses a --close-to or a halt that has no effect because no line moves in `plan` or in `other`. `other` is the
 * second plan of a comparison, else NULL. For one battle, battle_options_read has already called it. */
salvo_status battle_options_check(const salvo_battle_plan *plan, const salvo_battle_plan *other, salvo_error *err);

#endif
