#include "rules/trr/aircraft.h"

#include "rules/trr/effect.h"

#define CHAPTER "Aircraft"

enum { ALTITUDE_LOW, ALTITUDE_DIVE, ALTITUDE_MEDIUM, ALTITUDE_HIGH };

static const char *const ALTITUDE_CHOICES[] = {
    [ALTITUDE_LOW] = "low", [ALTITUDE_DIVE] = "dive", [ALTITUDE_MEDIUM] = "medium", [ALTITUDE_HIGH] = "high", NULL};

#define DAMAGE_WORDS "markers on the aircraft"

enum scatter_outcome { FALLS_ON_TARGET, FALLS_OVER, FALLS_SHORT, N_FALLS };
enum { SUMS_MOST = SCATTER_DICE_MOST * (D10 - 1) + 1 };

/* The scatter is the sum of some D10: one die with a face for each sum, weighted by the dice that make it. */
struct scatter {
    const struct trr_tables *tables;
    int modifier; /* of the die for the direction */
    int dice;     /* of the scatter */
    uint32_t ways[SUMS_MOST];
};

/* One more D10 to each sum, the largest first. */
static void add_die(uint32_t ways[SUMS_MOST])
{
    for (int sum = SUMS_MOST - 1; sum >= 0; sum--) {
        uint32_t all = 0;

        for (int die = 0; die < D10 && die <= sum; die++)
            all += ways[sum - die];
        ways[sum] = all;
    }
}

static struct scatter scatter_of(const struct trr_tables *t, const salvo_value *altitude, const salvo_value *damage)
{
    static const enum trr_value DICE[] = {[ALTITUDE_LOW] = LOW_SCATTER_DICE,
                                          [ALTITUDE_DIVE] = DIVE_SCATTER_DICE,
                                          [ALTITUDE_MEDIUM] = MEDIUM_SCATTER_DICE,
                                          [ALTITUDE_HIGH] = HIGH_SCATTER_DICE};
    struct scatter s = {
        .tables = t,
        .modifier = t->aircraft_damage[damage->integer],
        .dice = t->values[DICE[altitude->integer]],
        .ways = {1},
    };

    for (int i = 0; i < s.dice; i++)
        add_die(s.ways);
    return s;
}

/* The die for the direction, the die for the sum. */
static salvo_dice scatter_dice(const struct scatter *s)
{
    salvo_dice dice = {.count = 2, .sides = {D10, (uint8_t)(s->dice * (D10 - 1) + 1)}, .weights = {NULL, s->ways}};

    return dice;
}

/* what is not over is short. */
static enum scatter_outcome fall_of(const struct scatter *s, const uint8_t *faces)
{
    int score = faces[0] + s->modifier;

    if (score >= s->tables->values[AIR_ON_TARGET])
        return FALLS_ON_TARGET;
    return score >= s->tables->values[AIR_OVER] ? FALLS_OVER : FALLS_SHORT;
}

static int scatter_cm(const struct scatter *s, const uint8_t *faces)
{
    return fall_of(s, faces) == FALLS_ON_TARGET ? 0 : s->dice + faces[1] - 1;
}

/* */
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

enum { SC_ALTITUDE, SC_DAMAGE, N_SCATTER };

static const salvo_parameter SCATTER[N_SCATTER] = {
    [SC_ALTITUDE] = TRR_CHOICE("altitude", "where the attack comes from", ALTITUDE_CHOICES, "low"),
    [SC_DAMAGE] = TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS),
};

static const char *const FALLS[N_FALLS] = {
    [FALLS_ON_TARGET] = "on-target", [FALLS_OVER] = "over", [FALLS_SHORT] = "short"};

enum { SCATTERED, COVERED };

static const salvo_expectation SCATTER_EXPECTATIONS[] = {
    [SCATTERED] = {.name = "scatter", .help = "mean scatter in cm; 0 on target"},
    [COVERED] = {.name = "covered", .help = "probability that the area covers the target"},
};

static salvo_status prepare_scatter(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct scatter *)situation = scatter_of(tables, &values[SC_ALTITUDE], &values[SC_DAMAGE]);
    return SALVO_OK;
}

static void air_scatter_dice(const void *situation, salvo_dice *dice)
{
    *dice = scatter_dice(situation);
}

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

static const salvo_roll SCATTER_ROLL = {.dice = air_scatter_dice, .resolve = resolve_scatter};

const salvo_procedure TRR_AIR_SCATTER = {
    .id = "TRR-33",
    .schema = {.name = "trr.air-scatter",
               .parameters = SCATTER,
               .n_parameters = N_SCATTER,
               .situation_size = sizeof(struct scatter),
               .prepare_from_values = prepare_scatter,
               .explain = explain_air_scatter},
    .documentation = {.chapter = CHAPTER,
                      .title = "where an air attack falls",
                      .section = "12 Bombing and Rocketing",
                      .rulings = "R-15, R-17, R-32"},
    .expectations = SCATTER_EXPECTATIONS,
    .n_expectations = sizeof SCATTER_EXPECTATIONS / sizeof *SCATTER_EXPECTATIONS,
    .outcomes = FALLS,
    .n_outcomes = N_FALLS,
    .roll = &SCATTER_ROLL,
};

static const char *const AIRCRAFT_CHOICES[] = {[FIGHTER_BOMBER] = "fighter-bomber",
                                               [LIGHT_DIVE_BOMBER] = "light-dive-bomber",
                                               [MEDIUM_BOMBER] = "medium-bomber",
                                               [HEAVY_BOMBER] = "heavy-bomber",
                                               NULL};
static const char *const PERIOD_CHOICES[] = {
    [PERIOD_1939] = "1939-42", [PERIOD_1943] = "1943-45", [PERIOD_1950] = "1950-53", NULL};
static const salvo_default HEAVY_BOMBERS_FLY_HIGH[] = {{"aircraft=heavy-bomber", "high"}, {NULL, NULL}};

enum { AI_AIRCRAFT = N_EFFECT, AI_PERIOD, AI_ALTITUDE, AI_DAMAGE, N_ATTACK };

static const salvo_parameter ATTACK[N_ATTACK] = {
    TRR_EFFECT_PARAMETERS,
    [AI_AIRCRAFT] = TRR_CHOICE("aircraft", "what attacks", AIRCRAFT_CHOICES, "fighter-bomber"),
    [AI_PERIOD] = TRR_CHOICE("period", "years of the game", PERIOD_CHOICES, "1943-45"),
    [AI_ALTITUDE] = TRR_CHOICE("altitude", "where the attack comes from", ALTITUDE_CHOICES, "low",
                               .defaults = HEAVY_BOMBERS_FLY_HIGH),
    [AI_DAMAGE] = TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS ", for the scatter alone"),
};

struct attack {
    struct scatter scatter;
    struct trr_effect effect;
};

struct attack_state {
    uint8_t covered, over, outcome;
};

static salvo_status check_altitude(int64_t aircraft, int64_t altitude, salvo_error *err)
{
    if (altitude == ALTITUDE_DIVE && aircraft != FIGHTER_BOMBER && aircraft != LIGHT_DIVE_BOMBER)
        return salvo_fail(err, SALVO_BAD_INPUT, "altitude=dive: aircraft=%s does not dive; %s and %s do",
                          AIRCRAFT_CHOICES[aircraft], AIRCRAFT_CHOICES[FIGHTER_BOMBER],
                          AIRCRAFT_CHOICES[LIGHT_DIVE_BOMBER]);
    if (aircraft == HEAVY_BOMBER && altitude != ALTITUDE_HIGH)
        return salvo_fail(err, SALVO_BAD_INPUT, "altitude=%s: aircraft=%s attacks from altitude=high only",
                          ALTITUDE_CHOICES[altitude], AIRCRAFT_CHOICES[aircraft]);
    return SALVO_OK;
}

static salvo_status prepare_attack(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct attack *a = situation;

    a->scatter = scatter_of(t, &values[AI_ALTITUDE], &values[AI_DAMAGE]);
    a->effect = trr_effect_of(t, values, t->aircraft[values[AI_PERIOD].integer][values[AI_AIRCRAFT].integer],
                              t->cover[values[EF_COVER].integer], values[EF_OFF_RIGHT].integer, N_SCATTER_WORDS);
    return check_altitude(values[AI_AIRCRAFT].integer, values[AI_ALTITUDE].integer, err);
}

static void start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int attack_outcome(const void *situation, const void *state)
{
    const struct attack_state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_GOES_ON;
}

static void attack_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct attack *a = situation;

    *dice = ((const struct attack_state *)state)->covered ? trr_effect_dice(&a->effect) : scatter_dice(&a->scatter);
}

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
                                         .start = start,
                                         .outcome = attack_outcome,
                                         .dice = attack_dice,
                                         .step = attack_step};

const salvo_procedure TRR_AIR_ATTACK = {
    .id = "TRR-34",
    .schema = {.name = "trr.air-attack",
               .parameters = ATTACK,
               .n_parameters = N_ATTACK,
               .situation_size = sizeof(struct attack),
               .prepare_from_values = prepare_attack,
               .explain = explain_attack},
    .documentation = {.chapter = CHAPTER,
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

enum { ST_BARRELS = N_EFFECT, ST_BRACKET, ST_DAMAGE, ST_CLOSED_IMMUNE, N_STRAFE };

static const salvo_parameter STRAFE[N_STRAFE] = {
    TRR_EFFECT_PARAMETERS,
    [ST_BARRELS] = TRR_NUMBER("barrels", "barrels of the aircraft", 1, 16, "4"),
    [ST_BRACKET] = TRR_CHOICE("bracket", "range bracket, of those on foot", BRACKET_CHOICES, "medium"),
    [ST_DAMAGE] = TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS ", for the effect alone"),
    [ST_CLOSED_IMMUNE] = {.key = "closed-immune",
                          .help = "closed vehicles cannot be hurt",
                          .kind = SALVO_FLAG,
                          .fallback = "yes",
                          .only = "target=closed"},
};

/* Half the barrels as a tripod mounting, at least one of them. */
static salvo_status strafe_basic(const struct trr_tables *t, int64_t barrels, int *basic, salvo_error *err)
{
    int64_t counted = barrels / t->values[STRAFE_SHARE];

    counted = counted < 1 ? 1 : counted > BARRELS_LISTED ? BARRELS_LISTED : counted;
    *basic = t->support[MOUNT_TRIPOD][counted - 1];
    if (*basic == SALVO_BLANK)
        return salvo_fail(err, SALVO_BAD_INPUT, "barrels=%d: support-weapons has no factor for %d tripod barrels",
                          (int)barrels, (int)counted);
    return SALVO_OK;
}

/* */
static salvo_status prepare_strafe(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct trr_effect *effect = situation;
    int damage = t->aircraft_damage[values[ST_DAMAGE].integer], basic;
    int shift = t->shifts[SHIFT_RANGE][values[ST_BRACKET].integer] + t->cover[values[EF_COVER].integer];
    salvo_status status = strafe_basic(t, values[ST_BARRELS].integer, &basic, err);

    if (status != SALVO_OK)
        return status;
    *effect = trr_effect_of(t, values, basic, shift, values[EF_OFF_RIGHT].integer, N_EFFECT_WORDS);
    effect->fire.die_modifier = damage;
    effect->modifier += damage;
    if (values[EF_TARGET].integer == TARGET_CLOSED && values[ST_CLOSED_IMMUNE].integer)
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
               .parameters = STRAFE,
               .n_parameters = N_STRAFE,
               .situation_size = sizeof(struct trr_effect),
               .prepare_from_values = prepare_strafe,
               .explain = explain_strafe},
    .documentation = {.chapter = CHAPTER,
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

enum {
    AG_GUN,
    AG_STRIKE,
    AG_UNIT,
    AG_DEFENCE,
    AG_CONCEALMENT,
    AG_CAMOUFLAGED,
    AG_ASPECT,
    AG_DAMAGE,
    AG_STRENGTH,
    AG_TARGET_DAMAGE,
    AG_DAMAGE_MODEL,
    N_AIR_GUN,
};

static const salvo_parameter AIR_GUN[N_AIR_GUN] = {
    [AG_GUN] = TRR_GUN(),
    [AG_STRIKE] = TRR_STRIKE("5"),
    [AG_UNIT] = TRR_UNIT(),
    [AG_DEFENCE] = TRR_DEFENCE("5"),
    [AG_CONCEALMENT] = TRR_CHOICE("concealment", "where the target stands", TRR_CONCEALMENT_CHOICES, "none"),
    [AG_CAMOUFLAGED] = TRR_FLAG("camouflaged", "the target is camouflaged"),
    [AG_ASPECT] = TRR_CHOICE("aspect", "the face that the target shows", TRR_ASPECT_CHOICES, "front"),
    [AG_DAMAGE] = TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS),
    [AG_STRENGTH] = TRR_STRENGTH(),
    [AG_TARGET_DAMAGE] = TRR_TARGET_DAMAGE(),
    [AG_DAMAGE_MODEL] = TRR_DAMAGE_MODEL(),
};

struct air_gun {
    const struct trr_tables *tables;
    int modifier;
    struct trr_stand stand;
};

static const salvo_expectation AIR_GUN_EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

/* Always at long range, whoever moves. */
static salvo_status prepare_air_gun(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct trr_shot shot;

    (void)err;
    trr_arm(t, &values[AG_GUN], &values[AG_STRIKE], NULL, &shot);
    *(struct air_gun *)situation = (struct air_gun){
        .tables = t,
        .modifier = shot.strike - trr_defence_of(t, &values[AG_UNIT], &values[AG_DEFENCE]) + t->range_modifiers[LONG] +
                    trr_target_modifier(t, (enum trr_concealment)values[AG_CONCEALMENT].integer,
                                        values[AG_CAMOUFLAGED].integer, (enum trr_aspect)values[AG_ASPECT].integer) +
                    t->aircraft_damage[values[AG_DAMAGE].integer],
        .stand = trr_stand_of((int)values[AG_STRENGTH].integer, (int)values[AG_TARGET_DAMAGE].integer,
                              values[AG_DAMAGE_MODEL].integer),
    };
    return SALVO_OK;
}

static void air_gun_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, D10);
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

static const salvo_roll AIR_GUN_ROLL = {.dice = air_gun_dice, .resolve = resolve_air_gun};

const salvo_procedure TRR_AIR_AT_GUN = {
    .id = "TRR-36",
    .schema = {.name = "trr.air-at-gun",
               .parameters = AIR_GUN,
               .n_parameters = N_AIR_GUN,
               .situation_size = sizeof(struct air_gun),
               .prepare_from_values = prepare_air_gun,
               .explain = explain_air_gun},
    .documentation = {.chapter = CHAPTER,
                      .title = "an aircraft fires an anti-tank gun",
                      .section = "12 A/T Gun Attacks",
                      .rulings = "R-02, R-04, R-24"},
    .expectations = AIR_GUN_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = TRR_SHOT_OUTCOMES,
    .n_outcomes = N_STATUSES,
    .roll = &AIR_GUN_ROLL,
};

enum { TIES_REROLL, TIES_BOTH_OFF };
enum { A_ATTACKS, B_ATTACKS, BOTH_OFF, N_COMBATS };

static const char *const TIES_CHOICES[] = {[TIES_REROLL] = "reroll", [TIES_BOTH_OFF] = "both-off", NULL};
static const char *const COMBATS[N_COMBATS] = {[A_ATTACKS] = "a", [B_ATTACKS] = "b", [BOTH_OFF] = "both-off"};

static const salvo_parameter AIR_TO_AIR[] = {TRR_CHOICE("ties", "equal dice", TIES_CHOICES, "reroll")};

static const salvo_expectation AIR_TO_AIR_EXPECTATIONS[] = {
    {.name = "delay", .help = "mean number of moves that the attack is delayed"}};

struct combat {
    bool both_off;
};

struct combat_state {
    uint8_t over, outcome;
};

static salvo_status prepare_combat(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)tables;
    (void)err;
    ((struct combat *)situation)->both_off = values[0].integer == TIES_BOTH_OFF;
    return SALVO_OK;
}

static int combat_outcome(const void *situation, const void *state)
{
    const struct combat_state *s = state;

    (void)situation;
    return s->over ? s->outcome : SALVO_GOES_ON;
}

static void combat_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(2, D10);
}

/* The higher die attacks, delayed by the lower. */
static bool combat_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct combat_state *s = state;

    if (faces[0] == faces[1]) {
        s->over = ((const struct combat *)situation)->both_off;
        s->outcome = s->over ? BOTH_OFF : 0;
        return false;
    }
    gain[0] += faces[0] < faces[1] ? faces[0] : faces[1];
    *s = (struct combat_state){.over = 1, .outcome = faces[0] > faces[1] ? A_ATTACKS : B_ATTACKS};
    return false;
}

static const salvo_chain COMBAT_CHAIN = {.state_size = sizeof(struct combat_state),
                                         .start = start,
                                         .outcome = combat_outcome,
                                         .dice = combat_dice,
                                         .step = combat_step};

const salvo_procedure TRR_AIR_TO_AIR = {
    .id = "TRR-37",
    .schema = {.name = "trr.air-to-air",
               .parameters = AIR_TO_AIR,
               .n_parameters = 1,
               .situation_size = sizeof(struct combat),
               .prepare_from_values = prepare_combat},
    .documentation = {.chapter = CHAPTER, .title = "whose fighters attack", .section = "12 Air To Air Combat"},
    .expectations = AIR_TO_AIR_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = COMBATS,
    .n_outcomes = N_COMBATS,
    .chain = &COMBAT_CHAIN,
};

static const char *const FIRER_CHOICES[] = {
    [AA_TARGET] = "target", [AA_LIGHT_30] = "light-30", [AA_LIGHT_40] = "light-40", [AA_HEAVY] = "heavy", NULL};
static const char *const ENGINES_CHOICES[] = {
    [GLIDER] = "glider", [SINGLE] = "single", [TWIN] = "twin", [MULTI] = "multi", NULL};
enum { BUILD_NORMAL, BUILD_TRANSPORT, BUILD_ARMOURED };
static const char *const BUILD_CHOICES[] = {
    [BUILD_NORMAL] = "normal", [BUILD_TRANSPORT] = "transport", [BUILD_ARMOURED] = "armoured", NULL};

enum { AA_FIRER, AA_ALTITUDE, AA_ENGINES, AA_BUILD, AA_SHOTS, AA_DAMAGE, N_AA_FIRE };

static const salvo_parameter AA_PARAMETERS[N_AA_FIRE] = {
    [AA_FIRER] =
        TRR_CHOICE("firer", "what fires; the attack's own target, or anti-aircraft guns", FIRER_CHOICES, "light-40"),
    [AA_ALTITUDE] = TRR_CHOICE("altitude", "how high the aircraft flies", ALTITUDE_CHOICES, "low"),
    [AA_ENGINES] = TRR_CHOICE("engines", "its engines; a glider or helicopter", ENGINES_CHOICES, "single"),
    [AA_BUILD] = TRR_CHOICE("build", "transport or light observation; armoured or jet", BUILD_CHOICES, "normal"),
    [AA_SHOTS] = TRR_NUMBER("shots", "firers, one after another until it aborts", 1, 6, "1"),
    [AA_DAMAGE] = TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS " before"),
};

enum aa_outcome { UNHURT, ONE_MARKER, TWO_MARKERS, CRASHED, ABORTED, NO_FIRE, N_AA_OUTCOMES };

static const char *const AA_OUTCOMES[N_AA_OUTCOMES] = {
    [UNHURT] = "unhurt",   [ONE_MARKER] = "one-marker", [TWO_MARKERS] = "two-markers",
    [CRASHED] = "crashed", [ABORTED] = "aborted",       [NO_FIRE] = "no-fire"};

static const salvo_expectation AA_EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

struct aa {
    const struct trr_tables *tables;
    bool fires;
    int modifier, shots, damage;
};

struct aa_state {
    uint8_t fired, markers; /* markers: all on the aircraft, no more than abort it */
    uint8_t over, outcome;
};

/* A dive begins at medium altitude, but its target may fire when the aircraft is low. */
static enum trr_aa_column aa_column(int64_t firer, int64_t altitude)
{
    switch (altitude) {
    case ALTITUDE_LOW:
        return AA_LOW;
    case ALTITUDE_DIVE:
        return firer == AA_TARGET ? AA_LOW : AA_MEDIUM;
    case ALTITUDE_MEDIUM:
        return AA_MEDIUM;
    default:
        return AA_HIGH;
    }
}

static int aircraft_defence(const struct trr_tables *t, const salvo_value *values)
{
    static const int BUILD[] = {[BUILD_TRANSPORT] = TRANSPORT, [BUILD_ARMOURED] = ARMOURED};
    int64_t build = values[AA_BUILD].integer;

    return t->frames[values[AA_ENGINES].integer] + (build == BUILD_NORMAL ? 0 : t->frames[BUILD[build]]);
}

static salvo_status prepare_aa(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct trr_tables *t = tables;
    struct aa *aa = situation;
    const int *row = t->aa[values[AA_FIRER].integer];
    int altitude = row[aa_column(values[AA_FIRER].integer, values[AA_ALTITUDE].integer)];

    (void)err;
    *aa = (struct aa){
        .tables = t,
        .fires = row[AA_FACTOR] != SALVO_BLANK && altitude != SALVO_BLANK,
        .shots = (int)values[AA_SHOTS].integer,
        .damage = (int)values[AA_DAMAGE].integer,
    };
    if (aa->fires)
        aa->modifier = row[AA_FACTOR] + altitude - aircraft_defence(t, values);
    return SALVO_OK;
}

static void aa_start(const void *situation, void *state)
{
    ((struct aa_state *)state)->markers = (uint8_t)((const struct aa *)situation)->damage;
}

static bool aborts(const struct aa *aa, const struct aa_state *s)
{
    return s->markers >= aa->tables->values[ABORT];
}

static int aa_outcome(const void *situation, const void *state)
{
    const struct aa *aa = situation;
    const struct aa_state *s = state;

    if (!aa->fires)
        return NO_FIRE;
    if (s->over)
        return s->outcome;
    return aborts(aa, s) || s->fired < aa->shots ? SALVO_GOES_ON : UNHURT + s->markers;
}

static void aa_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D10);
}

/* altitude takes the place of range. An aircraft that aborts throws whether it crashes. */
static bool aa_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct aa *aa = situation;
    struct aa_state *s = state;
    int markers, most = aa->tables->values[ABORT];

    if (aborts(aa, s)) {
        *s = (struct aa_state){.over = 1, .outcome = faces[0] <= aa->tables->values[CRASH] ? CRASHED : ABORTED};
        return false;
    }
    markers = trr_markers(aa->tables, faces[0] + aa->modifier, false);
    gain[0] += markers;
    s->fired++;
    s->markers = (uint8_t)(s->markers + markers < most ? s->markers + markers : most);
    return false;
}

static void explain_aa(const void *situation, salvo_text *text)
{
    const struct aa *aa = situation;

    if (aa->fires)
        salvo_text_add(text, "%d shot%s, score D10 %+d\n", aa->shots, aa->shots == 1 ? "" : "s", aa->modifier);
}

static const salvo_chain AA_CHAIN = {
    .state_size = sizeof(struct aa_state), .start = aa_start, .outcome = aa_outcome, .dice = aa_dice, .step = aa_step};

const salvo_procedure TRR_AA_FIRE = {
    .id = "TRR-38",
    .schema = {.name = "trr.aa-fire",
               .parameters = AA_PARAMETERS,
               .n_parameters = N_AA_FIRE,
               .situation_size = sizeof(struct aa),
               .prepare_from_values = prepare_aa,
               .explain = explain_aa},
    .documentation = {.chapter = CHAPTER,
                      .title = "fire at an aircraft",
                      .section = "12 Anti-Aircraft Fire",
                      .rulings = "R-33"},
    .expectations = AA_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = AA_OUTCOMES,
    .n_outcomes = N_AA_OUTCOMES,
    .chain = &AA_CHAIN,
};
