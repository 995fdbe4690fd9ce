/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effects of engagements of two stands in all pairs of their states: nine engagements computed beforehand, so that
 * a duel or battle only looks up results. */
#include "rules/mbt2030/exchange.h"

/* A stand that left counts as broken for fragility (M13), so both are one state. */
static uint8_t state_after(const struct mbt_stand *stand, enum mbt_state received, bool accumulate)
{
    enum mbt_state after = mbt_receive(stand, received, accumulate);

    return (uint8_t)(mbt_is_out(after) ? STATE_BROKEN : after);
}

/* Being pinned or shaken is a cause of disadvantage, so each pair of states is a separate engagement. Permission does
 * not depend on states. */
struct mbt_exchange mbt_exchange_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                    const struct mbt_stand *opp, const struct mbt_situation *s,
                                    const struct mbt_rps *rps, bool accumulate)
{
    struct mbt_exchange x = {.allowed = mbt_engagement_of(t, own, opp, s, TYPE_AUTO).allowed, .rps = *rps};
    struct mbt_stand a = *own, b = *opp;

    for (int i = 0; i < N_LIVE_STATES; i++)
        for (int k = 0; k < N_LIVE_STATES; k++) {
            struct mbt_engagement e;

            a.state = (enum mbt_state)i;
            b.state = (enum mbt_state)k;
            e = mbt_engagement_of(t, &a, &b, s, TYPE_AUTO);
            for (int result = 0; result < N_RESULTS; result++) {
                x.after[i][k][result].own = state_after(&a, e.of[result].own, accumulate);
                x.after[i][k][result].opp = state_after(&b, e.of[result].opp, accumulate);
            }
        }
    return x;
}

/* The weights are in the exchange, which outlives the throw. */
salvo_dice mbt_exchange_dice(const struct mbt_exchange *x)
{
    return x->allowed ? mbt_rps_dice(&x->rps) : salvo_dice_of(0, N_RESULTS);
}

/* Both states are read before either is written. */
void mbt_exchange_apply(const struct mbt_exchange *x, uint8_t *own, uint8_t *opp, const uint8_t *faces)
{
    int from = *own, at = *opp;

    if (!x->allowed)
        return;
    *own = x->after[from][at][mbt_rps_result(faces)].own;
    *opp = x->after[from][at][mbt_rps_result(faces)].opp;
}

/* A result that these hands can never have changes nothing. */
bool mbt_exchange_may_change(const struct mbt_exchange *x, enum mbt_state own, enum mbt_state opp)
{
    for (int result = 0; x->allowed && result < N_RESULTS; result++) {
        bool changes = x->after[own][opp][result].own != own || x->after[own][opp][result].opp != opp;

        if (x->rps.weights[result] && changes)
            return true;
    }
    return false;
}
