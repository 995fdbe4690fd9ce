/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which elements act in a turn. */
#ifndef SALVO_FIGHT_SEQUENCE_H
#define SALVO_FIGHT_SEQUENCE_H

#include "fight/battle_state.h"

typedef struct sequence {
    /* The ORDER throw, without dice if nothing needs a decision. `order` writes its result into the state: the next
     * side, or the side and the actor. It returns false if the throw is repeated. */
    void (*dice)(const battle_model *model, const struct state *s, salvo_dice *dice);
    bool (*order)(const battle_model *model, struct state *s, const uint8_t *faces);
    /* Sets *side and *actor to the next actor; returns false if nobody may act before another ORDER throw. */
    bool (*next)(const battle_model *model, const struct state *s, int *side, int *actor);
    bool many_orders; /* an ORDER throw before every activation */
} sequence;

const sequence *sequence_of(const battle_model *model);

/* Counts the ways in which the initiative throw lets either side begin, if the order of acting has one. Results that
 * are thrown again are left out. */
void order_ways(const battle_model *model, double ways[N_SIDES]);

#endif
