/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enumerates an activation throw by throw. Between two throws, equal joint states are merged. So the work grows with
 * the number of different states, not with the number of dice results. */
#include "fight/activation.h"

#include <string.h>

/* The longest activation of a rulebook has a dozen throws. If an activation does not end within THROWS_MAX, the
 * reference engine rolls the battle. */
enum { THROWS_MAX = 64 }; /* an activation with more throws counts as endless */

/* Adds the chance to the joint state with the same bytes, or appends one; false if there is no room. Long doubles: the
 * chances of a long activation are products of many, and they must add up to 1. */
static bool add_joint_state(joint_state *joint_states, size_t *n, const joint_state *from)
{
    for (size_t i = 0; i < *n; i++) /* linear search: lists are short, and two of them are on the stack */
        if (memcmp(&joint_states[i], from, 2 * SALVO_ELEMENT_BYTES) == 0) {
            joint_states[i].p += from->p;
            return true;
        }
    if (*n == JOINT_STATES_MAX)
        return false;
    joint_states[(*n)++] = *from;
    return true;
}

/* Adds the joint state after every result of one throw. If all act at once, the change that resolve() makes to the
 * actor is dropped. */
static bool throw_on(activation *a, const salvo_battle_adapter *adapter, const void *fire, int throw_at,
                     const joint_state *from, const salvo_dice *dice, joint_state *next, size_t *n)
{
    const bool actor_stays = adapter->sequence == SALVO_AT_ONCE;
    const uint64_t ways = salvo_dice_ways(dice);
    uint8_t faces[SALVO_DICE_MAX];

    salvo_dice_first(dice, faces);
    do {
        joint_state to = *from;

        a->tried++;
        adapter->resolve(fire, throw_at, faces, to.actor, to.target);
        if (actor_stays)
            memcpy(to.actor, from->actor, sizeof to.actor);
        to.p = from->p * salvo_dice_chance(dice, ways, faces);
        if (to.p > 0 && !add_joint_state(next, n, &to))
            return false;
    } while (salvo_dice_next(dice, faces));
    return true;
}

/* Whether the activation continues from that joint state, and with which dice. */
static bool dice_of(const salvo_battle_adapter *adapter, const void *fire, int throw_at, const joint_state *now,
                    const fired_at *target, salvo_dice *dice)
{
    if (!target->before)
        return adapter->dice(fire, throw_at, now->actor, now->target, dice);
    if (throw_at > 0 && (adapter->aims_each_throw || adapter->strength(target->element, now->target) <= 0))
        return false;
    return adapter->dice(fire, throw_at, now->actor, target->before, dice);
}

/* `tried` is not reset here: the caller adds up the effort of several activations. */
bool activation_compose(activation *a, const salvo_battle_adapter *adapter, const void *fire, const uint8_t *actor,
                        const fired_at *target)
{
    /* Two lists change roles with each throw. */
    joint_state lists[2][JOINT_STATES_MAX]; /* now and next, by the parity of the throw */
    size_t n[2] = {1, 0};

    memcpy(lists[0][0].actor, actor, SALVO_ELEMENT_BYTES);
    memcpy(lists[0][0].target, target->now, SALVO_ELEMENT_BYTES);
    lists[0][0].p = 1;
    a->n = 0;
    a->throws = false;
    for (int throw_at = 0; throw_at < THROWS_MAX && n[throw_at & 1]; throw_at++) {
        const joint_state *now = lists[throw_at & 1];
        size_t *n_next = &n[!(throw_at & 1)];

        *n_next = 0;
        for (size_t i = 0; i < n[throw_at & 1]; i++) {
            salvo_dice dice;
            bool goes_on = dice_of(adapter, fire, throw_at, &now[i], target, &dice);

            a->throws = a->throws || (goes_on && dice.count > 0);
            if (goes_on ? !throw_on(a, adapter, fire, throw_at, &now[i], &dice, lists[!(throw_at & 1)], n_next)
                        : !add_joint_state(a->joint_states, &a->n,
                                           &now[i])) /* no more dice: an outcome of the activation */
                return false;
        }
        n[throw_at & 1] = 0;
    }
    return n[0] == 0 && n[1] == 0; /* false: THROWS_MAX throws did not end it */
}
