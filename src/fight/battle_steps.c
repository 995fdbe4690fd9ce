/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step is one throw, so there are states between two throws of an activation. States forget all that they can
 * (close_ranks), because every merged state is one less to solve. */
#include "fight/battle_steps.h"

#include <string.h>

#include "fight/lines.h"
#include "fight/sequence.h"

/* Waits for an ORDER throw. Zeroes all fields of the last activation, so that states with different pasts are one. */
static void await_order(struct state *s)
{
    s->phase = ORDER;
    s->side = s->actor = s->target = s->throw_at = 0;
}

/* Moves fallen elements behind the others of their run, and clears their turn. */
static void close_ranks(const battle_model *model, struct state *s, int side)
{
    const battle_side *army = &model->side[side];
    int from = 0;

    if (!turn_closes_ranks(model))
        return;
    while (from < army->n) {
        struct packed_state out[SALVO_ELEMENTS_MAX];
        int to = from, n_out = 0, i = from;

        for (; i < army->n && army->kind_of[i] == army->kind_of[from]; i++)
            if (strength_at(model, s, side, i) > 0) {
                *packed_state_of(model, s, side, to++) = *packed_state_at(model, s, side, i);
            } else {
                out[n_out] = *packed_state_at(model, s, side, i);
                out[n_out].acted = out[n_out].received = 0;
                n_out++;
            }
        for (int k = 0; k < n_out; k++)
            *packed_state_of(model, s, side, to++) = out[k];
        from = i;
    }
}

static void move_lines(const battle_model *model, struct state *s)
{
    const state_view view = state_view_of(model, s);

    s->place = (uint8_t)turn_next_place(&view.turn);
}

/* Begins a turn: the lines move, and every element may act again. */
void battle_begin_turn(const battle_model *model, struct state *s)
{
    await_order(s);
    close_ranks(model, s, SIDE_A);
    close_ranks(model, s, SIDE_B);
    move_lines(model, s);
    for (int i = 0; i < elements_of(model); i++) {
        s->element[i].acted = s->element[i].received = 0;
        if (is_at_once(model)) /* the states in which all act until the turn ends */
            memcpy(unit_states_before(model, s) + i * SALVO_ELEMENT_BYTES, s->element[i].unit_state,
                   SALVO_ELEMENT_BYTES);
    }
}

/* Whether nobody has acted in this turn. Order throws within a turn (cards) follow an element that has acted. */
bool battle_is_beginning(const battle_model *model, const struct state *s)
{
    if (s->phase != ORDER)
        return false;
    for (int i = 0; i < elements_of(model); i++)
        if (s->element[i].acted)
            return false;
    return true;
}

/* Sets the dice that the element throws at the end of a turn that it began as `before`. */
bool battle_after_dice(const battle_model *model, const struct state *s, int side, int i, const uint8_t *before,
                       salvo_dice *dice)
{
    return model->adapter->after_dice(kind_at(model, side, i)->element,
                                      battle_model_moved(model, s->place, side, model->side[side].kind_of[i]), before,
                                      packed_state_at(model, s, side, i)->unit_state, dice);
}

/* Finds the next element from `i` on that throws dice at the end of the turn. Returns true if there is none, and the
 * next turn has begun. One element at a time, because each throw is a step. */
static bool end_turn(const battle_model *model, struct state *s, int side, int i)
{
    salvo_dice dice;

    for (; side <= SIDE_B && model->adapter->after_dice; side++, i = 0)
        for (; i < model->side[side].n; i++)
            if (strength_at(model, s, side, i) > 0 &&
                battle_after_dice(model, s, side, i, seen_at(model, s, side, i), &dice)) {
                s->phase = AFTER;
                s->side = (uint8_t)side;
                s->actor = (uint8_t)i;
                s->target = s->throw_at = 0;
                return false;
            }
    battle_begin_turn(model, s);
    return true;
}

/* Whether the activation throws any die; one without dice is no attack. It works on copies of both unit states.
 * SALVO_SPREAD counts attacks, and an activation may consist of throws without dice. */
static bool is_attack(const battle_model *model, const struct state *s, int side, int actor, int target)
{
    const void *fire = fire_at(model, s, side, actor, target);
    const uint8_t none[SALVO_DICE_MAX] = {0};
    uint8_t own[SALVO_ELEMENT_BYTES], enemy[SALVO_ELEMENT_BYTES];
    salvo_dice dice;

    memcpy(own, seen_at(model, s, side, actor), sizeof own);
    memcpy(enemy, seen_at(model, s, enemy_of(side), target), sizeof enemy);
    for (int throw_at = 0; model->adapter->dice(fire, throw_at, own, enemy, &dice); throw_at++) {
        if (dice.count > 0)
            return true;
        model->adapter->resolve(fire, throw_at, none, own, enemy);
    }
    return false;
}

/* Aims a throw of an activation; returns false if there is nothing to throw. */
static bool aim_throw(const battle_model *model, struct state *s, int side, int actor, int throw_at)
{
    const state_view view = state_view_of(model, s);
    const int target = turn_target(&view.turn, side, actor), enemy = enemy_of(side);
    salvo_dice dice;

    if (target < 0 || !model->adapter->dice(fire_at(model, s, side, actor, target), throw_at,
                                            seen_at(model, s, side, actor), seen_at(model, s, enemy, target), &dice))
        return false;
    if (model->side[side].targets == SALVO_SPREAD && is_attack(model, s, side, actor, target))
        packed_state_of(model, s, enemy, target)->received++;
    s->phase = ACT;
    s->side = (uint8_t)side;
    s->actor = (uint8_t)actor;
    s->target = (uint8_t)target;
    s->throw_at = (uint16_t)throw_at;
    return true;
}

/* Marks the element as acted in any case, because one without a target must not be asked again. */
bool battle_activate(const battle_model *model, struct state *s, int side, int actor)
{
    packed_state_of(model, s, side, actor)->acted = 1;
    return aim_throw(model, s, side, actor, 0);
}

bool battle_aim_again(const battle_model *model, struct state *s)
{
    return aim_throw(model, s, s->side, s->actor, s->throw_at + 1);
}

/* Goes on to the next activation, or to what follows the last one; returns true if the turn is over. Cards are drawn
 * one at a time, so an order throw follows each activation. */
static bool move_on(const battle_model *model, struct state *s)
{
    const sequence *q = sequence_of(model);
    int side, actor;

    /* An activation without a throw is over at once. A step must end at a throw, or at the end of the turn. */
    while (q->next(model, s, &side, &actor)) {
        if (battle_activate(model, s, side, actor))
            return false;
        s->side = (uint8_t)turn_side_after(model, side);
    }
    if (!q->many_orders || count_ready(model, s, SIDE_A) + count_ready(model, s, SIDE_B) == 0)
        return end_turn(model, s, SIDE_A, 0);
    await_order(s);
    return false;
}

/* The throw of the phase: for the order, for an activation, or at the end of a turn. */
void battle_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const battle_model *model = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        sequence_of(model)->dice(model, s, dice);
    else if (s->phase == ACT)
        model->adapter->dice(fire_at(model, s, s->side, s->actor, s->target), s->throw_at,
                             seen_at(model, s, s->side, s->actor), seen_at(model, s, enemy_of(s->side), s->target),
                             dice);
    else
        battle_after_dice(model, s, s->side, s->actor, seen_at(model, s, s->side, s->actor), dice);
}

/* A tie of the initiative decides nothing, leaves the state unchanged and is thrown again. It is a loop of the state
 * onto itself, which every engine sums exactly. */
static bool step_order(const battle_model *model, struct state *s, const uint8_t *faces, int64_t *gain)
{
    bool begins = battle_is_beginning(model, s);

    if (!sequence_of(model)->order(model, s, faces))
        return false;
    gain[GAIN_TURNS] += begins;                 /* a turn counts when its first throw is decided */
    s->turn += begins && model->turn_limit > 0; /* 0 without a limit, so that states of different turns are one */
    return move_on(model, s);
}

/* Regained strength counts as a negative loss. */
static void count_losses(int64_t *gain, int side, int before, int now)
{
    gain[GAIN_LOST_A + side] += before - now;
    gain[GAIN_DOWN_A + side] += (before > 0) - (now > 0);
}

/* Resolves one throw of the activation; returns false if it was the last. Asks for dice once more, because only the
 * adapter can say whether another throw follows. */
static bool step_act(const battle_model *model, struct state *s, const uint8_t *faces, int64_t *gain)
{
    const int side = s->side, enemy = enemy_of(side),
              before[] = {strength_at(model, s, side, s->actor), strength_at(model, s, enemy, s->target)};
    const void *fire = fire_at(model, s, side, s->actor, s->target);
    uint8_t *target = packed_state_of(model, s, enemy, s->target)->unit_state,
            *actor = packed_state_of(model, s, side, s->actor)->unit_state;
    uint8_t as_it_was[SALVO_ELEMENT_BYTES];
    salvo_dice more;

    if (is_at_once(model))
        /* The actor's state after the throw is dropped: it acts in its state at the start of the turn. */
        actor = memcpy(as_it_was, seen_at(model, s, side, s->actor), sizeof as_it_was);
    model->adapter->resolve(fire, s->throw_at, faces, actor, target);
    count_losses(gain, side, before[0], strength_at(model, s, side, s->actor));
    count_losses(gain, enemy, before[1], strength_at(model, s, enemy, s->target));
    if (model->adapter->aims_each_throw)
        return battle_aim_again(model, s);
    if (is_at_once(model) && strength_at(model, s, enemy, s->target) <= 0) /* dice() does not see it */
        return false;
    s->throw_at++;
    return model->adapter->dice(fire, s->throw_at, seen_at(model, s, side, s->actor),
                                seen_at(model, s, enemy, s->target), &more);
}

/* Searches behind this element, because each throws once. */
static bool step_after(const battle_model *model, struct state *s, const uint8_t *faces, int64_t *gain)
{
    int side = s->side, i = s->actor, before = strength_at(model, s, side, i);

    model->adapter->after(kind_at(model, side, i)->element, faces, packed_state_of(model, s, side, i)->unit_state);
    count_losses(gain, side, before, strength_at(model, s, side, i));
    return end_turn(model, s, side, i + 1);
}

/* Returns true when a turn is over. Each phase is a kind of step. Each function leaves the state at the next throw. */
bool battle_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const battle_model *model = situation;
    struct state *s = state;

    if (s->phase == ORDER)
        return step_order(model, s, faces, gain);
    if (s->phase == AFTER)
        return step_after(model, s, faces, gain);
    if (step_act(model, s, faces, gain))
        return false;
    if (!is_at_once(model)) /* otherwise only between turns, because `before` is looked up by place, too */
        close_ranks(model, s, SIDE_A);
    if (!is_at_once(model))
        close_ranks(model, s, SIDE_B);
    s->side = (uint8_t)turn_side_after(model, s->side);
    return move_on(model, s);
}
