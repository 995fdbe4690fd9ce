/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key of a position, unpacked: which places, sides and unit states it is made of, and how a turn goes on from it. */
#ifndef SALVO_FIGHT_GRAPH_KEY_H
#define SALVO_FIGHT_GRAPH_KEY_H

#include "fight/battle_graph.h"

enum { GRAPH_KEY_MAX = 2 + 2 * SALVO_ELEMENTS_MAX * 3 }; /* bytes */

/* At the beginning of a turn `side` is N_SIDES. */
typedef struct graph_key {
    uint8_t place, side;
    uint16_t unit[N_SIDES][SALVO_ELEMENTS_MAX]; /* codes */
    uint8_t acted[N_SIDES][SALVO_ELEMENTS_MAX];
    uint8_t received[N_SIDES][SALVO_ELEMENTS_MAX]; /* more attacks than the one who received least */
} graph_key;

/* What keys depend on besides the position: runs of like elements, and whether attacks are counted. */
void graph_key_find_runs(battle_graph *g);

/* Bytes of a packed key: of codes of one byte, or of two (`wide`). */
size_t graph_key_size(const battle_graph *g);

/* Whether more unit states turned up than codes of one byte tell apart. */
bool graph_key_is_outgrown(const battle_graph *g);

void graph_key_pack(const battle_graph *g, const graph_key *s, uint8_t key[GRAPH_KEY_MAX]);
void graph_key_of_outcome(int outcome, uint8_t key[GRAPH_KEY_MAX]);

/* The key of a position. */
void graph_key_at(const battle_graph *g, uint32_t position, graph_key *s);
bool graph_begins_turn(const battle_graph *g, uint32_t position);

/* SALVO_GOES_ON, or what has come. */
int graph_key_outcome(const battle_graph *g, const graph_key *s);

/* The outcome of a battle that stays in the position, whatever the reason. */
int graph_left(const battle_graph *g, uint32_t position);

/* The first element of the side that has still to act in this turn; -1 when there is none. */
int graph_key_first(const battle_graph *g, const graph_key *s, int side);

/* An element takes on another unit state; one who is out of the fight goes behind the others of his run. */
void graph_key_set_unit(const battle_graph *g, graph_key *s, int side, int i, uint16_t code);

/* Who is next after an activation of that side, or the next turn. */
void graph_key_pass(const battle_graph *g, graph_key *s, int side);

#endif
