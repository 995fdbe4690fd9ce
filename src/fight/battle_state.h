/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a battle's chain: the place of the lines, the actor and its target, and the unit state of every
 * element. */
#ifndef SALVO_FIGHT_BATTLE_STATE_H
#define SALVO_FIGHT_BATTLE_STATE_H

#include "fight/turn.h"

/* The phases of a turn. An ORDER throw decides who begins, or who is next; it occurs once or before every activation.
 * An activation is one or several ACT throws. At the end come the AFTER throws of elements that have any. */
enum phase { ORDER, ACT, AFTER };

struct packed_state {
    uint8_t unit_state[SALVO_ELEMENT_BYTES];
    uint8_t acted;
    uint8_t received; /* attacks this turn; kept only if the enemy spreads its fire */
};

/* `element` has an entry for every element, side b's behind side a's. If all act at once, their unit states at the
 * start of the turn follow. */
struct state {
    uint8_t phase;
    uint8_t side, actor, target; /* of the activation; after ORDER, `side` (and with cards `actor`) is next */
    uint16_t throw_at;
    uint8_t place, turn; /* turns are counted only for a limit */
    struct packed_state element[2 * SALVO_ELEMENTS_MAX];
    uint8_t before[2 * SALVO_ELEMENTS_MAX * SALVO_ELEMENT_BYTES]; /* space for what follows */
};

static inline int elements_of(const battle_model *model)
{
    return model->side[SIDE_A].n + model->side[SIDE_B].n;
}

static inline size_t number_of(const battle_model *model, int side, int i)
{
    return (size_t)((side == SIDE_A ? 0 : model->side[SIDE_A].n) + i);
}

static inline struct packed_state *packed_state_of(const battle_model *model, struct state *s, int side, int i)
{
    return &s->element[number_of(model, side, i)];
}

static inline const struct packed_state *packed_state_at(const battle_model *model, const struct state *s, int side,
                                                         int i)
{
    return &s->element[number_of(model, side, i)];
}

static inline const element_kind *kind_at(const battle_model *model, int side, int i)
{
    return &model->side[side].kinds[model->side[side].kind_of[i]];
}

static inline uint8_t *unit_states_before(const battle_model *model, struct state *s)
{
    return (uint8_t *)s + offsetof(struct state, element) + (size_t)elements_of(model) * sizeof(struct packed_state);
}

/* The unit state in which an element acts, and which decides the dice at it: the present one or, if all act at once,
 * that of the turn's start. */
static inline const uint8_t *seen_at(const battle_model *model, const struct state *s, int side, int i)
{
    const size_t number = number_of(model, side, i);

    return is_at_once(model) ? unit_states_before(model, (struct state *)s) + number * SALVO_ELEMENT_BYTES
                             : s->element[number].unit_state;
}

static inline int strength_at(const battle_model *model, const struct state *s, int side, int i)
{
    return model->adapter->strength(kind_at(model, side, i)->element, packed_state_at(model, s, side, i)->unit_state);
}

/* Whether the element acts in this turn. If all act at once, so does one that has fallen since. */
static inline bool is_fighting(const battle_model *model, const struct state *s, int side, int i)
{
    return model->adapter->strength(kind_at(model, side, i)->element, seen_at(model, s, side, i)) > 0;
}

/* Whether it acts in this turn and has yet to act. */
static inline bool is_ready(const battle_model *model, const struct state *s, int side, int i)
{
    return !packed_state_at(model, s, side, i)->acted && is_fighting(model, s, side, i);
}

static inline int count_ready(const battle_model *model, const struct state *s, int side)
{
    int n = 0;

    for (int i = 0; i < model->side[side].n; i++)
        n += is_ready(model, s, side, i);
    return n;
}

static inline const void *fire_at(const battle_model *model, const struct state *s, int side, int actor, int target)
{
    return battle_model_fire(model, s->place, side, model->side[side].kind_of[actor],
                             model->side[enemy_of(side)].kind_of[target]);
}

/* A state as the rules of a turn see it. */
typedef struct state_view {
    turn_view turn;
    const struct state *state;
} state_view;

state_view state_view_of(const battle_model *model, const struct state *s);

#endif
