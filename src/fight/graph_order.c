/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts positions. The level only rises during a battle, because elements wear down and lines close in. Within a
 * level, the positions of a turn follow the order of its activations. */
#include "fight/graph_order.h"

#include <stdlib.h>

#include "fight/graph_key.h"
#include "fight/lines.h"

/* Raises ranks until every step leads to a higher rank; returns false if a cycle rises for ever. The rank is the
 * longest path to each unit state, found by repeated passes. A state that can come back, for instance by recovery,
 * would rise for ever. More passes than states prove it. */
static bool rank_units(const battle_graph *g, int side, uint32_t *rank)
{
    const size_t n = graph_units(g, side);
    bool raised = true;

    for (size_t round = 0; raised; round++) {
        raised = false;
        if (round > n + 1)
            return false;
        for (size_t a = 0; a + 1 < g->n_actions; a++) {
            const uint32_t *key = intern_table_key(&g->known, a);
            const int by = g->c->fire_pairs[key[0]].side;
            const size_t from = by == side ? key[1] >> 16 : key[1] & UINT16_MAX;
            const graph_action *act = &g->actions[a + 1];

            for (uint32_t i = act->first; i < act->first + act->n; i++) {
                const uint16_t code = by == side ? g->results[i].actor : g->results[i].target;
                const size_t to = code == GRAPH_GONE ? n : code;

                if (to != from && rank[to] <= rank[from]) {
                    rank[to] = rank[from] + 1;
                    raised = true;
                }
            }
        }
    }
    return true;
}

/* The same for places. Lines only close in, but users' rules may differ. */
static bool rank_places(const battle_model *model, uint32_t rank[PLACES_MAX])
{
    bool raised = true;

    for (int round = 0; raised; round++) {
        raised = false;
        if (round > model->n_places)
            return false;
        for (int place = 0; place < model->n_places; place++)
            for (int a = 0; a < N_PACES; a++)
                for (int b = 0; b < N_PACES; b++) {
                    const int to = model->next_place[place][a][b];

                    if (is_pace(model, SIDE_A, a) && is_pace(model, SIDE_B, b) && to != place &&
                        rank[to] <= rank[place]) {
                        rank[to] = rank[place] + 1;
                        raised = true;
                    }
                }
    }
    return true;
}

/* The level, followed by the number of activations that the turn has completed. The sum of all ranks rises with every
 * change of either side. */
static uint32_t place_in_order(const battle_graph *g, uint32_t position, uint32_t *const rank[N_SIDES],
                               const uint32_t *place_rank)
{
    const uint32_t all = N_SIDES * SALVO_ELEMENTS_MAX + 1;
    uint32_t level, ready = 0;
    graph_key s;

    graph_key_at(g, position, &s);
    level = g->cycles ? 0 : place_rank[s.place];
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        ready += (uint32_t)__builtin_popcountll(s.left[side] & ~s.acted[side]);
        for (int i = 0; i < g->model->side[side].n; i++) {
            const uint16_t code = s.unit[side][i];

            level += g->cycles ? 0 : rank[side][code == GRAPH_GONE ? graph_units(g, side) : code];
        }
    }
    return level * (all + 1) + (s.side == N_SIDES ? 0 : all - ready);
}

/* A counting sort of the positions that go on, by their place in order, which the level then replaces. A counting sort
 * is stable, so sums are added in the same order in every run. */
static salvo_status sort_positions(battle_graph *g, uint32_t *const rank[N_SIDES], const uint32_t *place_rank,
                                   salvo_error *err)
{
    const size_t n = graph_size(g);
    const uint32_t a_level = N_SIDES * SALVO_ELEMENTS_MAX + 2;
    uint32_t most = 0, *first;

    for (uint32_t i = 0; i < n; i++) {
        if (g->positions[i].outcome != SALVO_CONTINUES)
            continue;
        g->positions[i].level = place_in_order(g, i, rank, place_rank);
        most = g->positions[i].level > most ? g->positions[i].level : most;
    }
    first = calloc((size_t)most + 2, sizeof *first);
    g->order = calloc(n, sizeof *g->order);
    if (!first || !g->order) {
        free(first);
        return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++)
        first[g->positions[i].level + 1] += g->positions[i].outcome == SALVO_CONTINUES;
    for (size_t i = 0; i < most; i++)
        first[i + 1] += first[i];
    for (uint32_t i = 0; i < n; i++)
        if (g->positions[i].outcome == SALVO_CONTINUES)
            g->order[first[g->positions[i].level]++] = i;
    g->n_order = first[most];
    free(first);
    for (size_t i = 0; i < n; i++)
        g->positions[i].level /= a_level;
    return SALVO_OK;
}

/* If something can come back, ranks mean nothing. Positions then stay in one level, and the chain solves the battle. */
salvo_status graph_order_positions(battle_graph *g, salvo_error *err)
{
    uint32_t place_rank[PLACES_MAX] = {0}, *rank[N_SIDES];
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        rank[side] = calloc(graph_units(g, side) + 1, sizeof *rank[side]);
    if (!rank[SIDE_A] || !rank[SIDE_B])
        status = salvo_fail_memory(err);
    if (status == SALVO_OK) {
        g->cycles = !rank_units(g, SIDE_A, rank[SIDE_A]) || !rank_units(g, SIDE_B, rank[SIDE_B]) ||
                    !rank_places(g->model, place_rank);
        status = sort_positions(g, rank, place_rank, err);
    }
    free(rank[SIDE_A]);
    free(rank[SIDE_B]);
    return status;
}
