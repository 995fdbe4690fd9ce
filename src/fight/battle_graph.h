/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle as a graph of positions: how it stands between two activations. An edge is one result of a whole activation,
 * with its chance as an activation has it; what was thrown on the way there is forgotten. Positions that differ in nothing that
 * matters later are one, as in the battle's chain (battle_chain.c), and turns are not told apart, not even where they
 * are limited: who solves the graph counts them.
 *
 * A battle of two sides, one after the other, can be built (SALVO_ALTERNATELY, SALVO_BY_SIDES). */
#ifndef SALVO_FIGHT_BATTLE_GRAPH_H
#define SALVO_FIGHT_BATTLE_GRAPH_H

#include "fight/battle_compiler.h"
#include "fight/targets.h"

/* What a graph takes of memory at most, with everything in it. */
#define BATTLE_GRAPH_MEMORY (UINT64_C(1) << 30)

/* Of that, what solving takes for a position (battle_fold.c). */
enum { BATTLE_FOLD_MEMORY = 4 * sizeof(long double) + 3 * sizeof(uint32_t) };

/* How much work building may be, in dice results that are tried (salvo_odds_options); 0: only memory limits. */
typedef struct battle_graph_limits {
    uint64_t effort;
} battle_graph_limits;

/* One result of an activation, in codes of unit states. */
typedef struct graph_result {
    uint16_t actor, target;
    long double p;
} graph_result;

/* The activation of a unit state on another, or the throw for the initiative (number 0, whose results are sides). */
typedef struct graph_action {
    uint32_t first, n; /* results */
    bool attacks;
    uint32_t worth;            /* targets.h */
    long double gain[N_GAINS]; /* on average */
} graph_action;

enum { ORDER_ACTION };

enum { GRAPH_GONE = INT16_MAX }; /* as a code: out of the fight */

/* Its edges lead, one for each result of its action, to to[first] and on. */
typedef struct graph_position {
    uint32_t first, action;
    uint32_t level; /* of the order in which positions are solved */
    int outcome;    /* SALVO_GOES_ON, or what has come: then it has no edges */
} graph_position;

/* A unit state that is in the fight. Its place in `units` is its code. */
typedef struct graph_unit {
    uint32_t number; /* the compiler's */
    int strength;
    uint8_t kind;
    bool moves;
    double wish; /* of the enemy, where his policy looks at the target alone */
} graph_unit;

typedef struct battle_graph {
    const battle_model *e;
    compiler *c;
    graph_unit *units[N_SIDES];
    size_t n_units[N_SIDES], units_capacity[N_SIDES];
    uint16_t *code_of[N_SIDES]; /* by the compiler's number, + 1; 0: not known yet */
    size_t codes_capacity[N_SIDES];
    uint8_t gone[N_SIDES][SALVO_KINDS_MAX][SALVO_ELEMENT_BYTES]; /* some unit state that is out of the fight */
    intern_table known;                                          /* actions */
    graph_action *actions;
    graph_result *results;
    size_t n_actions, actions_capacity, n_results, results_capacity;
    intern_table keys; /* positions; the first is the start */
    graph_position *positions;
    size_t positions_capacity;
    uint32_t *to;
    size_t n_edges, edges_capacity;
    battle_graph_limits limits;
    bool is_full;                                 /* a limit was reached */
    bool wide;                                    /* codes take two bytes in keys */
    bool spread[N_SIDES];                         /* the enemy spreads its fire on that side */
    uint8_t run_end[N_SIDES][SALVO_ELEMENTS_MAX]; /* behind the last element of the run of like ones; the element
                                                     itself where places matter */
    uint32_t *order;                              /* positions that go on, in the order in which they are solved */
    size_t n_order;
    bool circles; /* positions come again though something changed: levels mean nothing */
} battle_graph;

static inline size_t graph_size(const battle_graph *g)
{
    return g->keys.count;
}

/* The code of a unit state by the compiler's number; GRAPH_GONE for one that is out of the fight. */
salvo_status graph_find_code(battle_graph *g, int side, uint32_t number, uint16_t *code, salvo_error *err);

/* The unit state behind the code of element i. */
const uint8_t *graph_unit_bytes(const battle_graph *g, int side, int i, uint16_t code);

/* The number of the action of one code on another at that place. */
salvo_status graph_find_action(battle_graph *g, int place, int side, uint16_t actor, uint16_t target, uint32_t *number,
                               salvo_error *err);

/* The throw for the initiative, which is to be the first action. */
salvo_status graph_add_order(battle_graph *g, salvo_error *err);

void battle_graph_free(battle_graph *g);

#endif
