/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle as a graph of positions between two activations. An edge is one result of a whole activation, with its
 * chance. Positions forget the throws that led to them. Positions that differ only in what cannot matter later are
 * one, as in the battle's chain (battle_chain.c). Positions do not contain the turn, even if turns are limited: the
 * solver counts turns.
 *
 * The graph covers battles in which sides act one after the other (SALVO_ALTERNATELY, SALVO_BY_SIDES). */
#ifndef SALVO_FIGHT_BATTLE_GRAPH_H
#define SALVO_FIGHT_BATTLE_GRAPH_H

#include "fight/battle_compiler.h"
#include "fight/targets.h"

/* The maximum memory of a graph, with everything in it. */
#define BATTLE_GRAPH_MEMORY (UINT64_C(1) << 30)

/* The share of it that solving needs for one position (battle_fold.c). */
enum { BATTLE_FOLD_MEMORY = 4 * sizeof(long double) + 3 * sizeof(uint32_t) };

/* The maximum work of building, in dice results tried (salvo_odds_options); 0: only memory limits it. */
typedef struct battle_graph_limits {
    uint64_t effort;
} battle_graph_limits;

/* One result of an activation, in codes of unit states. */
typedef struct graph_result {
    uint16_t actor, target;
    long double p;
} graph_result;

/* The activation of a unit state on another, or the initiative throw (number 0, whose results are sides). */
typedef struct graph_action {
    uint32_t first, n; /* results */
    bool attacks;
    uint32_t worth;            /* targets.h */
    long double gain[N_GAINS]; /* on average */
} graph_action;

enum { ORDER_ACTION };

enum { GRAPH_GONE = INT16_MAX }; /* as a code: out of the fight */

/* Edge i leads to to[first + i], and belongs to result i of the action. */
typedef struct graph_position {
    uint32_t first, action;
    uint32_t level; /* its place in the order in which positions are solved */
    int outcome;    /* SALVO_CONTINUES; or the outcome, and then there are no edges */
} graph_position;

typedef struct battle_graph {
    const battle_model *model;
    compiler *c;        /* its codes are those of the graph */
    intern_table known; /* actions */
    graph_action *actions;
    graph_result *results;
    size_t n_actions, actions_capacity, n_results, results_capacity;
    intern_table keys; /* positions; the first is the start */
    graph_position *positions;
    size_t positions_capacity;
    uint32_t *to;
    size_t n_edges, edges_capacity;
    battle_graph_limits limits;
    bool is_full;         /* a limit was reached */
    bool wide;            /* codes take two bytes in keys */
    bool spread[N_SIDES]; /* the enemy spreads its fire over that side */
    /* The end of the run of equal elements; if places matter, the element itself. */
    uint8_t run_end[N_SIDES][SALVO_ELEMENTS_MAX];
    uint32_t *order; /* positions that go on, in the order in which they are solved */
    size_t n_order;
    bool cycles; /* positions come again although something changed, so levels mean nothing */
} battle_graph;

static inline size_t graph_size(const battle_graph *g)
{
    return g->keys.count;
}

/* The code of one of the compiler's unit states; GRAPH_GONE if it is out of the fight. */
static inline uint16_t graph_code(const battle_graph *g, int side, uint32_t number)
{
    const uint32_t code = unit_state_at(g->c, side, number)->code;

    return (uint16_t)(code == CODE_GONE ? GRAPH_GONE : code);
}

/* The unit state in the fight with that code. */
static inline const unit_state *graph_unit(const battle_graph *g, int side, uint16_t code)
{
    return unit_state_at(g->c, side, number_of_code(g->c, side, code));
}

static inline size_t graph_units(const battle_graph *g, int side)
{
    return g->c->unit_states[side].n_codes;
}

/* The bytes of element i with that code. */
const uint8_t *graph_unit_bytes(const battle_graph *g, int side, int i, uint16_t code);

/* Finds the number of the action of one code on another at that place. */
salvo_status graph_find_action(battle_graph *g, int place, int side, uint16_t actor, uint16_t target, uint32_t *number,
                               salvo_error *err);

/* Adds the initiative throw, which must be the first action. */
salvo_status graph_add_order(battle_graph *g, salvo_error *err);

void battle_graph_free(battle_graph *g);

#endif
