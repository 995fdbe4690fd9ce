/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of the duel and the fight of battle groups: the hands of both players, the throw for the first round,
 * and the description of a side. Both players' hands are fixed for a whole fight, so showings are computed once: one
 * from each side, and one without draws for the first round. */
#include "rules/mbt2030/fight.h"

#include "base/phrase.h"

const char *const MBT_FIRST_CHOICES[] = {[FIRST_A] = "a", [FIRST_B] = "b", [FIRST_INITIATIVE] = "initiative", NULL};
const char *const MBT_ACCUMULATE_CHOICES[] = {"no", "step", NULL};

/* The other side's showing is the first one reversed and not computed again: both must have the same common divisor.
 * Otherwise a duel and its mirror would differ in the sizes of their weights. */
salvo_status mbt_hands_prepare(struct mbt_hands *hands, salvo_error *err)
{
    const uint32_t *a = hands->weights[SIDE_A], *b = hands->weights[SIDE_B];
    salvo_status status = mbt_hands_check_both(a, "a-", b, "b-", err);

    if (status != SALVO_OK)
        return status;
    hands->rps[SIDE_A] = mbt_rps_of(a, b, false);
    hands->rps[SIDE_B] = mbt_rps_turned(&hands->rps[SIDE_A]);
    hands->initiative = mbt_rps_of(a, b, true);
    return SALVO_OK;
}

/* A given side needs no throw. Faces are counted from a's side. */
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

/* Two players who always show the same hand never settle who begins; without this, a turn would be shown again without
 * end. */
bool mbt_never_begins(const struct mbt_hands *hands)
{
    return hands->first == FIRST_INITIATIVE && mbt_rps_only_draws(&hands->initiative);
}

/* Fixed hands may let one side win every showing. */
salvo_acts_first mbt_acts_first(const struct mbt_hands *hands)
{
    const uint32_t *weights = hands->initiative.weights;

    if (hands->first != FIRST_INITIATIVE)
        return hands->first == FIRST_A ? SALVO_FIRST_A : SALVO_FIRST_B;
    if (weights[RESULT_WIN])
        return weights[RESULT_LOSE] ? SALVO_FIRST_INITIATIVE : SALVO_FIRST_A;
    return weights[RESULT_LOSE] ? SALVO_FIRST_B : SALVO_FIRST_NOBODY;
}

/* a is checked before b, so that of two mistakes the first one in the words is reported. */
salvo_status mbt_fight_prepare(const void *tables, struct mbt_fight *fight, salvo_error *err)
{
    salvo_status status = mbt_stand_prepare(tables, &fight->side[SIDE_A].stand, "a-", err);

    fight->field.tables = fight->side[SIDE_A].tables = fight->side[SIDE_B].tables = tables;
    if (status != SALVO_OK)
        return status;
    status = mbt_stand_prepare(tables, &fight->side[SIDE_B].stand, "b-", err);
    return status == SALVO_OK ? mbt_hands_prepare(&fight->field.hands, err) : status;
}

/* Limits and the size of a group are at least 1 (tables.c), so that no side is fragile before anything has happened. */
int mbt_limit(const struct mbt_tables *t, int given, enum mbt_value of_group, int stands)
{
    const int group = t->value[VALUE_STANDS];

    return given == LIMIT_BY_SIZE ? (stands * t->value[of_group] + group - 1) / group : given;
}

/* This is an engagement of the initial states; later ones have different counts, of which there are too many to
 * describe. */
static void explain_side(const struct mbt_fight *fight, enum mbt_side side, salvo_text *text)
{
    const struct mbt_stand *own = &fight->side[side].stand, *opp = &fight->side[mbt_enemy(side)].stand;
    struct mbt_engagement e = mbt_engagement_of(fight->field.tables, own, opp, &fight->field.s, TYPE_AUTO);

    salvo_text_add(text, "%s: ", side == SIDE_A ? "a" : "b");
    mbt_stand_explain(own, text);
    if (e.allowed)
        salvo_text_add(text, "; its engagement is %s, disadvantage %d against %d\n", e.mutual ? "mutual" : "unilateral",
                       e.counts.own, e.counts.opp);
    else
        salvo_text_put(text, "; may not engage the other\n");
}

void mbt_fight_explain(const struct mbt_fight *fight, salvo_text *text)
{
    static const char *const ORDER[] = {[SALVO_FIRST_A] = "a has the first round of every turn",
                                        [SALVO_FIRST_B] = "b has the first round of every turn",
                                        [SALVO_FIRST_INITIATIVE] = "hands are shown for the first round of every turn",
                                        [SALVO_FIRST_NOBODY] = "both always show the same hand, so no turn begins"};

    salvo_text_add(text, "At %s; %s", salvo_measured(fight->field.s.range_inches, "inch").text,
                   ORDER[mbt_acts_first(&fight->field.hands)]);
    if (fight->turn_limit)
        salvo_text_add(text, ", for at most %s", salvo_counted((uint64_t)fight->turn_limit, "turn").text);
    salvo_text_put(text, "\n");
    explain_side(fight, SIDE_A, text);
    explain_side(fight, SIDE_B, text);
}
