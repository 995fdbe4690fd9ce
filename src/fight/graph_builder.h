/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the graph of a battle, from its start to every position that it can reach. */
#ifndef SALVO_FIGHT_GRAPH_BUILDER_H
#define SALVO_FIGHT_GRAPH_BUILDER_H

#include "fight/battle_graph.h"

/* Whether a graph can be built for battles with that order of acting. */
bool battle_graph_takes(const battle_model *model);

/* Returns SALVO_TOO_LARGE beyond the limits, with the number of positions in the message. Call battle_graph_free even
 * after a failure. */
salvo_status battle_graph_build(battle_graph *g, const battle_model *model, const battle_graph_limits *limits,
                                salvo_error *err);

#endif
