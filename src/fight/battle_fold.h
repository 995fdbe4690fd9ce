/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probability that flows through a battle's graph, in doubles: turn by turn, or all turns at once where positions never
 * come again but for turns in which nothing changed. */
#ifndef SALVO_FIGHT_BATTLE_FOLD_H
#define SALVO_FIGHT_BATTLE_FOLD_H

#include "fight/battle_graph.h"

/* Fills the outcomes, means and turns of *odds, whose memory is set. The graph has no circles, or the battle a limit of
 * turns, and its start goes on. */
salvo_status battle_fold(salvo_odds *odds, const battle_graph *g, const salvo_odds_options *options, salvo_error *err);

#endif
