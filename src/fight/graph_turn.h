/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules of a turn ask about a position of the graph (turn.h), answered from the codes of its unit states. */
#ifndef SALVO_FIGHT_GRAPH_TURN_H
#define SALVO_FIGHT_GRAPH_TURN_H

#include "fight/graph_key.h"
#include "fight/turn.h"

typedef struct graph_view {
    turn_view turn;
    battle_graph *g;
    const graph_key *key;
    salvo_status *status; /* of activations that are composed because the rules ask for the worth of fire */
    salvo_error *err;
} graph_view;

/* `status` and `err` may be NULL if neither an actor nor a target is asked for. */
graph_view graph_view_of(battle_graph *g, const graph_key *key, salvo_status *status, salvo_error *err);

/* Sets the next side after an activation of that side, or starts the next turn. */
void graph_turn_pass(battle_graph *g, graph_key *s, int side);

#endif
