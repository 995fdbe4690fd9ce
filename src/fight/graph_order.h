/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which a graph's positions are solved: a position precedes all that it may lead to, unless the battle
 * goes in cycles. */
#ifndef SALVO_FIGHT_GRAPH_ORDER_H
#define SALVO_FIGHT_GRAPH_ORDER_H

#include "fight/battle_graph.h"

/* Sets `order`, the levels of all positions that go on, and `cycles`. */
salvo_status graph_order_positions(battle_graph *g, salvo_error *err);

#endif
