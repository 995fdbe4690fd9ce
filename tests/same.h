/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two rulebooks that ought to be the same rules in two languages. */
#ifndef SALVO_TESTS_SAME_H
#define SALVO_TESTS_SAME_H

#include <salvo/fight.h>

/* The same question, asked of both, has the same outcomes and means, as fractions where there are any, and a simulation of
 * it comes to the same counts, or never ends in both. Means are those that both have. */
void same_answer(const salvo_rulebook *one, const char *procedure, const salvo_rulebook *other, const char *counterpart,
                 const char *words);

/* A battle has the same exact answer, or is too large for one in both, and comes to the same counts. */
void same_battle(const salvo_rulebook *one, const salvo_rulebook *other, const salvo_battle_plan *plan);

#endif
