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

salvo_status mbt_hands_of_both(const salvo_parameter *parameters, const salvo_value *values, struct mbt_hands *hands,
                               salvo_error *err)
{
    uint32_t weights[N_SIDES][N_HANDS];

    for (int side = 0; side < N_SIDES; side++) {
        int at = side * N_HAND_KEYS;
        salvo_status status = mbt_hands_of(&parameters[at], &values[at], weights[side], err);

        if (status != SALVO_OK)
            return status;
    }
    hands->rps[SIDE_A] = mbt_rps_of(weights[SIDE_A], weights[SIDE_B], false);
    hands->rps[SIDE_B] = mbt_rps_turned(&hands->rps[SIDE_A]);
    hands->initiative = mbt_rps_of(weights[SIDE_A], weights[SIDE_B], true);
    hands->first = (enum mbt_first)values[HANDS_FIRST].integer;
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

salvo_status mbt_fight_prepare(const void *tables, const salvo_parameter *parameters, const salvo_value *values,
                               struct mbt_fight *fight, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = 0; side < N_SIDES && status == SALVO_OK; side++) {
        int at = FIGHT_STAND + side * N_STAND_KEYS;

        status = mbt_stand_of(tables, &parameters[at], &values[at], &fight->stand[side], err);
    }
    if (status == SALVO_OK)
        status = mbt_hands_of_both(&parameters[FIGHT_HANDS], &values[FIGHT_HANDS], &fight->hands, err);
    if (status != SALVO_OK)
        return status;
    fight->s = mbt_situation_of(&values[FIGHT_SITUATION]);
    fight->accumulate = values[FIGHT_ACCUMULATE].integer;
    fight->turn_limit = values[FIGHT_TURNS].word ? 0 : values[FIGHT_TURNS].integer;
    find_exchanges(tables, fight);
    return SALVO_OK;
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
