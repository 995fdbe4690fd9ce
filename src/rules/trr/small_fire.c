/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 7: fire of one section or weapon at soft targets (TRR-07, TRR-08), the table alone (TRR-09), and which
 * figures are lost (TRR-10). Section 13: snipers (TRR-11). Each makes a basic factor and a shift; soft_fire.c does the
 * rest. */
#include "rules/trr/small_fire.h"

#include "rules/trr/soft_fire.h"

#define CHAPTER "Fire at soft targets"

static void explain(const void *situation, salvo_text *text)
{
    trr_soft_fire_explain(situation, text);
}

enum weapon { RIFLE, SELF_LOADING, SMG };

static const char *const WEAPON_CHOICES[] = {[RIFLE] = "rifle", [SELF_LOADING] = "self-loading", [SMG] = "smg", NULL};
static const char *const SMG_SHIFT_CHOICES[] = {"add", "replace", NULL};

struct small_arms {
    struct trr_soft_fire fire; /* first: the roll's situation */
    int figures, lmg;
    bool mortar, bazooka, replaces, vehicle_moving; /* replaces: the shift of submachine guns, that of the range */
    enum weapon weapon;
    double distance_cm;
};

/* smg-shift is a reading; it is permitted only for submachine guns, where it can change something. */
/* clang-format off */
static const salvo_parameter SMALL_ARMS[] = {
    WHOLE("figures", "figures that fire", 1, 10, "10", INTO(struct small_arms, figures)),
    WHOLE("lmg", "light machine guns among them", 0, 5, "1", INTO(struct small_arms, lmg)),
    FLAG("mortar", "the section has a light mortar", INTO(struct small_arms, mortar)),
    FLAG("bazooka", "the section has a Bazooka, PIAT or Panzerschreck that fires at nothing else",
         INTO(struct small_arms, bazooka)),
    CHOICE("weapon", "the weapon of most figures", WEAPON_CHOICES, "rifle", INTO(struct small_arms, weapon)),
    CHOICE("smg-shift", "the shift of submachine guns is added to that of the range, or replaces it",
           SMG_SHIFT_CHOICES, "add", .only = "weapon=smg", INTO(struct small_arms, replaces)),
    TRR_DISTANCE("20", INTO(struct small_arms, distance_cm)),
    FLAG("vehicle-moving", "the section fires from a vehicle on the move", INTO(struct small_arms, vehicle_moving)),
    TRR_SOFT_TARGET(struct small_arms, fire),
};
/* clang-format on */

/* The sum is one for each figure, and the weapons of the section. A section should have one light machine gun: none
 * costs a point, and further ones add up to two. */
static int small_arms_basic(const struct trr_tables *t, const struct small_arms *s)
{
    int extra = (s->lmg - 1) * t->values[EXTRA_LMG];
    int basic = s->figures;

    if (s->lmg == 0)
        basic += t->values[NO_LMG];
    else
        basic += extra < t->values[EXTRA_LMG_MOST] ? extra : t->values[EXTRA_LMG_MOST];
    if (s->mortar)
        basic += t->values[LIGHT_MORTAR];
    if (s->bazooka)
        basic += t->values[BAZOOKA];
    return basic;
}

/* submachine guns and self-loading rifles shift in addition to the range. The shift of submachine guns may
 * replace that of the range (smg-shift); that of self-loading rifles never does. */
static int small_arms_shift(const struct trr_tables *t, const struct small_arms *s, enum trr_bracket bracket)
{
    int shift = t->cover[s->fire.cover];

    if (s->weapon != SMG || !s->replaces)
        shift += t->shifts[SHIFT_RANGE][bracket];
    if (s->weapon != RIFLE)
        shift += t->shifts[s->weapon == SMG ? SHIFT_SMG : SHIFT_SELF_LOADING][bracket];
    if (s->vehicle_moving)
        shift += t->values[VEHICLE_MOVING_SHIFT];
    return shift;
}

/* Range is tested first: fire that is out of range and ineffective is reported as out of range. */
static void derive_small_arms(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct small_arms *s = situation;
    enum trr_bracket bracket = trr_bracket_of(t->fire_ranges[FIRE_SMALL_ARMS], s->distance_cm);

    s->fire.out_of_range = bracket == OUT_OF_BRACKETS;
    if (!s->fire.out_of_range)
        trr_soft_fire_aim(&s->fire, small_arms_basic(t, s), small_arms_shift(t, s, bracket));
}

static size_t small_arms_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    return trr_put_brackets(((const struct trr_soft_fire *)situation)->tables->fire_ranges[FIRE_SMALL_ARMS], upto);
}

const salvo_procedure TRR_SMALL_ARMS = {
    .id = "TRR-07",
    .schema = {.name = "trr.small-arms",
               ALL_OF(parameters, SMALL_ARMS),
               SITUATION(struct small_arms, fire.tables),
               .derive = derive_small_arms,
               .explain = explain,
               .brackets = small_arms_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a section fires its small arms",
                      .section = "7 Basic Small Arms Factors, Fire modifiers",
                      .rulings = "R-05, R-07, R-12"},
    TRR_SOFT_PROCEDURE,
};

static const char *const MOUNT_CHOICES[] = {
    [MOUNT_PIVOT] = "pivot", [MOUNT_TRIPOD] = "tripod", [MOUNT_MULTIPLE] = "multiple", NULL};
static const char *const SUPPORT_WEAPON_CHOICES[] = {"mg", "auto-cannon", NULL};

struct support_fire {
    struct trr_soft_fire fire; /* first: the roll's situation */
    enum trr_mount mount;
    int barrels;
    bool auto_cannon, vehicle_moving;
    double distance_cm;
    enum trr_fire_class class;
};

/* clang-format off */
static const salvo_parameter SUPPORT[] = {
    CHOICE("mount", "how the weapon is mounted", MOUNT_CHOICES, "tripod", INTO(struct support_fire, mount)),
    WHOLE("barrels", "barrels on the mounting", 1, 16, "1", INTO(struct support_fire, barrels)),
    CHOICE("weapon", "machine guns or auto cannon", SUPPORT_WEAPON_CHOICES, "mg",
           INTO(struct support_fire, auto_cannon)),
    TRR_DISTANCE("20", INTO(struct support_fire, distance_cm)),
    FLAG("vehicle-moving", "fired from a vehicle on the move", INTO(struct support_fire, vehicle_moving)),
    TRR_SOFT_TARGET(struct support_fire, fire),
};
/* clang-format on */

/* A mounting of mixed calibres counts its barrels. The others are listed up to a number of barrels, which the message
 * has. */
static salvo_status support_basic(const struct trr_tables *t, const struct support_fire *s, int *basic,
                                  salvo_error *err)
{
    int most = BARRELS_LISTED;

    *basic = s->barrels * t->values[MULTIPLE_BARREL];
    if (s->mount == MOUNT_MULTIPLE)
        return SALVO_OK;
    while (most > 1 && t->support[s->mount][most - 1] == SALVO_BLANK)
        most--;
    if (s->barrels > most)
        return salvo_fail(err, SALVO_BAD_INPUT, "barrels=%d: mount=%s has 1 to %d barrels", s->barrels,
                          MOUNT_CHOICES[s->mount], most);
    *basic = t->support[s->mount][s->barrels - 1];
    if (*basic == SALVO_BLANK)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "barrels=%d: mount=%s has no factor for this number in "
                          "support-weapons",
                          s->barrels, MOUNT_CHOICES[s->mount]);
    return SALVO_OK;
}

/* The weapon decides before its mounting: an auto cannon has its own brackets on any mounting. */
static enum trr_fire_class support_class(const struct support_fire *s)
{
    if (s->auto_cannon)
        return FIRE_AUTO_CANNON;
    return s->mount == MOUNT_PIVOT ? FIRE_SMALL_ARMS : FIRE_TRIPOD;
}

/* The mounting is checked even if the target is out of range, so that a wrong count never passes. */
static salvo_status prepare_support(const void *tables, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct support_fire *s = situation;
    enum trr_bracket bracket;
    int basic, shift;
    salvo_status status = support_basic(t, s, &basic, err);

    if (status != SALVO_OK)
        return status;
    s->class = support_class(s);
    bracket = trr_bracket_of(t->fire_ranges[s->class], s->distance_cm);
    s->fire.out_of_range = bracket == OUT_OF_BRACKETS;
    if (s->fire.out_of_range)
        return SALVO_OK;
    shift = t->shifts[SHIFT_RANGE][bracket] + t->cover[s->fire.cover];
    if (s->vehicle_moving)
        shift += t->values[VEHICLE_MOVING_SHIFT];
    trr_soft_fire_aim(&s->fire, basic, shift);
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
               ALL_OF(parameters, SUPPORT),
               SITUATION(struct support_fire, fire.tables),
               .prepare = prepare_support,
               .explain = explain,
               .brackets = support_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a machine gun or auto cannon fires",
                      .section = "7 Factors for Support Weapons, Fire modifiers",
                      .rulings = "R-05, R-12"},
    TRR_SOFT_PROCEDURE,
};

struct casualties {
    struct trr_soft_fire fire; /* first: the roll's situation */
    int factor, shift;
};

/* There is no cover: its shift is part of the given one. */
static const salvo_parameter CASUALTIES[] = {
    WHOLE("factor", "basic factor", 0, 60, "8", INTO(struct casualties, factor)),
    WHOLE("shift", "columns to the right; below 0 to the left", -6, 8, "0", INTO(struct casualties, shift)),
    WHOLE("die-modifier", "added to the die", -10, 0, "0", INTO(struct casualties, fire.die_modifier)),
    TRR_OFF_RIGHT(INTO(struct casualties, fire.column_e)),
    TRR_TARGET_FIGURES(INTO(struct casualties, fire.figures)),
};

static void derive_casualties(const void *tables, void *situation)
{
    struct casualties *c = situation;

    (void)tables;
    trr_soft_fire_aim(&c->fire, c->factor, c->shift);
}

const salvo_procedure TRR_CASUALTIES = {
    .id = "TRR-09",
    .schema = {.name = "trr.casualties",
               ALL_OF(parameters, CASUALTIES),
               SITUATION(struct casualties, fire.tables),
               .derive = derive_casualties,
               .explain = explain},
    .documentation = {.chapter = CHAPTER,
                      .title = "a basic factor on the casualty table",
                      .section = "7 Final Fire Factors, Casualty Table",
                      .rulings = "R-05, R-06, R-08, R-12"},
    TRR_SOFT_PROCEDURE,
};

enum excess { ABSORBED, WRAP, REROLL };

static const char *const EXCESS_CHOICES[] = {[ABSORBED] = "absorbed", [WRAP] = "wrap", [REROLL] = "reroll", NULL};

struct allocation {
    int hits, figures, specialists;
    enum excess excess;
};

/* There are at most ten figures, so that each is a face of the die. */
static const salvo_parameter ALLOCATION[] = {
    WHOLE("hits", "casualties to allocate", 0, 10, "3", INTO(struct allocation, hits)),
    WHOLE("figures", "figures of the target", 1, 10, "10", INTO(struct allocation, figures)),
    WHOLE("specialists", "specialists among them, from the right", 0, 10, "0", INTO(struct allocation, specialists)),
    CHOICE("excess", "a die that shows more than the number of figures", EXCESS_CHOICES, "absorbed",
           INTO(struct allocation, excess)),
};

/* Which figures are lost, not only how many: the same position twice is absorbed. */
struct allocation_state {
    uint16_t lost; /* a bit for each figure, the first from the right lowest */
    uint16_t allocated;
};

enum { LOST_FIGURES, LOST_SPECIALISTS };

static const salvo_expectation ALLOCATION_EXPECTATIONS[] = {
    [LOST_FIGURES] = {.name = "figures-lost", .help = "mean number of figures lost"},
    [LOST_SPECIALISTS] = {.name = "specialists-lost", .help = "mean number of specialists among them"},
};

/* The number of specialists determines which figures they are: they stand to the right, as the book counts figures. */
static salvo_status prepare_allocation(const void *tables, void *situation, salvo_error *err)
{
    const struct allocation *a = situation;

    (void)tables;
    if (a->specialists > a->figures)
        return salvo_fail(err, SALVO_BAD_INPUT, "specialists=%d: with figures=%d there are 0 to %d", a->specialists,
                          a->figures, a->figures);
    return SALVO_OK;
}

/* The loop counts the bits, because there are at most ten. */
static int allocation_outcome(const void *situation, const void *state)
{
    const struct allocation_state *s = state;
    int figures = 0;

    if (s->allocated < ((const struct allocation *)situation)->hits)
        return SALVO_CONTINUES;
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

/* the die may exceed the number of figures. A figure that is hit again absorbs the shot. By default a higher die
 * is absorbed like a second hit; wrap counts round, and reroll throws again until there is such a figure. */
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

static const salvo_state_field ALLOCATION_TOLD[] = {
    SALVO_STATE_FIELD("casualties allocated", struct allocation_state, allocated),
    {NULL, 0, 0},
};

static const salvo_chain ALLOCATION_CHAIN = {.state_size = sizeof(struct allocation_state),
                                             .outcome = allocation_outcome,
                                             .dice = allocation_dice,
                                             .step = allocation_step,
                                             .throw_name = "a casualty",
                                             .fields = ALLOCATION_TOLD};

const salvo_procedure TRR_ALLOCATION = {
    .id = "TRR-10",
    .schema = {.name = "trr.allocation",
               ALL_OF(parameters, ALLOCATION),
               .situation_size = sizeof(struct allocation),
               .prepare = prepare_allocation},
    .documentation = {.chapter = CHAPTER,
                      .title = "which figures are lost by several casualties",
                      .section = "7 Allocating Casualties",
                      .rulings = "R-13"},
    ALL_OF(expectations, ALLOCATION_EXPECTATIONS),
    .outcomes_help = "figures lost 0, 1, ...",
    .chain = &ALLOCATION_CHAIN,
};

struct sniper {
    struct trr_soft_fire fire; /* first: the roll's situation */
    double distance_cm;
};

/* A sniper selects a figure: any casualty is a hit on that one. The fire has one range, and no bracket shifts it. */
static const salvo_parameter SNIPER[] = {
    TRR_DISTANCE("30", INTO(struct sniper, distance_cm)),
    TRR_COVER(INTO(struct sniper, fire.cover)),
    TRR_OFF_RIGHT(INTO(struct sniper, fire.column_e)),
};

/* Officer, radio or specialist: the figure that is hit does not change the odds, so there is one outcome for it. */
enum sniper_outcome { SNIPER_HIT, SNIPER_MISS, SNIPER_INEFFECTIVE, SNIPER_OUT_OF_RANGE, N_SNIPER_OUTCOMES };

static const char *const SNIPER_OUTCOMES[N_SNIPER_OUTCOMES] = {[SNIPER_HIT] = "hit",
                                                               [SNIPER_MISS] = "miss",
                                                               [SNIPER_INEFFECTIVE] = "ineffective",
                                                               [SNIPER_OUT_OF_RANGE] = "out-of-range"};

static const salvo_expectation SNIPER_EXPECTATIONS[] = {{.name = "hits", .help = "probability of a hit"}};

/* A sniper has a range, but no brackets and so no range shift. */
static void derive_sniper(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct sniper *s = situation;

    s->fire.out_of_range = s->distance_cm > t->values[SNIPER_CM];
    trr_soft_fire_aim(&s->fire, t->values[SNIPER_FACTOR], t->cover[s->fire.cover]);
}

/* A sniper hits at most one figure: any casualty. */
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

/* The dice are those of all soft fire: none if nothing can result. */
static void sniper_dice(const void *situation, salvo_dice *dice)
{
    TRR_SOFT_ROLL.dice(situation, dice);
}

static size_t sniper_brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    upto[0] = ((const struct trr_soft_fire *)situation)->tables->values[SNIPER_CM];
    return 1;
}

const salvo_procedure TRR_SNIPER = {
    .id = "TRR-11",
    .schema = {.name = "trr.sniper",
               ALL_OF(parameters, SNIPER),
               SITUATION(struct sniper, fire.tables),
               .derive = derive_sniper,
               .explain = explain,
               .brackets = sniper_brackets},
    .documentation = {.chapter = CHAPTER,
                      .title = "a sniper fires at one figure",
                      .section = "13 Snipers",
                      .rulings = "R-05"},
    ALL_OF(expectations, SNIPER_EXPECTATIONS),
    ALL_OF(outcomes, SNIPER_OUTCOMES),
    .roll = &(const salvo_roll){.dice = sniper_dice, .resolve = resolve_sniper},
};
