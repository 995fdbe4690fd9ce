/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probability flows through a battle's graph, in doubles. It flows turn by turn, or for all turns at once. The latter
 * requires that no position comes again, except after a turn without any change. */
#ifndef SALVO_FIGHT_BATTLE_FOLD_H
#define SALVO_FIGHT_BATTLE_FOLD_H

#include "fight/battle_graph.h"

/* Fills the outcomes, means and turns of *odds, whose memory is set. The graph must have no cycles or the battle a
 * turn limit. The start must not be an end. */
salvo_status battle_fold(salvo_odds *odds, const battle_graph *g, const salvo_odds_options *options, salvo_error *err);

#endif
