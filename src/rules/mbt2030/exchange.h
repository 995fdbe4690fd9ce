/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What engagements of one stand with another come to in whatever states the two are. */
#ifndef SALVO_RULES_MBT2030_EXCHANGE_H
#define SALVO_RULES_MBT2030_EXCHANGE_H

#include "rules/mbt2030/engagement.h"

/* `own` is the stand whose round it is. */
struct mbt_exchange {
    bool allowed;
    struct mbt_rps rps; /* from the owner's side */
    /* The states after it, by those before it (neither is out) and the owner's result. */
    struct {
        uint8_t own, opp; /* enum mbt_state */
    } after[N_LIVE_STATES][N_LIVE_STATES][N_RESULTS];
};

/* All of it, whatever `own` and `opp` hold as their states. `accumulate` is ruling M8's option. */
struct mbt_exchange mbt_exchange_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                    const struct mbt_stand *opp, const struct mbt_situation *s,
                                    const struct mbt_rps *rps, bool accumulate);

/* The showing of hands, of no dice when nothing is allowed, and what it makes of the states. One who left is called
 * broken: nothing tells them apart any more. */
salvo_dice mbt_exchange_dice(const struct mbt_exchange *x);
void mbt_exchange_apply(const struct mbt_exchange *x, uint8_t *own, uint8_t *opp, const uint8_t *faces);

/* Whether it may change the states. */
bool mbt_exchange_may_change(const struct mbt_exchange *x, enum mbt_state own, enum mbt_state opp);

#endif
