/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer in outcome codes says of a battle: who wins, what either side loses, how long it takes. */
#ifndef SALVO_FIGHT_BATTLE_READING_H
#define SALVO_FIGHT_BATTLE_READING_H

#include "fight/battle_kernel.h"

/* Turns the counted trials of a figure into an estimate; without a simulation nothing is done. */
void battle_estimate_share(const salvo_answer *answer, salvo_figure *f);

/* P(one side wins) plus half of P(nobody wins), of which the rest lose: half of a difference of two chances. An answer
 * that was simulated. */
salvo_estimate battle_estimate_score(const salvo_answer *answer, uint64_t wins, uint64_t losses);

/* The interval of a mean of whole numbers from 0 to `most`, told in parts of a unit; most may be INFINITY. */
salvo_estimate battle_estimate_mean(const salvo_answer *answer, const salvo_moments *moments, double most,
                                    double parts);

/* Whether a duel or a battle has a number of turns. Not where nobody can ever win: it would be over as soon as nothing can
 * change any more, at once if nothing can happen at all, but that is no end. `limit` 0: none. */
bool fight_ends(const salvo_answer *answer, const salvo_figure *undecided, const salvo_figure *turns, int64_t limit);

/* Fills *b, in its own memory, from b->answer: everything but the turns, ... */
salvo_status battle_read_answer(salvo_battle *b, const battle_model *e, salvo_error *err);

/* ... and those. Turn 0 is the beginning. `tally` is NULL when nothing was simulated. */
salvo_status battle_read_turns(salvo_battle *b, const battle_model *e, const battle_tally *tally,
                               const salvo_odds_options *options, salvo_error *err);

#endif
