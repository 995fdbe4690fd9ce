/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/graph_turn.h"

static element_set left(const turn_view *v, int side)
{
    return ((const graph_view *)v)->key->left[side];
}

static element_set ready(const turn_view *v, int side)
{
    const graph_key *key = ((const graph_view *)v)->key;

    return key->left[side] & ~key->acted[side];
}

static bool is_stopped(const turn_view *v, int side, int i)
{
    const graph_view *view = (const graph_view *)v;

    return graph_unit(view->g, side, view->key->unit[side][i])->is_stopped;
}

/* A code belongs to one kind. */
static bool are_alike(const turn_view *v, int side, int i, int k)
{
    const uint16_t *unit = ((const graph_view *)v)->key->unit[side];

    return unit[i] == unit[k];
}

static known_state known(const turn_view *v, int side, int i)
{
    const graph_view *view = (const graph_view *)v;

    return known_state_of(view->g->c, side, number_of_code(view->g->c, side, view->key->unit[side][i]));
}

static int attacks(const turn_view *v, int side, int i)
{
    return ((const graph_view *)v)->key->received[side][i];
}

static double wish(const turn_view *v, int side, int target)
{
    const graph_view *view = (const graph_view *)v;

    return graph_unit(view->g, enemy_of(side), view->key->unit[enemy_of(side)][target])->wish;
}

/* Composes the activation. After a failure, nothing is composed any more. */
static uint32_t worth(const turn_view *v, int side, int actor, int target)
{
    const graph_view *view = (const graph_view *)v;
    const uint16_t by = view->key->unit[side][actor], at = view->key->unit[enemy_of(side)][target];
    uint32_t number;

    if (*view->status == SALVO_OK)
        *view->status = graph_find_action(view->g, v->place, side, by, at, &number, view->err);
    return *view->status == SALVO_OK ? view->g->actions[number].worth : 0;
}

static const turn_facts FACTS = {
    .left = left,
    .ready = ready,
    .is_stopped = is_stopped,
    .are_alike = are_alike,
    .known = known,
    .attacks = attacks,
    .wish = wish,
    .worth = worth,
};

graph_view graph_view_of(battle_graph *g, const graph_key *key, salvo_status *status, salvo_error *err)
{
    return (graph_view){{g->model, key->place, &FACTS}, g, key, status, err};
}

static void begin_turn(graph_key *s, int place)
{
    s->place = (uint8_t)place;
    s->side = N_SIDES;
    s->acted[SIDE_A] = s->acted[SIDE_B] = 0;
    memset(s->received, 0, sizeof s->received);
}

/* Only differences in attacks count, and only while the enemy still fires. Policies compare these numbers only with
 * each other, so subtracting the least makes more positions equal. */
static void level_attacks(const graph_view *view, graph_key *s, int side)
{
    const bool fires = ready(&view->turn, enemy_of(side)) != 0;
    uint8_t least = UINT8_MAX;

    for (element_set set = s->left[side]; set; set = set_rest(set))
        if (s->received[side][set_first(set)] < least)
            least = s->received[side][set_first(set)];
    for (int i = 0; i < view->g->model->side[side].n; i++)
        s->received[side][i] = (uint8_t)(fires && s->left[side] >> i & 1 ? s->received[side][i] - least : 0);
}

void graph_turn_pass(battle_graph *g, graph_key *s, int side)
{
    const graph_view view = graph_view_of(g, s, NULL, NULL);
    const int next = turn_acting_side(&view.turn, turn_side_after(g->model, side));

    for (int at = SIDE_A; at <= SIDE_B; at++)
        if (g->spread[at])
            level_attacks(&view, s, at);
    if (next == N_SIDES)
        begin_turn(s, turn_next_place(&view.turn));
    else
        s->side = (uint8_t)next;
}
