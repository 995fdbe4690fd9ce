#include "rules/mbt2030/fight.h"

const char *const MBT_FIRST_CHOICES[] = {[FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", NULL};
const char *const MBT_ACCUMULATE_CHOICES[] = {"no", "step", NULL};

/* One engagement of stands in those states: the rule itself, for each of the owner's results. */
static void find_after(const struct mbt_tables *t, struct mbt_fight *f, enum mbt_side owner, int a, int b)
{
    struct mbt_stand own = f->stand[owner], opp = f->stand[mbt_enemy(owner)];
    struct mbt_engagement e;

    own.state = (enum mbt_state)(owner == SIDE_A ? a : b);
    opp.state = (enum mbt_state)(owner == SIDE_A ? b : a);
    e = mbt_engagement_of(t, &own, &opp, &f->s, TYPE_AUTO);
    for (int result = 0; result < N_RESULTS; result++) {
        uint8_t *after = f->after[owner][a][b][result];

        after[owner] = (uint8_t)mbt_receive(&own, e.of[result].own, f->accumulate);
        after[mbt_enemy(owner)] = (uint8_t)mbt_receive(&opp, e.of[result].opp, f->accumulate);
    }
}

static void find_all_after(const struct mbt_tables *t, struct mbt_fight *f)
{
    for (int owner = 0; owner < N_SIDES; owner++) {
        f->engagement[owner] =
            mbt_engagement_of(t, &f->stand[owner], &f->stand[mbt_enemy((enum mbt_side)owner)], &f->s, TYPE_AUTO);
        for (int a = 0; a < N_LIVE_STATES; a++)
            for (int b = 0; b < N_LIVE_STATES; b++)
                find_after(t, f, (enum mbt_side)owner, a, b);
    }
}

salvo_status mbt_fight_prepare(const void *tables, const salvo_parameter *parameters, const salvo_value *values,
                               struct mbt_fight *fight, salvo_error *err)
{
    uint32_t hands[N_SIDES][N_HANDS];

    for (int side = 0; side < N_SIDES; side++) {
        int stand = FIGHT_STAND + side * N_STAND_KEYS, hand = FIGHT_HANDS + side * N_HAND_KEYS;
        salvo_status status = mbt_stand_of(tables, &parameters[stand], &values[stand], &fight->stand[side], err);

        if (status == SALVO_OK)
            status = mbt_hands_of(&parameters[hand], &values[hand], hands[side], err);
        if (status != SALVO_OK)
            return status;
    }
    fight->s = mbt_situation_of(&values[FIGHT_SITUATION]);
    fight->rps[SIDE_A] = mbt_rps_of(hands[SIDE_A], hands[SIDE_B], false);
    fight->rps[SIDE_B] = mbt_rps_turned(&fight->rps[SIDE_A]);
    fight->initiative = mbt_rps_of(hands[SIDE_A], hands[SIDE_B], true);
    fight->first = (enum mbt_first)values[FIGHT_FIRST].integer;
    fight->accumulate = values[FIGHT_ACCUMULATE].integer;
    fight->turn_limit = values[FIGHT_TURNS].word ? 0 : values[FIGHT_TURNS].integer;
    find_all_after(tables, fight);
    return SALVO_OK;
}

salvo_dice mbt_fight_order_dice(const struct mbt_fight *fight)
{
    return fight->first == FIRST_INITIATIVE ? mbt_rps_dice(&fight->initiative) : salvo_dice_of(0, N_RESULTS);
}

enum mbt_side mbt_fight_order(const struct mbt_fight *fight, const uint8_t *faces)
{
    if (fight->first == FIRST_INITIATIVE)
        return mbt_rps_result(faces) == RESULT_WIN ? SIDE_A : SIDE_B;
    return fight->first == FIRST_A ? SIDE_A : SIDE_B;
}

bool mbt_fight_never_begins(const struct mbt_fight *fight)
{
    return fight->first == FIRST_INITIATIVE && mbt_rps_only_draws(&fight->initiative);
}

bool mbt_fight_may_change(const struct mbt_fight *fight, enum mbt_side owner, int a, int b)
{
    for (int result = 0; result < N_RESULTS; result++) {
        const uint8_t *after = fight->after[owner][a][b][result];

        if (fight->rps[owner].weights[result] && (after[SIDE_A] != a || after[SIDE_B] != b))
            return true;
    }
    return false;
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
                   ORDER[fight->first]);
    if (fight->turn_limit)
        salvo_text_add(text, ", for at most %lld turn%s", (long long)fight->turn_limit,
                       fight->turn_limit == 1 ? "" : "s");
    salvo_text_put(text, "\n");
    explain_side(fight, SIDE_A, text);
    explain_side(fight, SIDE_B, text);
}
