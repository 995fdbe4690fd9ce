#include "rules/trr/small_fire.h"

#include "rules/trr/soft_fire.h"
#include "rules/trr/words.h"

#define CHAPTER "Fire at soft targets"

static bool is_column_e(const salvo_value *off_right)
{
    return off_right->integer != 0;
}

static void explain(const void *situation, salvo_text *text)
{
    trr_soft_fire_explain(situation, text);
}

enum { RIFLE, SELF_LOADING, SMG };

static const char *const WEAPON_CHOICES[] = {[RIFLE] = "rifle", [SELF_LOADING] = "self-loading", [SMG] = "smg", NULL};
static const char *const SMG_SHIFT_CHOICES[] = {"add", "replace", NULL};

enum {
    SA_FIGURES,
    SA_LMG,
    SA_MORTAR,
    SA_BAZOOKA,
    SA_WEAPON,
    SA_SMG_SHIFT,
    SA_DISTANCE,
    SA_VEHICLE_MOVING,
    SA_COVER,
    SA_OFF_RIGHT,
    SA_TARGET_FIGURES,
    N_SMALL_ARMS,
};

static const salvo_parameter SMALL_ARMS[N_SMALL_ARMS] = {
    [SA_FIGURES] = TRR_NUMBER("figures", "figures that fire", 1, 10, "10"),
    [SA_LMG] = TRR_NUMBER("lmg", "light machine guns among them", 0, 5, "1"),
    [SA_MORTAR] = TRR_FLAG("mortar", "they have a light mortar"),
    [SA_BAZOOKA] = TRR_FLAG("bazooka", "they have a Bazooka, PIAT or Panzerschreck that fires at nothing else"),
    [SA_WEAPON] = TRR_CHOICE("weapon", "what most of them carry", WEAPON_CHOICES, "rifle"),
    [SA_SMG_SHIFT] =
        TRR_CHOICE("smg-shift", "the shift of submachine guns is added to that of the range, or replaces it",
                   SMG_SHIFT_CHOICES, "add", .only = "weapon=smg"),
    [SA_DISTANCE] = TRR_DISTANCE("20"),
    [SA_VEHICLE_MOVING] = TRR_FLAG("vehicle-moving", "they fire from a vehicle on the move"),
    [SA_COVER] = TRR_COVER(),
    [SA_OFF_RIGHT] = TRR_OFF_RIGHT(),
    [SA_TARGET_FIGURES] = TRR_TARGET_FIGURES(),
};

/* One for each figure, and the weapons that the section carries. */
static int small_arms_basic(const struct trr_tables *t, const salvo_value *values)
{
    int lmg = (int)values[SA_LMG].integer, extra = (lmg - 1) * t->values[EXTRA_LMG];
    int basic = (int)values[SA_FIGURES].integer;

    if (lmg == 0)
        basic += t->values[NO_LMG];
    else
        basic += extra < t->values[EXTRA_LMG_MOST] ? extra : t->values[EXTRA_LMG_MOST];
    if (values[SA_MORTAR].integer)
        basic += t->values[LIGHT_MORTAR];
    if (values[SA_BAZOOKA].integer)
        basic += t->values[BAZOOKA];
    return basic;
}

/* submachine guns and self-loading rifles shift besides the range. */
static int small_arms_shift(const struct trr_tables *t, const salvo_value *values, enum trr_bracket bracket)
{
    int64_t weapon = values[SA_WEAPON].integer;
    bool replaced = weapon == SMG && values[SA_SMG_SHIFT].integer;
    int shift = t->cover[values[SA_COVER].integer];

    if (!replaced)
        shift += t->shifts[SHIFT_RANGE][bracket];
    if (weapon != RIFLE)
        shift += t->shifts[weapon == SMG ? SHIFT_SMG : SHIFT_SELF_LOADING][bracket];
    if (values[SA_VEHICLE_MOVING].integer)
        shift += t->values[VEHICLE_MOVING_SHIFT];
    return shift;
}

static salvo_status prepare_small_arms(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct trr_soft_fire *fire = situation;
    enum trr_bracket bracket = trr_bracket_of(t->fire_ranges[FIRE_SMALL_ARMS], values[SA_DISTANCE].decimal);

    (void)err;
    *fire = (struct trr_soft_fire){
        .tables = t, .out_of_range = bracket == OUT_OF_BRACKETS, .figures = (int)values[SA_TARGET_FIGURES].integer};
    if (!fire->out_of_range)
        trr_soft_fire_aim(fire, small_arms_basic(t, values), small_arms_shift(t, values, bracket),
                          is_column_e(&values[SA_OFF_RIGHT]));
    return SALVO_OK;
}

static size_t small_arms_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    return trr_put_brackets(((const struct trr_soft_fire *)situation)->tables->fire_ranges[FIRE_SMALL_ARMS], upto);
}

const salvo_procedure TRR_SMALL_ARMS = {
    .id = "TRR-07",
    .schema = {.name = "trr.small-arms",
               .parameters = SMALL_ARMS,
               .n_parameters = N_SMALL_ARMS,
               .situation_size = sizeof(struct trr_soft_fire),
               .prepare_from_values = prepare_small_arms,
               .explain = explain,
               .brackets = small_arms_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a section fires its small arms",
                      .section = "7 Basic Small Arms Factors, Fire modifiers",
                      .rulings = "R-05, R-07, R-12"},
    .expectations = TRR_SOFT_EXPECTED,
    .n_expectations = N_SOFT_EXPECTATIONS,
    .outcomes = TRR_SOFT_OUTCOMES,
    .n_outcomes = N_SOFT_WORDS,
    .outcomes_help = TRR_CASUALTIES_HELP,
    .roll = &TRR_SOFT_ROLL,
};

enum { MG, AUTO_CANNON };

static const char *const MOUNT_CHOICES[] = {
    [MOUNT_PIVOT] = "pivot", [MOUNT_TRIPOD] = "tripod", [MOUNT_MULTIPLE] = "multiple", NULL};
static const char *const SUPPORT_WEAPON_CHOICES[] = {[MG] = "mg", [AUTO_CANNON] = "auto-cannon", NULL};

enum {
    SF_MOUNT,
    SF_BARRELS,
    SF_WEAPON,
    SF_DISTANCE,
    SF_VEHICLE_MOVING,
    SF_COVER,
    SF_OFF_RIGHT,
    SF_TARGET_FIGURES,
    N_SUPPORT,
};

static const salvo_parameter SUPPORT[N_SUPPORT] = {
    [SF_MOUNT] = TRR_CHOICE("mount", "how the weapon is mounted", MOUNT_CHOICES, "tripod"),
    [SF_BARRELS] = TRR_NUMBER("barrels", "barrels on the mounting", 1, 16, "1"),
    [SF_WEAPON] = TRR_CHOICE("weapon", "machine guns or auto cannon", SUPPORT_WEAPON_CHOICES, "mg"),
    [SF_DISTANCE] = TRR_DISTANCE("20"),
    [SF_VEHICLE_MOVING] = TRR_FLAG("vehicle-moving", "fired from a vehicle on the move"),
    [SF_COVER] = TRR_COVER(),
    [SF_OFF_RIGHT] = TRR_OFF_RIGHT(),
    [SF_TARGET_FIGURES] = TRR_TARGET_FIGURES(),
};

struct support_fire {
    struct trr_soft_fire fire; /* first: the roll's situation */
    enum trr_fire_class class;
};

static salvo_status support_basic(const struct trr_tables *t, const salvo_value *values, int *basic, salvo_error *err)
{
    int mount = (int)values[SF_MOUNT].integer, barrels = (int)values[SF_BARRELS].integer, most = BARRELS_LISTED;

    *basic = barrels * t->values[MULTIPLE_BARREL];
    if (mount == MOUNT_MULTIPLE)
        return SALVO_OK;
    while (most > 1 && t->support[mount][most - 1] == SALVO_BLANK)
        most--;
    if (barrels > most)
        return salvo_fail(err, SALVO_BAD_INPUT, "barrels=%d: mount=%s has 1 to %d barrels", barrels,
                          MOUNT_CHOICES[mount], most);
    *basic = t->support[mount][barrels - 1];
    if (*basic == SALVO_BLANK)
        return salvo_fail(err, SALVO_BAD_INPUT, "barrels=%d: mount=%s has no factor for so many in support-weapons",
                          barrels, MOUNT_CHOICES[mount]);
    return SALVO_OK;
}

static enum trr_fire_class support_class(const salvo_value *values)
{
    if (values[SF_WEAPON].integer == AUTO_CANNON)
        return FIRE_AUTO_CANNON;
    return values[SF_MOUNT].integer == MOUNT_PIVOT ? FIRE_SMALL_ARMS : FIRE_TRIPOD;
}

static salvo_status prepare_support(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct support_fire *s = situation;
    enum trr_bracket bracket;
    int basic, shift;
    salvo_status status = support_basic(t, values, &basic, err);

    if (status != SALVO_OK)
        return status;
    s->class = support_class(values);
    bracket = trr_bracket_of(t->fire_ranges[s->class], values[SF_DISTANCE].decimal);
    s->fire = (struct trr_soft_fire){
        .tables = t, .out_of_range = bracket == OUT_OF_BRACKETS, .figures = (int)values[SF_TARGET_FIGURES].integer};
    if (s->fire.out_of_range)
        return SALVO_OK;
    shift = t->shifts[SHIFT_RANGE][bracket] + t->cover[values[SF_COVER].integer];
    if (values[SF_VEHICLE_MOVING].integer)
        shift += t->values[VEHICLE_MOVING_SHIFT];
    trr_soft_fire_aim(&s->fire, basic, shift, is_column_e(&values[SF_OFF_RIGHT]));
    return SALVO_OK;
}

static size_t support_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct support_fire *s = situation;

    return trr_put_brackets(s->fire.tables->fire_ranges[s->class], upto);
}

const salvo_procedure TRR_SUPPORT_FIRE = {
    .id = "TRR-08",
    .schema = {.name = "trr.support-fire",
               .parameters = SUPPORT,
               .n_parameters = N_SUPPORT,
               .situation_size = sizeof(struct support_fire),
               .prepare_from_values = prepare_support,
               .explain = explain,
               .brackets = support_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a machine gun or auto cannon fires",
                      .section = "7 Factors for Support Weapons, Fire modifiers",
                      .rulings = "R-05, R-12"},
    .expectations = TRR_SOFT_EXPECTED,
    .n_expectations = N_SOFT_EXPECTATIONS,
    .outcomes = TRR_SOFT_OUTCOMES,
    .n_outcomes = N_SOFT_WORDS,
    .outcomes_help = TRR_CASUALTIES_HELP,
    .roll = &TRR_SOFT_ROLL,
};

enum { CT_FACTOR, CT_SHIFT, CT_DIE_MODIFIER, CT_OFF_RIGHT, CT_TARGET_FIGURES, N_CASUALTIES };

static const salvo_parameter CASUALTIES[N_CASUALTIES] = {
    [CT_FACTOR] = TRR_NUMBER("factor", "basic factor", 0, 60, "8"),
    [CT_SHIFT] = TRR_NUMBER("shift", "columns to the right; to the left below 0", -6, 8, "0"),
    [CT_DIE_MODIFIER] = TRR_NUMBER("die-modifier", "added to the die", -10, 0, "0"),
    [CT_OFF_RIGHT] = TRR_OFF_RIGHT(),
    [CT_TARGET_FIGURES] = TRR_TARGET_FIGURES(),
};

static salvo_status prepare_casualties(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct trr_soft_fire *fire = situation;

    (void)err;
    *fire = (struct trr_soft_fire){.tables = tables,
                                   .die_modifier = (int)values[CT_DIE_MODIFIER].integer,
                                   .figures = (int)values[CT_TARGET_FIGURES].integer};
    trr_soft_fire_aim(fire, (int)values[CT_FACTOR].integer, (int)values[CT_SHIFT].integer,
                      is_column_e(&values[CT_OFF_RIGHT]));
    return SALVO_OK;
}

const salvo_procedure TRR_CASUALTIES = {
    .id = "TRR-09",
    .schema = {.name = "trr.casualties",
               .parameters = CASUALTIES,
               .n_parameters = N_CASUALTIES,
               .situation_size = sizeof(struct trr_soft_fire),
               .prepare_from_values = prepare_casualties,
               .explain = explain},
    .documentation = {.chapter = CHAPTER,
                      .title = "a basic factor on the casualty table",
                      .section = "7 Final Fire Factors, Casualty Table",
                      .rulings = "R-05, R-06, R-08, R-12"},
    .expectations = TRR_SOFT_EXPECTED,
    .n_expectations = N_SOFT_EXPECTATIONS,
    .outcomes = TRR_SOFT_OUTCOMES,
    .n_outcomes = N_SOFT_WORDS,
    .outcomes_help = TRR_CASUALTIES_HELP,
    .roll = &TRR_SOFT_ROLL,
};

enum { ABSORBED, WRAP, REROLL };

static const char *const EXCESS_CHOICES[] = {[ABSORBED] = "absorbed", [WRAP] = "wrap", [REROLL] = "reroll", NULL};

enum { AL_HITS, AL_FIGURES, AL_SPECIALISTS, AL_EXCESS, N_ALLOCATION };

static const salvo_parameter ALLOCATION[N_ALLOCATION] = {
    [AL_HITS] = TRR_NUMBER("hits", "casualties to allocate", 0, 10, "3"),
    [AL_FIGURES] = TRR_NUMBER("figures", "figures of the target", 1, 10, "10"),
    [AL_SPECIALISTS] = TRR_NUMBER("specialists", "specialists among them, from the right", 0, 10, "0"),
    [AL_EXCESS] = TRR_CHOICE("excess", "a die beyond the figures", EXCESS_CHOICES, "absorbed"),
};

struct allocation {
    int hits, figures, specialists;
    int excess;
};

struct allocation_state {
    uint16_t lost; /* a bit for each figure, the first from the right lowest */
    uint16_t allocated;
};

enum { LOST_FIGURES, LOST_SPECIALISTS };

static const salvo_expectation ALLOCATION_EXPECTATIONS[] = {
    [LOST_FIGURES] = {.name = "figures-lost", .help = "mean number of figures lost"},
    [LOST_SPECIALISTS] = {.name = "specialists-lost", .help = "mean number of specialists among them"},
};

static salvo_status prepare_allocation(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    struct allocation *a = situation;

    (void)tables;
    *a = (struct allocation){.hits = (int)values[AL_HITS].integer,
                             .figures = (int)values[AL_FIGURES].integer,
                             .specialists = (int)values[AL_SPECIALISTS].integer,
                             .excess = (int)values[AL_EXCESS].integer};
    if (a->specialists > a->figures)
        return salvo_fail(err, SALVO_BAD_INPUT, "specialists=%d: with figures=%d there are 0 to %d", a->specialists,
                          a->figures, a->figures);
    return SALVO_OK;
}

static void allocation_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int allocation_outcome(const void *situation, const void *state)
{
    const struct allocation_state *s = state;
    int figures = 0;

    if (s->allocated < ((const struct allocation *)situation)->hits)
        return SALVO_GOES_ON;
    for (unsigned lost = s->lost; lost; lost >>= 1)
        figures += lost & 1;
    return figures;
}

static void allocation_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* a die above the number of figures. A figure that is hit again absorbs the shot. */
static bool allocation_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct allocation *a = situation;
    struct allocation_state *s = state;
    int position = faces[0];

    if (position > a->figures && a->excess == REROLL)
        return false;
    s->allocated++;
    if (position > a->figures && a->excess == WRAP)
        position = (position - 1) % a->figures + 1;
    if (position > a->figures || s->lost & 1U << (position - 1))
        return false;
    s->lost |= (uint16_t)(1U << (position - 1));
    gain[LOST_FIGURES]++;
    gain[LOST_SPECIALISTS] += position <= a->specialists;
    return false;
}

static const salvo_chain ALLOCATION_CHAIN = {
    .state_size = sizeof(struct allocation_state),
    .start = allocation_start,
    .outcome = allocation_outcome,
    .dice = allocation_dice,
    .step = allocation_step,
};

const salvo_procedure TRR_ALLOCATION = {
    .id = "TRR-10",
    .schema = {.name = "trr.allocation",
               .parameters = ALLOCATION,
               .n_parameters = N_ALLOCATION,
               .situation_size = sizeof(struct allocation),
               .prepare_from_values = prepare_allocation},
    .documentation = {.chapter = CHAPTER,
                      .title = "which figures are lost to several casualties",
                      .section = "7 Allocating Casualties",
                      .rulings = "R-13"},
    .expectations = ALLOCATION_EXPECTATIONS,
    .n_expectations = sizeof ALLOCATION_EXPECTATIONS / sizeof *ALLOCATION_EXPECTATIONS,
    .outcomes_help = "figures lost 0, 1, ...",
    .chain = &ALLOCATION_CHAIN,
};

enum { SN_DISTANCE, SN_COVER, SN_OFF_RIGHT, N_SNIPER };

static const salvo_parameter SNIPER[N_SNIPER] = {
    [SN_DISTANCE] = TRR_DISTANCE("30"),
    [SN_COVER] = TRR_COVER(),
    [SN_OFF_RIGHT] = TRR_OFF_RIGHT(),
};

enum sniper_outcome { SNIPER_HIT, SNIPER_MISS, SNIPER_INEFFECTIVE, SNIPER_OUT_OF_RANGE, N_SNIPER_OUTCOMES };

static const char *const SNIPER_OUTCOMES[N_SNIPER_OUTCOMES] = {[SNIPER_HIT] = "hit",
                                                               [SNIPER_MISS] = "miss",
                                                               [SNIPER_INEFFECTIVE] = "ineffective",
                                                               [SNIPER_OUT_OF_RANGE] = "out-of-range"};

static const salvo_expectation SNIPER_EXPECTATIONS[] = {{.name = "hits", .help = "probability of a hit"}};

static salvo_status prepare_sniper(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct trr_soft_fire *fire = situation;

    (void)err;
    *fire = (struct trr_soft_fire){.tables = t, .out_of_range = values[SN_DISTANCE].decimal > t->values[SNIPER_CM]};
    trr_soft_fire_aim(fire, t->values[SNIPER_FACTOR], t->cover[values[SN_COVER].integer],
                      is_column_e(&values[SN_OFF_RIGHT]));
    return SALVO_OK;
}

/* He hits one figure at most: any casualty. */
static int resolve_sniper(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct trr_soft_fire *fire = situation;

    if (fire->out_of_range)
        return SNIPER_OUT_OF_RANGE;
    if (fire->factor == 0)
        return SNIPER_INEFFECTIVE;
    if (trr_casualties(fire->tables, fire->factor, faces[0]) == 0)
        return SNIPER_MISS;
    gain[0]++;
    return SNIPER_HIT;
}

static void sniper_dice(const void *situation, salvo_dice *dice)
{
    TRR_SOFT_ROLL.dice(situation, dice);
}

static size_t sniper_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    upto[0] = ((const struct trr_soft_fire *)situation)->tables->values[SNIPER_CM];
    return 1;
}

static const salvo_roll SNIPER_ROLL = {.dice = sniper_dice, .resolve = resolve_sniper};

const salvo_procedure TRR_SNIPER = {
    .id = "TRR-11",
    .schema = {.name = "trr.sniper",
               .parameters = SNIPER,
               .n_parameters = N_SNIPER,
               .situation_size = sizeof(struct trr_soft_fire),
               .prepare_from_values = prepare_sniper,
               .explain = explain,
               .brackets = sniper_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a sniper fires at one figure",
                      .section = "13 Snipers",
                      .rulings = "R-05"},
    .expectations = SNIPER_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = SNIPER_OUTCOMES,
    .n_outcomes = N_SNIPER_OUTCOMES,
    .roll = &SNIPER_ROLL,
};
