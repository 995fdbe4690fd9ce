/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a battle's results from an answer in outcome codes: who wins, the losses of either side, the length. */
#ifndef SALVO_FIGHT_BATTLE_READING_H
#define SALVO_FIGHT_BATTLE_READING_H

#include "fight/battle_model.h"
#include "simulate/trial_run.h"

/* Estimates the score of a simulated answer: P(the side wins) plus half of P(nobody wins). All other battles are
 * losses. */
salvo_estimate battle_estimate_score(const salvo_answer *answer, uint64_t wins, uint64_t losses);

/* Whether a duel or a battle has a number of turns. It has none if nobody can ever win. Such a fight stops when
 * nothing can change any more, but that is no end. `limit` 0: no limit. */
bool fight_ends(const salvo_answer *answer, const salvo_figure *undecided, const salvo_figure *turns, int64_t limit);

/* Fills *b from b->answer, in its own memory. `run` made its trials, if there are any. Turn 0 is the beginning. */
salvo_status battle_read_answer(salvo_battle *b, const battle_model *model, const trial_run *run,
                                const salvo_odds_options *options, salvo_error *err);

/* engine_set.widest of battles. */
double battle_widest(const trial_run *run);

#endif
