/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-05, one engagement of two stands: eligibility, counts and results together. All three results are computed before
 * any hand is shown, so that duels, battles and the search for the best hand can use them. */
#include "rules/mbt2030/engagement.h"

#include "base/phrase.h"

const char *const MBT_ENGAGE_TYPE_CHOICES[] = {
    [TYPE_AUTO] = "auto", [TYPE_MUTUAL] = "mutual", [TYPE_UNILATERAL] = "unilateral", NULL};

/* A given type skips the question whether the stands may engage. */
static enum mbt_eligibility kind_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                    const struct mbt_stand *opp, const struct mbt_situation *s, enum mbt_type type)
{
    if (type == TYPE_AUTO)
        return mbt_eligibility_of(t, own, opp, s);
    return type == TYPE_MUTUAL ? ELIGIBLE_MUTUAL : ELIGIBLE_UNILATERAL;
}

/* Conversions are last: they change the effect of a result on a stand, not the result of the counts. */
struct mbt_engagement mbt_engagement_of(const struct mbt_tables *t, const struct mbt_stand *own,
                                        const struct mbt_stand *opp, const struct mbt_situation *s, enum mbt_type type)
{
    enum mbt_eligibility kind = kind_of(t, own, opp, s, type);
    struct mbt_engagement e = {.allowed = kind == ELIGIBLE_MUTUAL || kind == ELIGIBLE_UNILATERAL,
                               .mutual = kind == ELIGIBLE_MUTUAL};

    if (!e.allowed)
        return e;
    e.counts = mbt_counts_of(t, own, opp, s, e.mutual);
    for (int result = 0; result < N_RESULTS; result++) {
        struct mbt_outcome raw = mbt_resolve(t, e.mutual, e.counts, s->break_count_absolute, (enum mbt_result)result);

        e.of[result] = (struct mbt_outcome){mbt_convert(own, raw.own), mbt_convert(opp, raw.opp)};
    }
    return e;
}

/* All three results are described, because hands decide among them, and not the stands. */
void mbt_engagement_explain(const struct mbt_engagement *e, const struct mbt_stand *own, const struct mbt_stand *opp,
                            const struct mbt_situation *s, salvo_text *text)
{
    salvo_text_put(text, "Owner: ");
    mbt_stand_explain(own, text);
    salvo_text_put(text, "\nOther: ");
    mbt_stand_explain(opp, text);
    if (!e->allowed) {
        salvo_text_add(text, "\nAt %s the owner's stand may not engage the other.\n",
                       salvo_measured(s->range_inches, "inch").text);
        return;
    }
    salvo_text_add(text, "\n%s engagement at %s; disadvantage %d against %d\n", e->mutual ? "Mutual" : "Unilateral",
                   salvo_measured(s->range_inches, "inch").text, e->counts.own, e->counts.opp);
    for (int result = 0; result < N_RESULTS; result++)
        salvo_text_add(text, "%s: %s%s", MBT_RESULT_IDS[result], MBT_OUTCOMES[mbt_outcome_number(e->of[result])],
                       result < N_RESULTS - 1 ? ", " : "\n");
}

enum { OWN_DISADVANTAGE, OPP_DISADVANTAGE, OWN_OUT, OPP_OUT };

struct situation {
    struct mbt_stand own, opp;
    struct mbt_situation s;
    uint32_t own_hands[N_HANDS], opp_hands[N_HANDS];
    enum mbt_type type;
    struct mbt_engagement engagement;
    struct mbt_rps rps;
};

static const salvo_parameter PARAMETERS[] = {
    MBT_STAND(struct situation, own, "own-", "the owner's"),
    MBT_STAND(struct situation, opp, "opp-", "the other's"),
    MBT_SITUATION(struct situation, s),
    MBT_HANDS(struct situation, own_hands, "own-", "the owner"),
    MBT_HANDS(struct situation, opp_hands, "opp-", "the other player"),
    MBT_ENGAGE_TYPE(INTO(struct situation, type)),
};

static const salvo_expectation EXPECTATIONS[] = {
    [OWN_DISADVANTAGE] = {.name = "own-disadvantage", .help = "causes that the owner counts"},
    [OPP_DISADVANTAGE] = {.name = "opp-disadvantage", .help = "causes that the other player counts"},
    [OWN_OUT] = {.name = "own-out", .help = "probability that the owner's stand is broken or leaves"},
    [OPP_OUT] = {.name = "opp-out", .help = "probability that the other stand is broken or leaves"},
};

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct situation *e = situation;
    salvo_status status = mbt_pair_prepare(tables, &e->own, &e->opp, err);

    if (status != SALVO_OK)
        return status;
    status = mbt_hands_check_both(e->own_hands, "own-", e->opp_hands, "opp-", err);
    if (status != SALVO_OK)
        return status;
    e->engagement = mbt_engagement_of(tables, &e->own, &e->opp, &e->s, e->type);
    e->rps = mbt_rps_of(e->own_hands, e->opp_hands, false);
    return SALVO_OK;
}

/* A forbidden engagement throws no dice and has its one outcome for certain. */
static void dice(const void *situation, salvo_dice *dice)
{
    const struct situation *e = situation;

    *dice = e->engagement.allowed ? mbt_rps_dice(&e->rps) : salvo_dice_of(0, N_RESULTS);
}

/* The label is the received result, even if the stand's present state is already as bad. Expectations of a forbidden
 * engagement are 0. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct situation *e = situation;
    struct mbt_outcome outcome;

    if (!e->engagement.allowed)
        return MBT_NOT_ENGAGED;
    outcome = e->engagement.of[mbt_rps_result(faces)];
    gain[OWN_DISADVANTAGE] += e->engagement.counts.own;
    gain[OPP_DISADVANTAGE] += e->engagement.counts.opp;
    gain[OWN_OUT] += mbt_is_out(outcome.own);
    gain[OPP_OUT] += mbt_is_out(outcome.opp);
    return mbt_outcome_number(outcome);
}

static void explain(const void *situation, salvo_text *text)
{
    const struct situation *e = situation;

    mbt_engagement_explain(&e->engagement, &e->own, &e->opp, &e->s, text);
}

const salvo_procedure MBT_ENGAGE = {
    .id = "MBT-05",
    .schema = {.name = "mbt2030.engage",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct situation),
               .prepare = prepare,
               .explain = explain},
    .documentation = {.chapter = "Engagement",
                      .title = "one engagement of two stands",
                      .section = "Engagement, Disadvantage, Conducting Engagement, Results of Engagement",
                      .rulings = "M1 to M7, M9 to M11"},
    ALL_OF(expectations, EXPECTATIONS),
    .outcomes = MBT_OUTCOMES,
    .n_outcomes = N_MBT_OUTCOMES,
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
