/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Composes one activation as a whole: what its throws, one after the other, make of the actor and of his target. */
#ifndef SALVO_FIGHT_ACTIVATION_H
#define SALVO_FIGHT_ACTIVATION_H

#include <stddef.h>

#include <salvo/rules.h>

enum { JOINT_STATES_MAX = 2048 };

/* The unit states of both after a number of throws, and the chance of them: in more digits than a double has, where the
 * machine knows them, so that exact answers in doubles agree with fractions to the last digit that is printed. */
typedef struct joint_state {
    uint8_t actor[SALVO_ELEMENT_BYTES], target[SALVO_ELEMENT_BYTES];
    long double p;
} joint_state;

/* Every different outcome of the activation, in the order in which they are found. */
typedef struct activation {
    joint_state joint_states[JOINT_STATES_MAX];
    size_t n;
    bool throws;    /* any dice at all are thrown */
    uint64_t tried; /* dice results that were tried; added to, never set */
} activation;

/* Who is fired at. `before`: where all act at once, its unit state when the turn began, by which dice are thrown; else
 * NULL, and `element` is not read. */
typedef struct fired_at {
    const void *element;
    const uint8_t *now, *before;
} fired_at;

/* false when the throws do not come to an end, or could have more than JOINT_STATES_MAX outcomes. Where each throw is aimed
 * by itself, the activation is the first throw. */
bool activation_compose(activation *a, const salvo_battle_adapter *adapter, const void *fire, const uint8_t *actor,
                        const fired_at *target);

#endif
