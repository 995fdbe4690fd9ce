/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Composes an activation as a whole: what all its throws together make of the actor and of its target. */
#ifndef SALVO_FIGHT_ACTIVATION_H
#define SALVO_FIGHT_ACTIVATION_H

#include <stddef.h>

#include <salvo/rules.h>

enum { JOINT_STATES_MAX = 2048 };

/* The unit states of both after a number of throws, and their chance. The chance has more digits than a double, if the
 * machine has such numbers. So exact answers in doubles agree with fractions to the last printed digit. */
typedef struct joint_state {
    uint8_t actor[SALVO_ELEMENT_BYTES], target[SALVO_ELEMENT_BYTES];
    long double p;
} joint_state;

/* Every different outcome of the activation, in the order in which the outcomes are found. */
typedef struct activation {
    joint_state joint_states[JOINT_STATES_MAX];
    size_t n;
    bool throws;    /* at least one die is thrown */
    uint64_t tried; /* dice results tried; calls add to it and never reset it */
} activation;

/* The target. `before`: if all act at once, its unit state at the start of the turn, which decides the dice. Otherwise
 * NULL, and `element` is not read. */
typedef struct fired_at {
    const void *element;
    const uint8_t *now, *before;
} fired_at;

/* Returns false if the throws do not end, or could have more than JOINT_STATES_MAX outcomes. If each throw is aimed by
 * itself, the activation is the first throw. */
bool activation_compose(activation *a, const salvo_battle_adapter *adapter, const void *fire, const uint8_t *actor,
                        const fired_at *target);

#endif
