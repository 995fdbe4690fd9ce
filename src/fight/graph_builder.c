/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions are numbered as they are found, and expanded turn by turn. Each result of an activation leads to a known
 * or to a new position. */
#include "fight/graph_builder.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/try.h"
#include "fight/graph_key.h"
#include "fight/graph_order.h"
#include "fight/graph_turn.h"
#include "rules/fault.h"

enum { RESULTS_FOR_AN_EDGE = 4 }; /* dice results that the chain tries in the time of one edge */

/* If elements act at once or by cards, there are too many orders of acting for a graph of positions. */
bool battle_graph_takes(const battle_model *model)
{
    return model->adapter->sequence == SALVO_ALTERNATELY || model->adapter->sequence == SALVO_BY_SIDES;
}

/* Memory of arrays, as if all had just doubled, and of solving. An upper estimate of the peak: arrays double, and old
 * and new exist at the same time. */
static uint64_t memory_of(const battle_graph *g)
{
    const uint64_t grown = g->keys.key_size + sizeof(graph_position) + 2 * sizeof(intern_table_place);

    return g->keys.count * (2 * grown + sizeof *g->order + BATTLE_FOLD_MEMORY) + 2 * g->n_edges * sizeof *g->to;
}

/* Runs at every new position, because the number of positions is not known in advance. */
static salvo_status check_limits(battle_graph *g, salvo_error *err)
{
    const battle_graph_limits *limits = &g->limits;
    const char *why = NULL;

    if (limits->effort && RESULTS_FOR_AN_EDGE * (uint64_t)g->n_edges + g->c->tried > limits->effort)
        why = "following them all would take too long";
    else if (memory_of(g) > BATTLE_GRAPH_MEMORY)
        why = "more would need over 1 GiB of memory";
    g->is_full = why != NULL;
    return why ? salvo_fail(err, SALVO_TOO_LARGE, "the battle needs more than %zu states; %s", g->keys.count - 1, why)
               : SALVO_OK;
}

/* Adds a position, which goes on until an outcome is noted for it. */
static salvo_status add_position(battle_graph *g, const uint8_t *key, uint32_t *number, bool *is_new, salvo_error *err)
{
    if (!intern_table_of(&g->keys, key, number, is_new))
        return salvo_fail_memory(err);
    if (!*is_new)
        return SALVO_OK;
    if (!salvo_grow(&g->positions, &g->positions_capacity, g->keys.count, sizeof *g->positions))
        return salvo_fail_memory(err);
    g->positions[*number].outcome = SALVO_CONTINUES;
    return check_limits(g, err);
}

/* Finds the position of an outcome within a turn. Each outcome has one such position, because only the survivors
 * count. */
static salvo_status find_outcome(battle_graph *g, int outcome, uint32_t *number, salvo_error *err)
{
    uint8_t key[GRAPH_KEY_MAX];
    bool is_new;
    salvo_status status;

    graph_key_of_outcome(outcome, key);
    status = add_position(g, key, number, &is_new, err);
    if (status == SALVO_OK)
        g->positions[*number].outcome = outcome;
    return status;
}

/* Only the start of a turn can be over: within a turn, follow() has already looked. */
static salvo_status find_position(battle_graph *g, const graph_key *s, uint32_t *number, salvo_error *err)
{
    uint8_t key[GRAPH_KEY_MAX];
    bool is_new;
    salvo_status status;

    graph_key_pack(g, s, key);
    status = add_position(g, key, number, &is_new, err);
    if (status == SALVO_OK && is_new && s->side == N_SIDES)
        g->positions[*number].outcome = graph_key_outcome(g, s);
    return status;
}

/* A position is expanded in one go, so that its edges are consecutive. */
static salvo_status add_edge(battle_graph *g, uint32_t to, salvo_error *err)
{
    if (!salvo_grow(&g->to, &g->edges_capacity, g->n_edges + 1, sizeof *g->to))
        return salvo_fail_memory(err);
    g->to[g->n_edges++] = to;
    return SALVO_OK;
}

/* Follows one result of the activation. Without limits, a battle can be over only when a side is destroyed, so most
 * results need no check. */
static salvo_status follow(battle_graph *g, const graph_key *from, int actor, int target, const graph_result *result,
                           salvo_error *err)
{
    const int side = from->side, enemy = enemy_of(side);
    const bool limits = g->model->adapter->limits != NULL;
    int outcome = SALVO_CONTINUES;
    graph_key s = *from;
    uint32_t number;
    salvo_status status;

    s.acted[side] |= UINT64_C(1) << actor;
    graph_key_set_unit(g, &s, side, actor, result->actor);
    graph_key_set_unit(g, &s, enemy, target, result->target);
    if (limits || result->target == GRAPH_GONE || result->actor == GRAPH_GONE)
        outcome = graph_key_outcome(g, &s);
    if (outcome == SALVO_CONTINUES) {
        graph_turn_pass(g, &s, side);
        status = find_position(g, &s, &number, err);
    } else {
        status = find_outcome(g, outcome, &number, err);
    }
    if (status != SALVO_OK)
        return status;
    return add_edge(g, number, err);
}

/* One element acts on one target, and each result of the activation is an edge. */
static salvo_status act(battle_graph *g, uint32_t position, graph_key *s, salvo_error *err)
{
    const int side = s->side, enemy = enemy_of(side);
    salvo_status status = SALVO_OK;
    const graph_view view = graph_view_of(g, s, &status, err);
    const turn_pair next = turn_next_pair(&view.turn, side);
    uint32_t number = 0;

    if (status != SALVO_OK)
        return status;
    TRY(graph_find_action(g, s->place, side, s->unit[side][next.actor], s->unit[enemy][next.target], &number, err));
    g->positions[position].action = number;
    s->received[enemy][next.target] += g->spread[enemy] && g->actions[number].attacks;
    for (uint32_t i = 0; i < g->actions[number].n && status == SALVO_OK; i++)
        status = follow(g, s, next.actor, next.target, &g->results[g->actions[number].first + i], err);
    return status;
}

/* The throw leads to the same position with a side that begins. */
static salvo_status throw_order(battle_graph *g, uint32_t position, graph_key *s, salvo_error *err)
{
    const graph_action *order = &g->actions[ORDER_ACTION];

    g->positions[position].action = ORDER_ACTION;
    for (uint32_t i = order->first; i < order->first + order->n; i++) {
        uint32_t number;

        s->side = (uint8_t)g->results[i].actor;
        TRY(find_position(g, s, &number, err));
        TRY(add_edge(g, number, err));
    }
    return SALVO_OK;
}

/* A key without a side waits for the order throw. */
static salvo_status expand(battle_graph *g, uint32_t position, salvo_error *err)
{
    graph_key s;

    graph_key_at(g, position, &s);
    g->positions[position].first = (uint32_t)g->n_edges;
    return s.side == N_SIDES ? throw_order(g, position, &s, err) : act(g, position, &s, err);
}

/* Finds the codes of a side's elements in a state of the chain. */
static salvo_status find_codes(battle_graph *g, const struct state *of, int side, graph_key *s, salvo_error *err)
{
    for (int i = 0; i < g->model->side[side].n; i++) {
        uint32_t number;
        salvo_status status = compiler_number(g->c, side, g->model->side[side].kind_of[i],
                                              packed_state_at(g->model, of, side, i)->unit_state, &number, err);

        if (status != SALVO_OK)
            return status;
        s->unit[side][i] = graph_code(g, side, number);
        s->left[side] |= (element_set)(s->unit[side][i] != GRAPH_GONE) << i;
    }
    return SALVO_OK;
}

/* Adds the start of the chain. */
static salvo_status add_start(battle_graph *g, salvo_error *err)
{
    struct state start = {.phase = ORDER};
    graph_key s = {.side = N_SIDES};
    uint32_t number;

    g->model->chain.start(g->model, &start);
    s.place = start.place;
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        salvo_status status = find_codes(g, &start, side, &s, err);

        if (status != SALVO_OK)
            return status;
    }
    return find_position(g, &s, &number, err);
}

/* Expands positions that go on, from number *at to `upto`: either beginnings of turns or all others. */
static salvo_status expand_all(battle_graph *g, uint32_t *at, const size_t *upto, bool beginnings, salvo_error *err)
{
    for (; !graph_key_is_outgrown(g) && *at < *upto; ++*at) { /* the list may grow during the loop */
        salvo_status status = SALVO_OK;

        if (g->positions[*at].outcome == SALVO_CONTINUES && graph_begins_turn(g, *at) == beginnings)
            status = expand(g, *at, err);
        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Expands the beginnings of the turn, then what follows within it. */
static salvo_status expand_turn(battle_graph *g, uint32_t *beginning, uint32_t *within, salvo_error *err)
{
    const size_t upto = g->keys.count;

    TRY(expand_all(g, beginning, &upto, true, err));
    return expand_all(g, within, &g->keys.count, false, err);
}

/* Turn by turn, so that a position is found in the earliest turn in which it can occur. So the turn limit leaves out
 * what only occurs later. Beginnings and other positions have separate counters in one growing list. */
static salvo_status find_all(battle_graph *g, salvo_error *err)
{
    const int64_t limit = g->model->turn_limit;
    uint32_t beginning = 0, within = 0;

    g->keys.key_size = graph_key_size(g);
    TRY(add_start(g, err));
    for (int64_t turn = 0; !graph_key_is_outgrown(g) && beginning < g->keys.count; turn++) {
        if (limit && turn == limit)
            break;
        TRY(expand_turn(g, &beginning, &within, err));
    }
    for (; beginning < g->keys.count; beginning++) /* the limit is reached: the survivors are the outcome */
        if (g->positions[beginning].outcome == SALVO_CONTINUES && graph_begins_turn(g, beginning))
            g->positions[beginning].outcome = graph_left(g, beginning);
    return SALVO_OK;
}

/* One-byte keys are enough for nearly all battles. The few others start again with two bytes, and keep the composed
 * activations. */
static salvo_status find_positions(battle_graph *g, salvo_error *err)
{
    salvo_status status = find_all(g, err);

    if (status != SALVO_OK || !graph_key_is_outgrown(g))
        return status;
    g->wide = true; /* known actions stay */
    intern_table_free(&g->keys);
    g->n_edges = 0;
    return find_all(g, err);
}

/* The order throw comes first, so that its action has the number ORDER_ACTION. */
static salvo_status find_graph(battle_graph *g, salvo_error *err)
{
    TRY(compiler_prepare(g->c, g->model, NULL, err));
    TRY(graph_add_order(g, err));
    return find_positions(g, err);
}

/* A rulebook's fault may appear only after all is found. An order of such positions would mean nothing. */
salvo_status battle_graph_build(battle_graph *g, const battle_model *model, const battle_graph_limits *limits,
                                salvo_error *err)
{
    *g = (battle_graph){
        .model = model, .limits = *limits, .known = {.key_size = 2 * sizeof(uint32_t)}, .c = calloc(1, sizeof *g->c)};
    if (!g->c)
        return salvo_fail_memory(err);
    graph_key_find_runs(g);
    TRY(salvo_fault_or(find_graph(g, err), model->book, err));
    return graph_order_positions(g, err);
}
