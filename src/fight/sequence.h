/* In which order elements act in a turn. */
#ifndef SALVO_FIGHT_SEQUENCE_H
#define SALVO_FIGHT_SEQUENCE_H

#include "fight/battle_state.h"

typedef struct sequence {
    /* The ORDER throw (of no dice where nothing is decided), and what it says: the side, or the side and the actor, that
     * is next, into the state. false: throw again. */
    void (*dice)(const battle_model *e, const struct state *s, salvo_dice *dice);
    bool (*order)(const battle_model *e, struct state *s, const uint8_t *faces);
    /* Who acts now, into *side and *actor; false when nobody is left who may act before another ORDER throw. */
    bool (*next)(const battle_model *e, const struct state *s, int *side, int *actor);
    /* An activation of *side has ended: who is next, into the state. */
    void (*pass)(struct state *s, int side);
    bool many_orders; /* an ORDER throw before every activation */
} sequence;

const sequence *sequence_of(const battle_model *e);

/* Whether an element of the side may choose otherwise in another turn though nobody was weakened. */
bool is_fickle(const battle_model *e, int side);

/* Elements of the side that are in the fight and have not acted; the first of them, or -1. */
int count_ready(const battle_model *e, const struct state *s, int side);
int first_ready(const battle_model *e, const struct state *s, int side);

#endif
