/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules of a turn ask about a position of the graph (turn.h), answered from the codes of its unit states. */
#ifndef SALVO_FIGHT_GRAPH_TURN_H
#define SALVO_FIGHT_GRAPH_TURN_H

#include "fight/graph_key.h"
#include "fight/turn.h"

typedef struct graph_view {
    turn_view turn;
    const battle_graph *g;
    const graph_key *key;
} graph_view;

graph_view graph_view_of(const battle_graph *g, const graph_key *key);

/* Sets the next side after an activation of that side, or starts the next turn. */
void graph_turn_pass(const battle_graph *g, graph_key *s, int side);

#endif
