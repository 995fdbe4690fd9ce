/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle's exact answer: in fractions if the battle is small, otherwise by its graph, in doubles. */
#ifndef SALVO_FIGHT_BATTLE_SOLVE_H
#define SALVO_FIGHT_BATTLE_SOLVE_H

#include "fight/battle_model.h"

/* Works like salvo_odds_solve, for a question whose situation is the battle model. With SALVO_RATIONAL, battles of
 * up to FRACTIONS_MAX positions go to salvo_odds_solve, which decides about fractions. So do battles whose graph
 * cannot be built or has cycles. All others are solved in doubles. */
enum { FRACTIONS_MAX = 4000 };
salvo_status battle_solve(salvo_odds *odds, const salvo_question *question, const salvo_odds_options *options,
                          salvo_error *err);

/* Returns how much of a battle is tried before it is simulated, in the unit of the options' effort. */
uint64_t battle_effort(const salvo_question *question);

/* Returns the work of the reference engine's throws, in the unit of a plan's work_max. */
uint64_t battle_work(const battle_model *model, uint64_t thrown);

/* Whether a side chooses the best target, or its best element acts. */
bool chooses_best(const battle_model *model);

#endif
