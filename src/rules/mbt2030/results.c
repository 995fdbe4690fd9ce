#include "rules/mbt2030/results.h"

static struct mbt_outcome mutual_win(const struct mbt_tables *t, struct mbt_counts c, bool absolute)
{
    int margin = t->value[VALUE_MUTUAL_MARGIN];
    int breaking = absolute ? c.opp : c.opp - c.own; /* ruling M5 */

    if (c.own - c.opp >= margin)
        return (struct mbt_outcome){.opp = STATE_PINNED};
    return (struct mbt_outcome){.opp = breaking >= margin ? STATE_BROKEN : STATE_SHAKEN};
}

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

struct mbt_outcome mbt_resolve(const struct mbt_tables *t, bool is_mutual, struct mbt_counts counts, bool absolute,
                               enum mbt_result result)
{
    return is_mutual ? mutual(t, counts, absolute, result) : unilateral(t, counts, result);
}

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

enum mbt_state mbt_receive(const struct mbt_stand *stand, enum mbt_state received, bool accumulate)
{
    if (received == STATE_STEADY || mbt_is_out(stand->state))
        return stand->state;
    if (received > stand->state)
        return received;
    return accumulate ? mbt_convert(stand, (enum mbt_state)(stand->state + 1)) : stand->state;
}

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

enum { TYPE, OWN_COUNT, OPP_COUNT, OWN, OPP = OWN + N_HAND_KEYS, BREAK_COUNT = OPP + N_HAND_KEYS, N_KEYS };
enum { MUTUAL, UNILATERAL };
enum { COUNT_MAX = 1000 };

static const char *const TYPE_CHOICES[] = {[MUTUAL] = "mutual", [UNILATERAL] = "unilateral", NULL};

/* clang-format off */
#define COUNT(name, words) \
    {.key = name, .help = words, .kind = SALVO_INTEGER, .min = -COUNT_MAX, .max = COUNT_MAX, .fallback = "0"}

static const salvo_parameter PARAMETERS[N_KEYS] = {
    MBT_CHOICE("type", "kind of engagement", TYPE_CHOICES, "mutual"),
    COUNT("own-disadvantage", "causes that the owner counts"),
    COUNT("opp-disadvantage", "causes that the other player counts"),
    MBT_HANDS("own-", "the owner"),
    MBT_HANDS("opp-", "the other player"),
    MBT_CHOICE("break-count", "disadvantage that breaks the loser of a mutual win (M5)", MBT_BREAK_COUNT_CHOICES,
               "relative"),
};
/* clang-format on */

struct resolution {
    const struct mbt_tables *tables;
    bool mutual, absolute;
    struct mbt_counts counts;
    struct mbt_rps rps;
};

static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct resolution *r = situation;
    uint32_t own[N_HANDS], opp[N_HANDS];
    salvo_status status = mbt_hands_of(&PARAMETERS[OWN], &values[OWN], own, err);

    if (status == SALVO_OK)
        status = mbt_hands_of(&PARAMETERS[OPP], &values[OPP], opp, err);
    if (status != SALVO_OK)
        return status;
    *r = (struct resolution){
        .tables = tables,
        .mutual = values[TYPE].integer == MUTUAL,
        .absolute = values[BREAK_COUNT].integer,
        .counts = {(int)values[OWN_COUNT].integer, (int)values[OPP_COUNT].integer},
        .rps = mbt_rps_of(own, opp, false),
    };
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
    return mbt_outcome_number(mbt_resolve(r->tables, r->mutual, r->counts, r->absolute, mbt_rps_result(faces)));
}

static const salvo_roll ROLL = {.dice = dice, .resolve = resolve};

const salvo_procedure MBT_RESOLVE = {
    .id = "MBT-04",
    .schema = {.name = "mbt2030.resolve",
               .parameters = PARAMETERS,
               .n_parameters = N_KEYS,
               .situation_size = sizeof(struct resolution),
               .prepare_from_values = prepare},
    .documentation = {.chapter = "Engagement",
                      .title = "the result of an engagement by the two counts, before conversions",
                      .section = "Conducting Engagement",
                      .rulings = "M5 M6"},
    .outcomes = MBT_OUTCOMES,
    .n_outcomes = N_MBT_OUTCOMES,
    .roll = &ROLL,
};
