/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activations of a graph. One is composed at its first use. All positions with the same acting state and the same
 * target's state share it. */
#include "fight/battle_graph.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/try.h"
#include "fight/sequence.h"
#include "fight/targets.h"

/* All states out of the fight are equal for a kind: only the rule that counts survivors reads them. */
const uint8_t *graph_unit_bytes(const battle_graph *g, int side, int i, uint16_t code)
{
    const uint32_t gone = g->c->unit_states[side].gone[g->model->side[side].kind_of[i]];

    return (code == GRAPH_GONE ? unit_state_at(g->c, side, gone) : graph_unit(g, side, code))->bytes;
}

static int strength_of_code(const battle_graph *g, int side, uint16_t code)
{
    return code == GRAPH_GONE ? 0 : graph_unit(g, side, code)->strength;
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

/* Adds one end of a composed activation, with its full chance. */
static salvo_status take_end(battle_graph *g, graph_action *a, const fire_pair *by, uint32_t actor,
                             const composed_end *to, graph_result *result, salvo_error *err)
{
    uint32_t number[2];

    TRY(compiler_number_end(g->c, by, actor, to, number, err));
    *result = (graph_result){
        graph_code(g, by->side, number[0]),
        graph_code(g, enemy_of(by->side), number[1]),
        to->p,
    };
    return add_result(g, a, result, err);
}

/* Adds the outcomes of a composed activation. */
static salvo_status take_ends(battle_graph *g, graph_action *a, const fire_pair *by, const uint32_t from[2],
                              const composed *of, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const element_kind *at = &g->model->side[enemy].kinds[by->at];
    const uint16_t actor = graph_code(g, by->side, from[0]), target = graph_code(g, enemy, from[1]);
    fire_means means = {0};

    for (size_t i = 0; i < of->n; i++) {
        graph_result result;
        salvo_status status = take_end(g, a, by, from[0], &of->ends[i], &result, err);

        if (status != SALVO_OK)
            return status;
        add_losses(g, a, by->side, actor, &result, result.actor);
        add_losses(g, a, enemy, target, &result, result.target);
        fire_means_add(&means, at->full, strength_of_code(g, enemy, target), strength_of_code(g, enemy, result.target),
                       result.p);
    }
    a->worth = fire_worth_of(&means, at);
    return SALVO_OK;
}

/* The results of one action are consecutive, so the action is added after all of them. */
static salvo_status compose_action(battle_graph *g, const fire_pair *by, const uint32_t from[2], salvo_error *err)
{
    graph_action a = {.first = (uint32_t)g->n_results};
    const composed *of;

    TRY(compiler_compose(g->c, by, from[0], from[1], &of, err));
    TRY(take_ends(g, &a, by, from, of, err));
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
    const int enemy = enemy_of(side);
    const uint32_t from[] = {number_of_code(g->c, side, actor), number_of_code(g->c, enemy, target)},
                   fire_pair_number = *compiler_fire_pair(g->c, place, side, unit_state_at(g->c, side, from[0])->kind,
                                                          unit_state_at(g->c, enemy, from[1])->kind),
                   key[] = {fire_pair_number, (uint32_t)actor << 16 | target};
    bool is_new;

    if (!intern_table_of(&g->known, key, number, &is_new))
        return salvo_fail_memory(err);
    ++*number; /* numbers follow ORDER_ACTION */
    return is_new ? compose_action(g, &g->c->fire_pairs[fire_pair_number], from, err) : SALVO_OK;
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
    intern_table_free(&g->known);
    intern_table_free(&g->keys);
    free(g->actions);
    free(g->results);
    free(g->positions);
    free(g->to);
    free(g->order);
    memset(g, 0, sizeof *g);
}
