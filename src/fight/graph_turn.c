/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/graph_turn.h"

static element_set left(const turn_view *v, int side)
{
    const graph_key *key = ((const graph_view *)v)->key;
    element_set set = 0;

    for (int i = 0; i < v->model->side[side].n; i++)
        set |= (element_set)(key->unit[side][i] != GRAPH_GONE) << i;
    return set;
}

static element_set ready(const turn_view *v, int side)
{
    const graph_key *key = ((const graph_view *)v)->key;
    element_set set = 0;

    for (int i = 0; i < v->model->side[side].n; i++)
        set |= (element_set)(key->unit[side][i] != GRAPH_GONE && !key->acted[side][i]) << i;
    return set;
}

static bool is_stopped(const turn_view *v, int side, int i)
{
    const graph_view *view = (const graph_view *)v;

    return graph_unit(view->g, side, view->key->unit[side][i])->is_stopped;
}

static const turn_facts FACTS = {
    .left = left,
    .ready = ready,
    .is_stopped = is_stopped,
};

graph_view graph_view_of(const battle_graph *g, const graph_key *key)
{
    return (graph_view){{g->model, key->place, &FACTS}, g, key};
}

static void begin_turn(graph_key *s, int place)
{
    s->place = (uint8_t)place;
    s->side = N_SIDES;
    memset(s->acted, 0, sizeof s->acted);
    memset(s->received, 0, sizeof s->received);
}

/* Only differences in attacks count, and only while the enemy still fires. Policies compare these numbers only with
 * each other, so subtracting the least makes more positions equal. */
static void level_attacks(const graph_view *view, graph_key *s, int side)
{
    const element_set left_of_side = left(&view->turn, side);
    const bool fires = ready(&view->turn, enemy_of(side)) != 0;
    uint8_t least = UINT8_MAX;

    for (element_set set = left_of_side; set; set = set_rest(set))
        if (s->received[side][set_first(set)] < least)
            least = s->received[side][set_first(set)];
    for (int i = 0; i < view->g->model->side[side].n; i++)
        s->received[side][i] = (uint8_t)(fires && left_of_side >> i & 1 ? s->received[side][i] - least : 0);
}

void graph_turn_pass(const battle_graph *g, graph_key *s, int side)
{
    const graph_view view = graph_view_of(g, s);
    const int next = turn_acting_side(&view.turn, turn_side_after(g->model, side));

    for (int at = SIDE_A; at <= SIDE_B; at++)
        if (g->spread[at])
            level_attacks(&view, s, at);
    if (next == N_SIDES)
        begin_turn(s, turn_next_place(&view.turn));
    else
        s->side = (uint8_t)next;
}
