/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/battle_state.h"

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

static const turn_facts FACTS = {
    .left = left,
    .ready = ready,
    .is_stopped = is_stopped,
};

state_view state_view_of(const battle_model *model, const struct state *s)
{
    return (state_view){{model, s->place, &FACTS}, s};
}
