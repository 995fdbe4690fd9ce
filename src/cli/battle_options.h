/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a battle, from options. */
#ifndef SALVO_CLI_BATTLE_OPTIONS_H
#define SALVO_CLI_BATTLE_OPTIONS_H

#include "cli/context.h"

/* The name of a policy for targets, which had another one: "nearest" is in-order. Other words, and NULL, are given back. */
const char *targets_word(const char *text);

/* Fills *plan for the two armies of that rulebook; what it borrows lives as long as the context. */
salvo_status battle_options_read(salvo_battle_plan *plan, context *x, const salvo_rulebook *book, const char *army_a,
                                 const char *army_b, salvo_error *err);

/* The plan of a second battle: that of the first, which has been read, with what was said behind "--" in its place, and
 * `words` in place of the parameters. */
salvo_status battle_options_read_changed(salvo_battle_plan *plan, context *x, const list *words,
                                         const salvo_rulebook *book, salvo_error *err);

/* Refuses a --close-to or a halt that says nothing, because nobody moves: neither in the plan nor, where two are compared (else
 * NULL), in the other. battle_options_read has done so where there is one battle. */
salvo_status battle_options_check(const salvo_battle_plan *plan, const salvo_battle_plan *other, salvo_error *err);

#endif
