/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effects of engagements of one stand with another in all states of the two. */
#ifndef SALVO_RULES_MBT2030_EXCHANGE_H
#define SALVO_RULES_MBT2030_EXCHANGE_H

#include "rules/mbt2030/engagement.h"

/* `own` is the stand whose round it is. */
struct mbt_exchange {
    bool allowed;
    struct mbt_rps rps; /* from the owner's side */
    /* The states afterwards, by those before (neither is out) and the owner's result. */
    struct {
        uint8_t own, opp; /* enum mbt_state */
    } after[N_LIVE_STATES][N_LIVE_STATES][N_RESULTS];
};

/* Computes all of it, for any states in `own` and `opp`. `accumulate` is ruling M8's option. */
struct mbt_exchange mbt_exchange_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                    const struct mbt_stand *opp, const struct mbt_situation *s,
                                    const struct mbt_rps *rps, bool accumulate);

/* The first returns the showing of hands, of no dice if nothing is allowed. The second changes the states by it. A
 * stand that left is called broken, because nothing distinguishes them any more. */
salvo_dice mbt_exchange_dice(const struct mbt_exchange *x);
void mbt_exchange_apply(const struct mbt_exchange *x, uint8_t *own, uint8_t *opp, const uint8_t *faces);

/* Returns whether it may change the states. */
bool mbt_exchange_may_change(const struct mbt_exchange *x, enum mbt_state own, enum mbt_state opp);

#endif
