#include "rules/trr/command.h"

#include "base/text.h"
#include "rules/trr/tables.h"
#include "rules/trr/words.h"

#define CHAPTER "Command and morale"

enum { TO_TIES, N_TURN_ORDER };
enum { REROLL, KEEP };

static const char *const TIES_CHOICES[] = {[REROLL] = "reroll", [KEEP] = "keep", NULL};
static const char *const ORDERS[N_ORDERS] = {[ORDER_A] = "a", [ORDER_B] = "b", [ORDER_TIE] = "tie"};

static const salvo_parameter TURN_ORDER[N_TURN_ORDER] = {[TO_TIES] =
                                                             TRR_CHOICE("ties", "equal dice", TIES_CHOICES, "reroll")};

static const salvo_expectation TURN_ORDER_EXPECTATIONS[] = {
    {.name = "rolls", .help = "mean number of pairs of dice thrown"}};

struct turn_order {
    bool keep;
};

struct order_state {
    uint8_t over, first;
};

static salvo_status prepare_turn_order(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)tables;
    (void)err;
    ((struct turn_order *)situation)->keep = values[TO_TIES].integer == KEEP;
    return SALVO_OK;
}

static void order_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int order_outcome(const void *situation, const void *state)
{
    const struct order_state *s = state;

    (void)situation;
    return s->over ? s->first : SALVO_GOES_ON;
}

static void order_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(TRR_ORDER_DICE, D10);
}

enum trr_order trr_order_of(const uint8_t *faces)
{
    return faces[0] > faces[1] ? ORDER_A : faces[0] < faces[1] ? ORDER_B : ORDER_TIE;
}

/* */
static bool order_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct order_state *s = state;
    enum trr_order order = trr_order_of(faces);

    gain[0]++;
    s->over = order != ORDER_TIE || ((const struct turn_order *)situation)->keep;
    if (s->over)
        s->first = (uint8_t)order;
    return false;
}

static const salvo_chain ORDER_CHAIN = {.state_size = sizeof(struct order_state),
                                        .start = order_start,
                                        .outcome = order_outcome,
                                        .dice = order_dice,
                                        .step = order_step,
                                        .undecided = ORDER_TIE};

const salvo_procedure TRR_TURN_ORDER = {
    .id = "TRR-01",
    .schema = {.name = "trr.turn-order",
               .parameters = TURN_ORDER,
               .n_parameters = N_TURN_ORDER,
               .situation_size = sizeof(struct turn_order),
               .prepare_from_values = prepare_turn_order},
    .documentation = {.chapter = CHAPTER, .title = "who goes first", .section = "3 Move Sequence", .rulings = "R-01"},
    .expectations = TURN_ORDER_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = ORDERS,
    .n_outcomes = N_ORDERS,
    .chain = &ORDER_CHAIN,
};

static const char *const GRADE_CHOICES[] = {
    [GRADE_GREEN] = "green", [GRADE_NORMAL] = "normal", [GRADE_ELITE] = "elite", NULL};
static const char *const TYPE_CHOICES[] = {[TYPE_ARMOUR] = "armour", [TYPE_OTHER] = "other", NULL};
static const char *const ROLE_CHOICES[] = {
    [ROLE_LINE] = "line", [ROLE_TOWED] = "towed", [ROLE_ON_TABLE] = "on-table", [ROLE_OFF_TABLE] = "off-table", NULL};
enum { NO_DEFENCES, PLUS_DEFENCES, MINUS_DEFENCES };
static const char *const DEFENCES_CHOICES[] = {
    [NO_DEFENCES] = "none", [PLUS_DEFENCES] = "plus", [MINUS_DEFENCES] = "minus", NULL};
enum { GAP_RETIRES, GAP_ROUTS };
static const char *const OTHER_GAP_CHOICES[] = {[GAP_RETIRES] = "retire", [GAP_ROUTS] = "rout", NULL};

enum {
    MO_GRADE,
    MO_TYPE,
    MO_ROLE,
    MO_ADVANCING,
    MO_POOR_VISIBILITY,
    MO_ENEMY_INFANTRY,
    MO_NO_COMPANY,
    MO_NO_FRIENDS,
    MO_DAMAGE,
    MO_VEHICLES_LOST,
    MO_ENEMY_ARMOUR,
    MO_OFFICER_LOST,
    MO_DEFENCES,
    MO_LOST,
    MO_LOST_NOW,
    MO_FLAME,
    MO_GAS,
    MO_COUNTER_BATTERY,
    N_RALLY,
    MO_OTHER_GAP = N_RALLY,
    N_MOTIVATION,
};

/* clang-format off */
#define COUNT(name, words) TRR_NUMBER(name, words, 0, 20, "0")

#define SHARED \
    [MO_GRADE] = TRR_CHOICE("grade", "how good the unit is", GRADE_CHOICES, "normal"), \
    [MO_TYPE] = TRR_CHOICE("type", "a unit of vehicles, or any other", TYPE_CHOICES, "armour"), \
    [MO_ROLE] = TRR_CHOICE("role", "a unit of the line, or artillery", ROLE_CHOICES, "line", .only = "type=other"), \
    [MO_ADVANCING] = TRR_FLAG("advancing", "advancing, or firing artillery"), \
    [MO_POOR_VISIBILITY] = TRR_FLAG("poor-visibility", "entering it with no friendly foot within 5 cm"), \
    [MO_ENEMY_INFANTRY] = TRR_FLAG("enemy-infantry", "enemy infantry located in cover within 15 cm"), \
    [MO_NO_COMPANY] = TRR_FLAG("no-company", "no friendly vehicle of the company within 20 cm"), \
    [MO_NO_FRIENDS] = TRR_FLAG("no-friends", "no friends within 20 cm"), \
    [MO_DAMAGE] = COUNT("damage", "markers on the unit this move"), \
    [MO_VEHICLES_LOST] = COUNT("vehicles-lost", "vehicles lost in the game"), \
    [MO_ENEMY_ARMOUR] = TRR_FLAG("enemy-armour", "enemy armour within 20 cm, nothing to fight it within 30 cm"), \
    [MO_OFFICER_LOST] = TRR_FLAG("officer-lost", "the officer is lost"), \
    [MO_DEFENCES] = TRR_CHOICE("defences", "field defences for the unit or against it", DEFENCES_CHOICES, "none"), \
    [MO_LOST] = COUNT("lost", "figures lost in the game"), \
    [MO_LOST_NOW] = COUNT("lost-now", "figures lost this move, besides"), \
    [MO_FLAME] = TRR_FLAG("flame", "under flame attack"), \
    [MO_GAS] = TRR_FLAG("gas", "under gas attack"), \
    [MO_COUNTER_BATTERY] = COUNT("counter-battery", "penalty of counter-battery fire")
/* clang-format on */

static const salvo_parameter MOTIVATION[N_MOTIVATION] = {
    SHARED,
    [MO_OTHER_GAP] = TRR_CHOICE("other-gap", "what other units do with a score of 1, 2 or 3", OTHER_GAP_CHOICES,
                                "retire", .only = "type=other"),
};

static const salvo_parameter RALLYING[N_RALLY] = {SHARED};

struct motivation {
    const struct trr_tables *tables;
    enum trr_type type;
    enum trr_role role;
    bool gap_routs;
    int number, modifier;
};

enum { SCORE };

static const salvo_expectation MOTIVATION_EXPECTATIONS[] = {[SCORE] = {.name = "score", .help = "mean score"}};

/* The parameter that each line of the adjustments belongs to. */
static const int MOTIVE_KEYS[N_MOTIVES] = {
    [ADVANCING] = MO_ADVANCING,
    [POOR_VISIBILITY] = MO_POOR_VISIBILITY,
    [ENEMY_INFANTRY] = MO_ENEMY_INFANTRY,
    [NO_COMPANY] = MO_NO_COMPANY,
    [NO_FRIENDS] = MO_NO_FRIENDS,
    [DAMAGE] = MO_DAMAGE,
    [VEHICLES_LOST] = MO_VEHICLES_LOST,
    [ENEMY_ARMOUR] = MO_ENEMY_ARMOUR,
    [OFFICER_LOST] = MO_OFFICER_LOST,
    [DEFENCES_PLUS] = MO_DEFENCES,
    [DEFENCES_MINUS] = MO_DEFENCES,
    [LOST] = MO_LOST,
    [LOST_NOW] = MO_LOST_NOW,
    [FLAME] = MO_FLAME,
    [GAS] = MO_GAS,
    [COUNTER_BATTERY] = MO_COUNTER_BATTERY,
};

/* How often a line counts. */
static int count_of(enum trr_motive motive, const salvo_value *values)
{
    int value = (int)values[MOTIVE_KEYS[motive]].integer;

    if (motive == DEFENCES_PLUS)
        return value == PLUS_DEFENCES;
    return motive == DEFENCES_MINUS ? value == MINUS_DEFENCES : value;
}

/* no friends and no vehicle of the company both count. */
static salvo_status prepare(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct motivation *m = situation;

    *m = (struct motivation){.tables = t,
                             .type = (enum trr_type)values[MO_TYPE].integer,
                             .role = (enum trr_role)values[MO_ROLE].integer,
                             .number = t->grades[values[MO_GRADE].integer][values[MO_TYPE].integer]};
    for (int i = 0; i < N_MOTIVES; i++) {
        int count = count_of((enum trr_motive)i, values), modifier = t->motives[i][m->type];

        if (count && modifier == SALVO_BLANK)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s=%s counts for nothing with type=%s; leave it out",
                              RALLYING[MOTIVE_KEYS[i]].key, values[MOTIVE_KEYS[i]].text, TYPE_CHOICES[m->type]);
        m->modifier += count ? count * modifier : 0;
    }
    return SALVO_OK;
}

static salvo_status prepare_motivation(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    salvo_status status = prepare(tables, values, situation, err);

    ((struct motivation *)situation)->gap_routs = values[MO_OTHER_GAP].integer == GAP_ROUTS;
    return status;
}

static void one_die(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, D10);
}

/* The first band that the score reaches; below all of them the unit routs. */
static enum trr_conduct conduct_of(const struct motivation *m, int score)
{
    for (int i = 0; i < BANDS; i++) {
        const struct trr_band *band = &m->tables->bands[i];

        if (i == BAND_GAP && m->gap_routs)
            continue;
        if (band->from[m->type] != SALVO_BLANK && score >= band->from[m->type])
            return (enum trr_conduct)band->conduct[m->role];
    }
    return ROUT;
}

static int score_of(const struct motivation *m, const uint8_t *faces, int64_t *gain)
{
    int score = faces[0] + m->number + m->modifier;

    gain[SCORE] += score;
    return score;
}

static int resolve_motivation(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct motivation *m = situation;

    return (int)conduct_of(m, score_of(m, faces, gain));
}

static void explain(const void *situation, salvo_text *text)
{
    const struct motivation *m = situation;

    salvo_text_add(text, "D10 + %d, %+d for circumstances\n", m->number, m->modifier);
}

static const salvo_roll MOTIVATION_ROLL = {.dice = one_die, .resolve = resolve_motivation};

const salvo_procedure TRR_MOTIVATION = {
    .id = "TRR-02",
    .schema = {.name = "trr.motivation",
               .parameters = MOTIVATION,
               .n_parameters = N_MOTIVATION,
               .situation_size = sizeof(struct motivation),
               .prepare_from_values = prepare_motivation,
               .explain = explain},
    .documentation = {.chapter = CHAPTER,
                      .title = "what a unit will do",
                      .section = "4 Morale",
                      .rulings = "R-09, R-23"},
    .expectations = MOTIVATION_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = TRR_CONDUCTS,
    .n_outcomes = N_CONDUCTS,
    .roll = &MOTIVATION_ROLL,
};

enum { RALLIED, HALTED, ROUTED, N_RALLIES };

static const char *const RALLIES[N_RALLIES] = {[RALLIED] = "rallied", [HALTED] = "halted", [ROUTED] = "rout"};

static int resolve_rally(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct motivation *m = situation;
    int score = score_of(m, faces, gain);

    if (score >= m->tables->values[RALLY])
        return RALLIED;
    return score <= m->tables->values[ROUT_SCORE] ? ROUTED : HALTED;
}

static const salvo_roll RALLY_ROLL = {.dice = one_die, .resolve = resolve_rally};

const salvo_procedure TRR_RALLY = {
    .id = "TRR-03",
    .schema = {.name = "trr.rally",
               .parameters = RALLYING,
               .n_parameters = N_RALLY,
               .situation_size = sizeof(struct motivation),
               .prepare_from_values = prepare,
               .explain = explain},
    .documentation = {.chapter = CHAPTER,
                      .title = "a retired unit tests again",
                      .section = "4 Morale: Results",
                      .rulings = "R-23"},
    .expectations = MOTIVATION_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = RALLIES,
    .n_outcomes = N_RALLIES,
    .roll = &RALLY_ROLL,
};
