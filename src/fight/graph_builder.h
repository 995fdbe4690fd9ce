/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the graph of a battle, from its start to all that it can come to. */
#ifndef SALVO_FIGHT_GRAPH_BUILDER_H
#define SALVO_FIGHT_GRAPH_BUILDER_H

#include "fight/battle_graph.h"

/* Whether battles of that sequence can be built. */
bool battle_graph_takes(const battle_model *e);

/* SALVO_TOO_LARGE beyond the limits, with the number of positions in the message. After a failure too, call
 * battle_graph_free. */
salvo_status battle_graph_build(battle_graph *g, const battle_model *e, const battle_graph_limits *limits,
                                salvo_error *err);

#endif
