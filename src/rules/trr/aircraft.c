/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 12, aircraft against the ground: TRR-33 to TRR-36. Bombs scatter like indirect fire but by sums of dice.
 * Strafing and bombs have the same effect on a target as artillery. */
#include "rules/trr/aircraft.h"

#include "rules/trr/effect.h"

const char *const TRR_ALTITUDE_CHOICES[] = {
    [ALTITUDE_LOW] = "low", [ALTITUDE_DIVE] = "dive", [ALTITUDE_MEDIUM] = "medium", [ALTITUDE_HIGH] = "high", NULL};

enum scatter_outcome { FALLS_ON_TARGET, FALLS_OVER, FALLS_SHORT, N_FALLS };
/* Sums of n dice run from n to 10 n. They are counted from 0, so each die adds nine. */
enum { SUMS_MOST = SCATTER_DICE_MOST * (D10 - 1) + 1 };

/* The scatter is the sum of some D10: one die with a face for each sum, weighted by the number of ways to it.
 * Artillery's "D10 x 2" is one die doubled; here 2D10 are two dice added. */
struct scatter {
    const struct trr_tables *tables;
    enum trr_altitude altitude;
    int damage;   /* of the aircraft */
    int modifier; /* of the die for the direction */
    int dice;     /* of the scatter */
    uint32_t ways[SUMS_MOST];
};

/* Adds one more D10 to each sum, the largest first. */
static void add_die(uint32_t ways[SUMS_MOST])
{
    for (int sum = SUMS_MOST - 1; sum >= 0; sum--) {
        uint32_t all = 0;

        for (int die = 0; die < D10 && die <= sum; die++)
            all += ways[sum - die];
        ways[sum] = all;
    }
}

/* The number of dice is a value of the table, so an author may change it: check_values limits it to four. */
static void scatter_prepare(struct scatter *s)
{
    static const enum trr_value DICE[] = {[ALTITUDE_LOW] = LOW_SCATTER_DICE,
                                          [ALTITUDE_DIVE] = DIVE_SCATTER_DICE,
                                          [ALTITUDE_MEDIUM] = MEDIUM_SCATTER_DICE,
                                          [ALTITUDE_HIGH] = HIGH_SCATTER_DICE};

    s->modifier = s->tables->aircraft_damage[s->damage];
    s->dice = s->tables->values[DICE[s->altitude]];
    s->ways[0] = 1;
    for (int i = 0; i < s->dice; i++)
        add_die(s->ways);
}

/* The die for the direction is first, then the die for the sum. The sum is one weighted die of at most 37 faces, so it
 * makes no states, whatever the altitude. */
static salvo_dice scatter_dice(const struct scatter *s)
{
    salvo_dice dice = {.count = 2, .sides = {D10, (uint8_t)(s->dice * (D10 - 1) + 1)}, .weights = {NULL, s->ways}};

    return dice;
}

/* The book prints "over" for 5 to 8 and nothing below: everything else is short. */
static enum scatter_outcome fall_of(const struct scatter *s, const uint8_t *faces)
{
    int score = faces[0] + s->modifier;

    if (score >= s->tables->values[AIR_ON_TARGET])
        return FALLS_ON_TARGET;
    return score >= s->tables->values[AIR_OVER] ? FALLS_OVER : FALLS_SHORT;
}

/* Face 1 of the weighted die is the least sum, one point on each of the dice. */
static int scatter_cm(const struct scatter *s, const uint8_t *faces)
{
    return fall_of(s, faces) == FALLS_ON_TARGET ? 0 : s->dice + faces[1] - 1;
}

/* The area is 10 cm square about the landing point, so a point target is covered up to 5 cm away. */
static bool covers(const struct scatter *s, const uint8_t *faces)
{
    return scatter_cm(s, faces) <= s->tables->values[AREA_HALF_CM];
}

static void explain_scatter(const struct scatter *s, salvo_text *text)
{
    salvo_text_add(text, "On target on %d or more", s->tables->values[AIR_ON_TARGET]);
    if (s->modifier)
        salvo_text_add(text, ", %+d on the die", s->modifier);
    salvo_text_add(text, "; else scatter by %dD10 cm\n", s->dice);
}

static const salvo_parameter SCATTER[] = {
    TRR_ALTITUDE("where the attack comes from", INTO(struct scatter, altitude)),
    TRR_AIRCRAFT_DAMAGE(TRR_DAMAGE_WORDS, INTO(struct scatter, damage)),
};

static const char *const FALLS[N_FALLS] = {
    [FALLS_ON_TARGET] = "on-target", [FALLS_OVER] = "over", [FALLS_SHORT] = "short"};

enum { SCATTERED, COVERED };

static const salvo_expectation SCATTER_EXPECTATIONS[] = {
    [SCATTERED] = {.name = "scatter", .help = "mean scatter in cm; 0 on target"},
    [COVERED] = {.name = "covered", .help = "probability that the area covers the target"},
};

static void derive_scatter(const void *tables, void *situation)
{
    (void)tables;
    scatter_prepare(situation);
}

static void air_scatter_dice(const void *situation, salvo_dice *dice)
{
    *dice = scatter_dice(situation);
}

/* The outcome is the direction, and the distance is in the averages. */
static int resolve_scatter(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct scatter *s = situation;

    gain[SCATTERED] += scatter_cm(s, faces);
    gain[COVERED] += covers(s, faces);
    return (int)fall_of(s, faces);
}

static void explain_air_scatter(const void *situation, salvo_text *text)
{
    explain_scatter(situation, text);
}

const salvo_procedure TRR_AIR_SCATTER = {
    .id = "TRR-33",
    .schema = {.name = "trr.air-scatter",
               ALL_OF(parameters, SCATTER),
               SITUATION(struct scatter, tables),
               .derive = derive_scatter,
               .explain = explain_air_scatter},
    .documentation = {.chapter = TRR_AIRCRAFT_CHAPTER,
                      .title = "where an air attack falls",
                      .section = "12 Bombing and Rocketing",
                      .rulings = "R-15, R-17, R-32"},
    ALL_OF(expectations, SCATTER_EXPECTATIONS),
    ALL_OF(outcomes, FALLS),
    .roll = &(const salvo_roll){.dice = air_scatter_dice, .resolve = resolve_scatter},
};

static const char *const AIRCRAFT_CHOICES[] = {[FIGHTER_BOMBER] = "fighter-bomber",
                                               [LIGHT_DIVE_BOMBER] = "light-dive-bomber",
                                               [MEDIUM_BOMBER] = "medium-bomber",
                                               [HEAVY_BOMBER] = "heavy-bomber",
                                               NULL};
static const char *const PERIOD_CHOICES[] = {
    [PERIOD_1939] = "1939-42", [PERIOD_1943] = "1943-45", [PERIOD_1950] = "1950-53", NULL};
/* Heavy bombers attack only from high altitude, so the default of all others would be an error for them. */
static const salvo_default HEAVY_BOMBERS_FLY_HIGH[] = {{"aircraft=heavy-bomber", "high"}, {NULL, NULL}};

/* Scatter and effect are the situations of TRR-33 and of the artillery's effect, so each has its own preparation. */
struct attack {
    struct scatter scatter;
    struct trr_effect effect;
    enum trr_aircraft aircraft;
    enum trr_period period;
};

static const salvo_parameter ATTACK[] = {
    TRR_EFFECT_PARAMETERS(struct attack, effect.),
    CHOICE("aircraft", "the attacking weapon", AIRCRAFT_CHOICES, "fighter-bomber", INTO(struct attack, aircraft)),
    CHOICE("period", "years of the game", PERIOD_CHOICES, "1943-45", INTO(struct attack, period)),
    TRR_ALTITUDE("the direction of the attack", .defaults = HEAVY_BOMBERS_FLY_HIGH,
                 INTO(struct attack, scatter.altitude)),
    TRR_AIRCRAFT_DAMAGE(TRR_DAMAGE_WORDS ", for the scatter alone", INTO(struct attack, scatter.damage)),
};

struct attack_state {
    uint8_t covered, over, outcome;
};

/* These are the book's own limits; all other combinations are legal. */
static salvo_status check_altitude(enum trr_aircraft aircraft, enum trr_altitude altitude, salvo_error *err)
{
    if (altitude == ALTITUDE_DIVE && aircraft != FIGHTER_BOMBER && aircraft != LIGHT_DIVE_BOMBER)
        return salvo_fail(err, SALVO_BAD_INPUT, "altitude=dive: aircraft=%s cannot dive; use %s or %s",
                          AIRCRAFT_CHOICES[aircraft], AIRCRAFT_CHOICES[FIGHTER_BOMBER],
                          AIRCRAFT_CHOICES[LIGHT_DIVE_BOMBER]);
    if (aircraft == HEAVY_BOMBER && altitude != ALTITUDE_HIGH)
        return salvo_fail(err, SALVO_BAD_INPUT, "altitude=%s: aircraft=%s attacks from altitude=high only",
                          TRR_ALTITUDE_CHOICES[altitude], AIRCRAFT_CHOICES[aircraft]);
    return SALVO_OK;
}

/* Damage to the aircraft lowers only the scatter die. The factor goes up to 36: on foot the row stops at 16, but
 * a strike value is never limited. */
static salvo_status prepare_attack(const void *tables, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct attack *a = situation;

    a->scatter.tables = a->effect.fire.tables = t;
    scatter_prepare(&a->scatter);
    trr_effect_prepare(&a->effect, t->aircraft[a->period][a->aircraft], t->cover[a->effect.fire.cover],
                       N_SCATTER_WORDS);
    return check_altitude(a->aircraft, a->scatter.altitude, err);
}

static int attack_outcome(const void *situation, const void *state)
{
    const struct attack_state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_CONTINUES;
}

static void attack_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct attack *a = situation;

    *dice = ((const struct attack_state *)state)->covered ? trr_effect_dice(&a->effect) : scatter_dice(&a->scatter);
}

/* The effect is thrown only if the area covers the target. */
static bool attack_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct attack *a = situation;
    struct attack_state *s = state;

    if (s->covered)
        *s = (struct attack_state){.over = 1, .outcome = (uint8_t)trr_effect_resolve(&a->effect, faces, gain)};
    else if (covers(&a->scatter, faces))
        s->covered = 1;
    else
        *s = (struct attack_state){.over = 1, .outcome = EFFECT_WIDE};
    return false;
}

static bool attack_expects(const void *situation, size_t expectation)
{
    return trr_effect_expects(&((const struct attack *)situation)->effect, expectation);
}

static void explain_attack(const void *situation, salvo_text *text)
{
    const struct attack *a = situation;

    explain_scatter(&a->scatter, text);
    trr_effect_explain(&a->effect, text);
}

static const salvo_chain ATTACK_CHAIN = {.state_size = sizeof(struct attack_state),
                                         .outcome = attack_outcome,
                                         .dice = attack_dice,
                                         .step = attack_step,
                                         .throw_name = "a roll of the attack"};

const salvo_procedure TRR_AIR_ATTACK = {
    .id = "TRR-34",
    .schema = {.name = "trr.air-attack",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .prepare = prepare_attack,
               .explain = explain_attack},
    .documentation = {.chapter = TRR_AIRCRAFT_CHAPTER,
                      .title = "an attack with bombs or rockets",
                      .section = "12 Bombing and Rocketing",
                      .rulings = "R-02, R-04, R-05, R-06, R-12, R-15, R-17, R-22, R-29, R-32"},
    .expectations = TRR_EFFECT_EXPECTED,
    .n_expectations = N_EFFECT_EXPECTATIONS,
    .outcomes = TRR_EFFECT_OUTCOMES,
    .n_outcomes = N_SCATTER_WORDS,
    .outcomes_help = TRR_EFFECT_HELP,
    .expects = attack_expects,
    .chain = &ATTACK_CHAIN,
};

static const char *const BRACKET_CHOICES[] = {[POINT_BLANK] = "point-blank", [CLOSE] = "close",
                                              [MEDIUM] = "medium",           [LONG] = "long",
                                              [EXTREME] = "extreme",         NULL};

struct strafe {
    struct trr_effect effect; /* first: the roll's situation */
    int barrels, damage;
    enum trr_bracket bracket;
    bool closed_immune;
};

/* The bracket shifts only fire on foot; against vehicles it has no effect and is accepted. */
static const salvo_parameter STRAFE[] = {
    TRR_EFFECT_PARAMETERS(struct strafe, effect.),
    WHOLE("barrels", "barrels of the aircraft", 1, 16, "4", INTO(struct strafe, barrels)),
    CHOICE("bracket", "range bracket, for targets on foot", BRACKET_CHOICES, "medium", INTO(struct strafe, bracket)),
    TRR_AIRCRAFT_DAMAGE(TRR_DAMAGE_WORDS ", for the effect alone", INTO(struct strafe, damage)),
    FLAG_YES("closed-immune", "closed vehicles cannot be damaged", .only = "target=closed",
             INTO(struct strafe, closed_immune)),
};

/* This is half the barrels as a tripod mounting, and at least one. More than four count as four, the most in the table
 * of support weapons. */
static salvo_status strafe_basic(const struct trr_tables *t, int barrels, int *basic, salvo_error *err)
{
    int counted = barrels / t->values[STRAFE_SHARE];

    counted = counted < 1 ? 1 : counted > BARRELS_LISTED ? BARRELS_LISTED : counted;
    *basic = t->support[MOUNT_TRIPOD][counted - 1];
    if (*basic == SALVO_BLANK)
        return salvo_fail(err, SALVO_BAD_INPUT, "barrels=%d: support-weapons has no factor for %d tripod barrels",
                          barrels, counted);
    return SALVO_OK;
}

/* The basic factor is also the strike value. A closed vehicle cannot be damaged unless closed-immune=no: no die
 * reaches 11, so none is thrown. Damage to the aircraft changes the effect, not the die that hits. */
static salvo_status prepare_strafe(const void *tables, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct strafe *s = situation;
    struct trr_effect *effect = &s->effect;
    int basic;
    salvo_status status = strafe_basic(t, s->barrels, &basic, err);

    if (status != SALVO_OK)
        return status;
    trr_effect_prepare(effect, basic, t->shifts[SHIFT_RANGE][s->bracket] + t->cover[effect->fire.cover],
                       N_EFFECT_WORDS);
    effect->fire.die_modifier = t->aircraft_damage[s->damage];
    effect->modifier += t->aircraft_damage[s->damage];
    if (effect->target == TARGET_CLOSED && s->closed_immune)
        effect->needed = D10 + 1;
    return SALVO_OK;
}

static bool strafe_expects(const void *situation, size_t expectation)
{
    return trr_effect_expects(situation, expectation);
}

static void explain_strafe(const void *situation, salvo_text *text)
{
    trr_effect_explain(situation, text);
}

const salvo_procedure TRR_STRAFE = {
    .id = "TRR-35",
    .schema = {.name = "trr.strafe",
               ALL_OF(parameters, STRAFE),
               SITUATION(struct strafe, effect.fire.tables),
               .prepare = prepare_strafe,
               .explain = explain_strafe},
    .documentation = {.chapter = TRR_AIRCRAFT_CHAPTER,
                      .title = "an aircraft strafes",
                      .section = "12 Strafing",
                      .rulings = "R-02, R-04, R-05, R-08, R-12, R-25"},
    .expectations = TRR_EFFECT_EXPECTED,
    .n_expectations = N_EFFECT_EXPECTATIONS,
    .outcomes = TRR_EFFECT_OUTCOMES,
    .n_outcomes = N_EFFECT_WORDS,
    .outcomes_help = TRR_EFFECT_HELP,
    .expects = strafe_expects,
    .roll = &TRR_EFFECT_ROLL,
};

struct air_gun {
    const struct trr_tables *tables;
    int gun; /* row; -1: none is named */
    struct trr_shot shot;
    struct trr_armoured target;
    int damage; /* of the aircraft */
    int modifier;
    struct trr_stand stand;
};

/* clang-format off */
static const salvo_parameter AIR_GUN[] = {
    TRR_GUN(INTO(struct air_gun, gun)),
    TRR_STRIKE("5", INTO(struct air_gun, shot.strike)),
    TRR_DEFENCE_PARAMETERS(struct air_gun, target, NULL),
    TRR_CONCEALMENT("concealment", "where the target stands", INTO(struct air_gun, shot.concealment)),
    FLAG("camouflaged", "the target is camouflaged", INTO(struct air_gun, shot.camouflaged)),
    TRR_ASPECT("aspect", "the face of the target towards the firer", INTO(struct air_gun, shot.aspect)),
    TRR_AIRCRAFT_DAMAGE(TRR_DAMAGE_WORDS, INTO(struct air_gun, damage)),
    TRR_STAND_PARAMETERS(struct air_gun, target, NULL),
};
/* clang-format on */

static const salvo_expectation AIR_GUN_EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

/* It is always at long range, whichever moves. */
static void derive_air_gun(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct air_gun *g = situation;
    const struct trr_shot *shot = &g->shot;

    trr_arm(t, g->gun, &g->shot);
    g->modifier = shot->strike - trr_defence_of(t, &g->target) + t->range_modifiers[LONG] +
                  trr_target_modifier(t, shot->concealment, shot->camouflaged, shot->aspect) +
                  t->aircraft_damage[g->damage];
    g->stand = trr_stand_of(&g->target);
}

static int resolve_air_gun(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct air_gun *g = situation;
    int markers = trr_markers(g->tables, faces[0] + g->modifier, false);

    gain[0] += markers;
    return (int)trr_status_of(&g->stand, markers);
}

static void explain_air_gun(const void *situation, salvo_text *text)
{
    salvo_text_add(text, "Score D10 %+d\n", ((const struct air_gun *)situation)->modifier);
}

const salvo_procedure TRR_AIR_AT_GUN = {
    .id = "TRR-36",
    .schema = {.name = "trr.air-at-gun",
               ALL_OF(parameters, AIR_GUN),
               SITUATION(struct air_gun, tables),
               .derive = derive_air_gun,
               .explain = explain_air_gun},
    .documentation = {.chapter = TRR_AIRCRAFT_CHAPTER,
                      .title = "an aircraft fires an anti-tank gun",
                      .section = "12 A/T Gun Attacks",
                      .rulings = "R-02, R-04, R-24"},
    ALL_OF(expectations, AIR_GUN_EXPECTATIONS),
    .outcomes = TRR_SHOT_OUTCOMES,
    .n_outcomes = N_STATUSES,
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_air_gun},
};
