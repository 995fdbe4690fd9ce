#include "rules/mbt2030/fight.h"

const char *const MBT_FIRST_CHOICES[] = {[FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", NULL};
const char *const MBT_ACCUMULATE_CHOICES[] = {"no", "step", NULL};

static void find_exchanges(const struct mbt_tables *t, struct mbt_fight *f)
{
    for (int owner = 0; owner < N_SIDES; owner++) {
        const struct mbt_stand *own = &f->stand[owner], *opp = &f->stand[mbt_enemy((enum mbt_side)owner)];

        f->engagement[owner] = mbt_engagement_of(t, own, opp, &f->s, TYPE_AUTO);
        f->exchange[owner] = mbt_exchange_of(t, own, opp, &f->s, &f->hands.rps[owner], f->accumulate);
    }
}

salvo_status mbt_hands_prepare(struct mbt_hands *hands, salvo_error *err)
{
    const uint32_t *a = hands->weights[SIDE_A], *b = hands->weights[SIDE_B];
    salvo_status status = mbt_hands_check(a, "a-", err);

    if (status == SALVO_OK)
        status = mbt_hands_check(b, "b-", err);
    if (status != SALVO_OK)
        return status;
    hands->rps[SIDE_A] = mbt_rps_of(a, b, false);
    hands->rps[SIDE_B] = mbt_rps_turned(&hands->rps[SIDE_A]);
    hands->initiative = mbt_rps_of(a, b, true);
    return SALVO_OK;
}

salvo_dice mbt_order_dice(const struct mbt_hands *hands)
{
    return hands->first == FIRST_INITIATIVE ? mbt_rps_dice(&hands->initiative) : salvo_dice_of(0, N_RESULTS);
}

enum mbt_side mbt_order(const struct mbt_hands *hands, const uint8_t *faces)
{
    if (hands->first == FIRST_INITIATIVE)
        return mbt_rps_result(faces) == RESULT_WIN ? SIDE_A : SIDE_B;
    return hands->first == FIRST_A ? SIDE_A : SIDE_B;
}

bool mbt_never_begins(const struct mbt_hands *hands)
{
    return hands->first == FIRST_INITIATIVE && mbt_rps_only_draws(&hands->initiative);
}

salvo_status mbt_fight_prepare(const void *tables, struct mbt_fight *fight, salvo_error *err)
{
    salvo_status status = mbt_stand_prepare(tables, &fight->stand[SIDE_A], "a-", err);

    if (status == SALVO_OK)
        status = mbt_stand_prepare(tables, &fight->stand[SIDE_B], "b-", err);
    if (status == SALVO_OK)
        status = mbt_hands_prepare(&fight->hands, err);
    if (status == SALVO_OK)
        find_exchanges(tables, fight);
    return status;
}

static void explain_side(const struct mbt_fight *fight, enum mbt_side side, salvo_text *text)
{
    const struct mbt_engagement *e = &fight->engagement[side];

    salvo_text_add(text, "%s: ", side == SIDE_A ? "a" : "b");
    mbt_stand_explain(&fight->stand[side], text);
    if (e->allowed)
        salvo_text_add(text, "; its engagement is %s, disadvantage %d against %d\n",
                       e->mutual ? "mutual" : "unilateral", e->counts.own, e->counts.opp);
    else
        salvo_text_put(text, "; may not engage the other\n");
}

void mbt_fight_explain(const struct mbt_fight *fight, salvo_text *text)
{
    static const char *const ORDER[] = {[FIRST_A] = "a has the first round of every turn",
                                        [FIRST_B] = "b has the first round of every turn",
                                        [FIRST_INITIATIVE] = "hands are shown for the first round of every turn"};

    salvo_text_add(text, "At %.15g inch%s; %s", fight->s.range_inches, mbt_plural(fight->s.range_inches),
                   ORDER[fight->hands.first]);
    if (fight->turn_limit)
        salvo_text_add(text, ", for at most %lld turn%s", (long long)fight->turn_limit,
                       fight->turn_limit == 1 ? "" : "s");
    salvo_text_put(text, "\n");
    explain_side(fight, SIDE_A, text);
    explain_side(fight, SIDE_B, text);
}
