/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/battle_state.h"

#include <string.h>

static element_set left(const turn_view *v, int side)
{
    const struct state *s = ((const state_view *)v)->state;
    element_set set = 0;

    for (int i = 0; i < v->model->side[side].n; i++)
        set |= (element_set)(strength_at(v->model, s, side, i) > 0) << i;
    return set;
}

static element_set ready(const turn_view *v, int side)
{
    const struct state *s = ((const state_view *)v)->state;
    element_set set = 0;

    for (int i = 0; i < v->model->side[side].n; i++)
        set |= (element_set)is_ready(v->model, s, side, i) << i;
    return set;
}

static bool is_stopped(const turn_view *v, int side, int i)
{
    const struct state *s = ((const state_view *)v)->state;
    const salvo_battle_adapter *adapter = v->model->adapter;

    return adapter->is_stopped &&
           adapter->is_stopped(kind_at(v->model, side, i)->element, packed_state_at(v->model, s, side, i)->unit_state);
}

static fighter fighter_at(const turn_view *v, int side, int i)
{
    const struct state *s = ((const state_view *)v)->state;

    return (fighter){v->model->side[side].kind_of[i], packed_state_at(v->model, s, side, i)->unit_state,
                     seen_at(v->model, s, side, i)};
}

static bool are_alike(const turn_view *v, int side, int i, int k)
{
    const fighter x = fighter_at(v, side, i), y = fighter_at(v, side, k);

    return x.kind == y.kind && memcmp(x.now, y.now, SALVO_ELEMENT_BYTES) == 0 &&
           memcmp(x.before, y.before, SALVO_ELEMENT_BYTES) == 0;
}

static known_state known(const turn_view *v, int side, int i)
{
    const fighter f = fighter_at(v, side, i);

    return (known_state){f.kind, strength_at(v->model, ((const state_view *)v)->state, side, i), f.now, f.before};
}

static int attacks(const turn_view *v, int side, int i)
{
    return packed_state_at(v->model, ((const state_view *)v)->state, side, i)->received;
}

static double wish(const turn_view *v, int side, int target)
{
    const int enemy = enemy_of(side);

    return target_wish(v->model, side, v->model->side[enemy].kind_of[target],
                       strength_at(v->model, ((const state_view *)v)->state, enemy, target));
}

static uint32_t worth(const turn_view *v, int side, int actor, int target)
{
    const fighter by = fighter_at(v, side, actor), on = fighter_at(v, enemy_of(side), target);

    return battle_fire_worth(v->model, v->place, side, &by, &on);
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

state_view state_view_of(const battle_model *model, const struct state *s)
{
    return (state_view){{model, s->place, &FACTS}, s};
}
