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

static bool is_stopped(const turn_view *v, int side, int i)
{
    const graph_view *view = (const graph_view *)v;

    return graph_unit(view->g, side, view->key->unit[side][i])->is_stopped;
}

static const turn_facts FACTS = {
    .left = left,
    .is_stopped = is_stopped,
};

graph_view graph_view_of(const battle_graph *g, const graph_key *key)
{
    return (graph_view){{g->model, key->place, &FACTS}, g, key};
}

static void begin_turn(const battle_graph *g, graph_key *s)
{
    const graph_view view = graph_view_of(g, s);

    s->place = (uint8_t)turn_next_place(&view.turn);
    s->side = N_SIDES;
    memset(s->acted, 0, sizeof s->acted);
    memset(s->received, 0, sizeof s->received);
}

/* Only differences in attacks count, and only while the enemy still fires. Policies compare these numbers only with
 * each other, so subtracting the least makes more positions equal. */
static void level_received(const battle_graph *g, graph_key *s, int side)
{
    const bool fires = graph_key_first(g, s, enemy_of(side)) >= 0;
    uint8_t least = UINT8_MAX;

    for (int i = 0; i < g->model->side[side].n; i++)
        if (s->unit[side][i] != GRAPH_GONE && s->received[side][i] < least)
            least = s->received[side][i];
    for (int i = 0; i < g->model->side[side].n; i++)
        s->received[side][i] = (uint8_t)(fires && s->unit[side][i] != GRAPH_GONE ? s->received[side][i] - least : 0);
}

/* Sets the next side after an activation of that side, or starts the next turn. Sides alternate as in the chain: a
 * side without ready elements gives way. */
void graph_turn_pass(const battle_graph *g, graph_key *s, int side)
{
    const int next = g->model->adapter->sequence == SALVO_BY_SIDES ? side : enemy_of(side);

    for (int at = SIDE_A; at <= SIDE_B; at++)
        if (g->spread[at])
            level_received(g, s, at);
    if (graph_key_first(g, s, next) >= 0)
        s->side = (uint8_t)next;
    else if (graph_key_first(g, s, enemy_of(next)) >= 0)
        s->side = (uint8_t)enemy_of(next);
    else
        begin_turn(g, s);
}
