/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit states and activations of a graph. A unit state in the fight has a code, its number within its side, and
 * the values that policies and lines need. An activation is composed at its first use. All positions with the same
 * acting state and the same target's state share it. */
#include "fight/battle_graph.h"

#include <stdlib.h>

#include "base/grow.h"
#include "fight/sequence.h"
#include "fight/targets.h"

/* All states out of the fight are equal for a kind: only the rule that counts survivors reads them. */
const uint8_t *graph_unit_bytes(const battle_graph *g, int side, int i, uint16_t code)
{
    return code == GRAPH_GONE ? g->gone[side][g->model->side[side].kind_of[i]]
                              : unit_state_at(g->c, side, g->units[side][code].number)->bytes;
}

/* Values of a single state for policies and lines are computed once, here. The worth of fire depends on both states
 * and is stored with the action. */
static salvo_status add_unit(battle_graph *g, int side, uint32_t number, salvo_error *err)
{
    const salvo_battle_adapter *adapter = g->model->adapter;
    const unit_state *at = unit_state_at(g->c, side, number);
    const element_kind *kind = &g->model->side[side].kinds[at->kind];
    graph_unit unit = {.number = number, .kind = at->kind, .strength = adapter->strength(kind->element, at->bytes)};

    if (unit.strength <= 0) {
        memcpy(g->gone[side][at->kind], at->bytes, sizeof at->bytes);
        g->code_of[side][number] = GRAPH_GONE + 1;
        return SALVO_OK;
    }
    unit.moves = kind->speed > 0 && !(adapter->is_stopped && adapter->is_stopped(kind->element, at->bytes));
    if (choice_of(g->model->side[enemy_of(side)].targets) == CHOOSE_BY_TARGET)
        unit.wish = target_wish(g->model, enemy_of(side), at->kind, unit.strength);
    if (!salvo_grow(&g->units[side], &g->units_capacity[side], g->n_units[side] + 1, sizeof unit))
        return salvo_fail_memory(err);
    g->units[side][g->n_units[side]] = unit;
    g->code_of[side][number] = (uint16_t)++g->n_units[side];
    return SALVO_OK;
}

/* The compiler numbers the states of all kinds of a side together. Codes number only those in the fight, so they are
 * denser. */
salvo_status graph_find_code(battle_graph *g, int side, uint32_t number, uint16_t *code, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    if (!salvo_grow(&g->code_of[side], &g->codes_capacity[side], number + 1, sizeof *g->code_of[side]))
        return salvo_fail_memory(err);
    if (!g->code_of[side][number])
        status = add_unit(g, side, number, err);
    *code = (uint16_t)(g->code_of[side][number] - 1);
    return status;
}

static int strength_of_code(const battle_graph *g, int side, uint16_t code)
{
    return code == GRAPH_GONE ? 0 : g->units[side][code].strength;
}

/* Adds a result, or adds its chance to an equal one. All elements out of the fight are equal. */
static salvo_status add_result(battle_graph *g, graph_action *a, const graph_result *result, salvo_error *err)
{
    for (uint32_t i = a->first; i < a->first + a->n; i++)
        if (g->results[i].actor == result->actor && g->results[i].target == result->target) {
            g->results[i].p += result->p;
            return SALVO_OK;
        }
    if (!salvo_grow(&g->results, &g->results_capacity, g->n_results + 1, sizeof *g->results))
        return salvo_fail_memory(err);
    g->results[g->n_results++] = *result;
    a->n++;
    return SALVO_OK;
}

/* Adds the activation's mean gains, so that positions that share it need none of their own. */
static void add_losses(const battle_graph *g, graph_action *a, int side, uint16_t from, const graph_result *result,
                       uint16_t to)
{
    const int before = strength_of_code(g, side, from), now = strength_of_code(g, side, to);

    a->gain[GAIN_LOST_A + side] += result->p * (before - now);
    a->gain[GAIN_DOWN_A + side] += result->p * ((before > 0) - (now > 0));
}

/* Finds the codes of an actor's and a target's state. */
static salvo_status find_both(battle_graph *g, int side, const uint32_t number[2], uint16_t *actor, uint16_t *target,
                              salvo_error *err)
{
    salvo_status status = graph_find_code(g, side, number[0], actor, err);

    if (status != SALVO_OK)
        return status;
    return graph_find_code(g, enemy_of(side), number[1], target, err);
}

/* Adds one end of a composed activation, with its full chance. */
static salvo_status take_end(battle_graph *g, graph_action *a, const fire_pair *by, uint32_t actor,
                             const composed_end *to, graph_result *result, salvo_error *err)
{
    uint32_t number[2];
    salvo_status status = compiler_number_end(g->c, by, actor, to, number, err);

    if (status != SALVO_OK)
        return status;
    *result = (graph_result){.p = to->p};
    status = find_both(g, by->side, number, &result->actor, &result->target, err);
    if (status != SALVO_OK)
        return status;
    return add_result(g, a, result, err);
}

/* Adds the outcomes of a composed activation. Copies both starting codes first, because new codes may move their
 * tables. */
static salvo_status take_ends(battle_graph *g, graph_action *a, const fire_pair *by, const uint32_t from[2],
                              const composed *of, salvo_error *err)
{
    const element_kind *at = &g->model->side[enemy_of(by->side)].kinds[by->at];
    fire_means means = {0};
    uint16_t actor, target;
    salvo_status status = find_both(g, by->side, from, &actor, &target, err);

    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < of->n; i++) {
        graph_result result;

        status = take_end(g, a, by, from[0], &of->ends[i], &result, err);
        if (status != SALVO_OK)
            return status;
        add_losses(g, a, by->side, actor, &result, result.actor);
        add_losses(g, a, enemy_of(by->side), target, &result, result.target);
        fire_means_add(&means, at->full, strength_of_code(g, enemy_of(by->side), target),
                       strength_of_code(g, enemy_of(by->side), result.target), result.p);
    }
    a->worth = fire_worth_of(&means, at);
    return SALVO_OK;
}

/* The results of one action are consecutive, so the action is added after all of them. */
static salvo_status compose(battle_graph *g, const fire_pair *by, const uint32_t from[2], salvo_error *err)
{
    graph_action a = {.first = (uint32_t)g->n_results};
    const composed *of;
    salvo_status status = compiler_compose(g->c, by, from[0], from[1], &of, err);

    if (status != SALVO_OK)
        return status;
    status = take_ends(g, &a, by, from, of, err);
    if (status != SALVO_OK)
        return status;
    a.attacks = of->throws;
    if (!salvo_grow(&g->actions, &g->actions_capacity, g->n_actions + 1, sizeof *g->actions))
        return salvo_fail_memory(err);
    g->actions[g->n_actions++] = a;
    return SALVO_OK;
}

/* Returns the number of the action of one code on another, and composes it at first use. */
salvo_status graph_find_action(battle_graph *g, int place, int side, uint16_t actor, uint16_t target, uint32_t *number,
                               salvo_error *err)
{
    const graph_unit *by = &g->units[side][actor], *at = &g->units[enemy_of(side)][target];
    const uint32_t fire_pair_number = *compiler_fire_pair(g->c, place, side, by->kind, at->kind),
                   key[] = {fire_pair_number, (uint32_t)actor << 16 | target}, from[] = {by->number, at->number};
    bool is_new;

    if (!intern_table_of(&g->known, key, number, &is_new))
        return salvo_fail_memory(err);
    ++*number; /* numbers follow ORDER_ACTION */
    return is_new ? compose(g, &g->c->fire_pairs[fire_pair_number], from, err) : SALVO_OK;
}

/* Ties have no chance here, because they are thrown again until somebody begins. If nobody can ever begin, there are
 * no results, and the start is an outcome. */
salvo_status graph_add_order(battle_graph *g, salvo_error *err)
{
    graph_action order = {.gain = {[GAIN_TURNS] = 1}};
    double ways[N_SIDES];

    order_ways(g->model, ways);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const graph_result begins = {.actor = (uint16_t)side,
                                     .p = (long double)ways[side] / (ways[SIDE_A] + ways[SIDE_B])};
        salvo_status status = ways[side] > 0 ? add_result(g, &order, &begins, err) : SALVO_OK;

        if (status != SALVO_OK)
            return status;
    }
    if (!salvo_grow(&g->actions, &g->actions_capacity, 1, sizeof *g->actions))
        return salvo_fail_memory(err);
    g->actions[g->n_actions++] = order;
    return SALVO_OK;
}

void battle_graph_free(battle_graph *g)
{
    if (g->c)
        compiler_free(g->c);
    free(g->c);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        free(g->units[side]);
        free(g->code_of[side]);
    }
    intern_table_free(&g->known);
    intern_table_free(&g->keys);
    free(g->actions);
    free(g->results);
    free(g->positions);
    free(g->to);
    free(g->order);
    memset(g, 0, sizeof *g);
}
