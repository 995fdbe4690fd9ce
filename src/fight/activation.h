/* One activation as a whole: what its throws, one after the other, make of the one who acts and of his target. */
#ifndef SALVO_FIGHT_ACTIVATION_H
#define SALVO_FIGHT_ACTIVATION_H

#include <stddef.h>

#include <salvo/rules.h>

enum { JOINT_STATES_MAX = 2048 };

/* How the two stand after a number of throws, and the chance of it. */
typedef struct joint_state {
    uint8_t actor[SALVO_ELEMENT_BYTES], target[SALVO_ELEMENT_BYTES];
    double p;
} joint_state;

/* Every different end of the activation, in the order in which they turn up. */
typedef struct activation {
    joint_state joint_states[JOINT_STATES_MAX];
    size_t n;
    bool throws;    /* there are any dice at all */
    uint64_t tried; /* results of dice, added to */
} activation;

/* false when the throws do not come to an end, or could end in more than JOINT_STATES_MAX ways. */
bool activation_compose(activation *a, const salvo_battle_adapter *adapter, const void *fire, const uint8_t *actor,
                        const uint8_t *target);

#endif
