/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-04, the effect of a showing on the two stands by their counts of disadvantage, and how results change states. */
#include "rules/mbt2030/results.h"

/* An owner at a great disadvantage only pins. Otherwise it breaks an opponent that has two causes more than it has;
 * under break-count=absolute two causes are enough. The clause of pinning is first in both (M5). */
static struct mbt_outcome mutual_win(const struct mbt_tables *t, struct mbt_counts c, bool absolute)
{
    int margin = t->value[VALUE_MUTUAL_MARGIN];
    int breaking = absolute ? c.opp : c.opp - c.own; /* ruling M5 */

    if (c.own - c.opp >= margin)
        return (struct mbt_outcome){.opp = STATE_PINNED};
    return (struct mbt_outcome){.opp = breaking >= margin ? STATE_BROKEN : STATE_SHAKEN};
}

/* A draw pins the stand with the higher count, and neither at equal counts. A loss shakes the owner, or breaks it if it
 * counts two more. */
static struct mbt_outcome mutual(const struct mbt_tables *t, struct mbt_counts c, bool absolute, enum mbt_result result)
{
    switch (result) {
    case RESULT_WIN:
        return mutual_win(t, c, absolute);
    case RESULT_DRAW:
        return (struct mbt_outcome){.own = c.own > c.opp ? STATE_PINNED : STATE_STEADY,
                                    .opp = c.opp > c.own ? STATE_PINNED : STATE_STEADY};
    case RESULT_LOSE:
    case N_RESULTS:
        break;
    }
    return (struct mbt_outcome){.own = c.own - c.opp >= t->value[VALUE_MUTUAL_MARGIN] ? STATE_BROKEN : STATE_SHAKEN};
}

/* The counts are absolute here: two of the owner's own causes are enough to weaken its win (M6). A lost showing changes
 * nothing. */
static struct mbt_outcome unilateral(const struct mbt_tables *t, struct mbt_counts c, enum mbt_result result)
{
    switch (result) {
    case RESULT_WIN:
        return (struct mbt_outcome){.opp = c.own >= t->value[VALUE_UNILATERAL_WIN] ? STATE_PINNED : STATE_SHAKEN};
    case RESULT_DRAW:
        return (struct mbt_outcome){.own = c.own >= t->value[VALUE_UNILATERAL_DRAW] ? STATE_PINNED : STATE_STEADY,
                                    .opp = c.opp > c.own ? STATE_PINNED : STATE_STEADY};
    case RESULT_LOSE:
    case N_RESULTS:
        break;
    }
    return (struct mbt_outcome){STATE_STEADY, STATE_STEADY};
}

/* break-count changes only the mutual win: in a unilateral one no stand breaks. */
struct mbt_outcome mbt_resolve(const struct mbt_tables *t, bool is_mutual, struct mbt_counts counts, bool absolute,
                               enum mbt_result result)
{
    return is_mutual ? mutual(t, counts, absolute, result) : unilateral(t, counts, result);
}

/* Results of Engagement: air defence that would be pinned is lost, and an aircraft that would be shaken flies home. */
enum mbt_state mbt_convert(const struct mbt_stand *stand, enum mbt_state received)
{
    if (received == STATE_PINNED && (stand->posture == POSTURE_ADA || stand->posture == POSTURE_PDA))
        return STATE_BROKEN;
    return received == STATE_SHAKEN && stand->class == CLASS_AIRCRAFT ? STATE_LEFT : received;
}

bool mbt_is_out(enum mbt_state state)
{
    return state == STATE_BROKEN || state == STATE_LEFT;
}

/* A worse result replaces the state, an equal or lesser one does nothing. Under accumulate=step it makes the state one
 * worse, and that is converted too. So an aircraft leaves when another stand would become shaken (M8). Nothing ever
 * recovers. */
enum mbt_state mbt_receive(const struct mbt_stand *stand, enum mbt_state received, bool accumulate)
{
    if (received == STATE_STEADY || mbt_is_out(stand->state))
        return stand->state;
    if (received > stand->state)
        return received;
    return accumulate ? mbt_convert(stand, (enum mbt_state)(stand->state + 1)) : stand->state;
}

/* Outcomes are numbered by both states, own first, so the names have that order. */
#define BOTH(state) \
    "own-" state "-opp-pinned", "own-" state "-opp-shaken", "own-" state "-opp-broken", "own-" state "-opp-left"

const char *const MBT_OUTCOMES[N_MBT_OUTCOMES] = {
    "no-effect",  "opp-pinned",   "opp-shaken", "opp-broken",   "opp-left", "own-pinned", BOTH("pinned"),
    "own-shaken", BOTH("shaken"), "own-broken", BOTH("broken"), "own-left", BOTH("left"), "not-allowed",
};

int mbt_outcome_number(struct mbt_outcome outcome)
{
    return (int)outcome.own * N_STATES + (int)outcome.opp;
}

enum { COUNT_MAX = 1000 };

static const char *const TYPE_CHOICES[] = {"mutual", "unilateral", NULL};

struct resolution {
    const struct mbt_tables *tables;
    bool unilateral, absolute;
    struct mbt_counts counts;
    uint32_t own[N_HANDS], opp[N_HANDS];
    struct mbt_rps rps;
};

/* clang-format off */
#define COUNT(name, words, ...) WHOLE(name, words, -COUNT_MAX, COUNT_MAX, "0", __VA_ARGS__)

static const salvo_parameter PARAMETERS[] = {
    CHOICE("type", "kind of engagement", TYPE_CHOICES, "mutual", INTO(struct resolution, unilateral)),
    COUNT("own-disadvantage", "causes that the owner counts", INTO(struct resolution, counts.own)),
    COUNT("opp-disadvantage", "causes that the other player counts", INTO(struct resolution, counts.opp)),
    MBT_HANDS(struct resolution, own, "own-", "the owner"),
    MBT_HANDS(struct resolution, opp, "opp-", "the other player"),
    MBT_BREAK_COUNT(INTO(struct resolution, absolute)),
};
/* clang-format on */

static salvo_status prepare(const void *tables, void *situation, salvo_error *err)
{
    struct resolution *r = situation;
    salvo_status status = mbt_hands_check_both(r->own, "own-", r->opp, "opp-", err);

    (void)tables;
    if (status != SALVO_OK)
        return status;
    r->rps = mbt_rps_of(r->own, r->opp, false);
    return SALVO_OK;
}

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = mbt_rps_dice(&((const struct resolution *)situation)->rps);
}

static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct resolution *r = situation;

    (void)gain;
    return mbt_outcome_number(mbt_resolve(r->tables, !r->unilateral, r->counts, r->absolute, mbt_rps_result(faces)));
}

const salvo_procedure MBT_RESOLVE = {
    .id = "MBT-04",
    .schema = {.name = "mbt2030.resolve",
               ALL_OF(parameters, PARAMETERS),
               SITUATION(struct resolution, tables),
               .prepare = prepare},
    .documentation = {.chapter = "Engagement",
                      .title = "the result of an engagement by the two counts, before conversions",
                      .section = "Conducting Engagement",
                      .rulings = "M5 M6"},
    ALL_OF(outcomes, MBT_OUTCOMES),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
