/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which elements act in a turn. */
#ifndef SALVO_FIGHT_SEQUENCE_H
#define SALVO_FIGHT_SEQUENCE_H

#include "fight/battle_state.h"

typedef struct sequence {
    /* The ORDER throw (of no dice where there is nothing to decide). `order` writes its result into the state: the side
     * that is next, or the side and the actor. false: throw again. */
    void (*dice)(const battle_model *e, const struct state *s, salvo_dice *dice);
    bool (*order)(const battle_model *e, struct state *s, const uint8_t *faces);
    /* Sets *side and *actor to who acts now; false when nobody may act before another ORDER throw. */
    bool (*next)(const battle_model *e, const struct state *s, int *side, int *actor);
    /* After an activation of `side`: writes who is next into the state. */
    void (*pass)(struct state *s, int side);
    bool many_orders; /* an ORDER throw before every activation */
} sequence;

const sequence *sequence_of(const battle_model *e);

/* In how many ways the throw for the initiative lets either side begin, where the sequence has one. Results that are
 * thrown again are left out. */
void order_ways(const battle_model *e, double ways[N_SIDES]);

#endif
