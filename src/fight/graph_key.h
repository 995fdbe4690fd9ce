/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unpacked key of a position: its place, side and unit states, and the turn's changes to it. */
#ifndef SALVO_FIGHT_GRAPH_KEY_H
#define SALVO_FIGHT_GRAPH_KEY_H

#include "fight/battle_graph.h"
#include "fight/turn.h"

enum { GRAPH_KEY_MAX = 2 + 2 * SALVO_ELEMENTS_MAX * 3 }; /* bytes */

/* At the beginning of a turn `side` is N_SIDES. */
typedef struct graph_key {
    uint8_t place, side;
    uint16_t unit[N_SIDES][SALVO_ELEMENTS_MAX];    /* codes */
    element_set left[N_SIDES], acted[N_SIDES];     /* in the fight; and of those, which have acted in this turn */
    uint8_t received[N_SIDES][SALVO_ELEMENTS_MAX]; /* attacks above the least of the side */
} graph_key;

/* Finds what keys depend on besides the position: runs of equal elements, and whether attacks are counted. */
void graph_key_find_runs(battle_graph *g);

/* Returns the bytes of a packed key, with codes of one byte or of two (`wide`). */
size_t graph_key_size(const battle_graph *g);

/* Whether there are more unit states than one-byte codes can distinguish. */
bool graph_key_is_outgrown(const battle_graph *g);

void graph_key_pack(const battle_graph *g, const graph_key *s, uint8_t key[GRAPH_KEY_MAX]);
void graph_key_of_outcome(int outcome, uint8_t key[GRAPH_KEY_MAX]);

/* Unpacks the key of a position. */
void graph_key_at(const battle_graph *g, uint32_t position, graph_key *s);
bool graph_begins_turn(const battle_graph *g, uint32_t position);

/* Returns SALVO_CONTINUES, or the outcome. */
int graph_key_outcome(const battle_graph *g, const graph_key *s);

/* Returns the outcome of a battle that stays in the position, for whatever reason. */
int graph_left(const battle_graph *g, uint32_t position);

/* Changes an element's unit state. An element out of the fight moves behind the others of its run. */
void graph_key_set_unit(const battle_graph *g, graph_key *s, int side, int i, uint16_t code);

#endif
