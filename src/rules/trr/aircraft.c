/* Section 12, aircraft against the ground and each other, and fire at aircraft: TRR-33 to TRR-38. Bombs scatter like
 * indirect fire but by sums of dice; strafing and bombs do to a target what artillery does. */
#include "rules/trr/aircraft.h"

#include "rules/trr/effect.h"

#define CHAPTER "Aircraft"

/* Of the aircraft that attacks, or is fired at; the tables have a column for low, medium and high, and a dive lies
 * between two of them. */
enum altitude { ALTITUDE_LOW, ALTITUDE_DIVE, ALTITUDE_MEDIUM, ALTITUDE_HIGH };

static const char *const ALTITUDE_CHOICES[] = {
    [ALTITUDE_LOW] = "low", [ALTITUDE_DIVE] = "dive", [ALTITUDE_MEDIUM] = "medium", [ALTITUDE_HIGH] = "high", NULL};

#define DAMAGE_WORDS "markers on the aircraft"

enum scatter_outcome { FALLS_ON_TARGET, FALLS_OVER, FALLS_SHORT, N_FALLS };
/* Sums of n dice run from n to 10 n. They are counted from 0, so each die adds nine. */
enum { SUMS_MOST = SCATTER_DICE_MOST * (D10 - 1) + 1 };

/* The scatter is the sum of some D10: one die with a face for each sum, weighted by the dice that make it.
 * Artillery's "D10 x 2" is one die doubled; here 2D10 are two dice added. */
struct scatter {
    const struct trr_tables *tables;
    enum altitude altitude;
    int damage;   /* of the aircraft */
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

/* The number of dice is a value of the table, so an author may change it: check_values keeps it to four. */
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

/* The die for the direction, the die for the sum. As one weighted die of at most 37 faces the sum makes no states,
 * whatever the altitude. */
static salvo_dice scatter_dice(const struct scatter *s)
{
    salvo_dice dice = {.count = 2, .sides = {D10, (uint8_t)(s->dice * (D10 - 1) + 1)}, .weights = {NULL, s->ways}};

    return dice;
}

/* The book prints "over" for 5 to 8 and nothing below: what is not over is short. */
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

#define ALTITUDE(words, ...) CHOICE("altitude", words, ALTITUDE_CHOICES, "low", __VA_ARGS__)

static const salvo_parameter SCATTER[] = {
    ALTITUDE("where the attack comes from", INTO(struct scatter, altitude)),
    TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS, INTO(struct scatter, damage)),
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

/* Direction and distance are told apart: the outcome is the direction, the distance is in the means. */
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
    .documentation = {.chapter = CHAPTER,
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
/* Heavy bombers attack from high altitude only, so the default of all others would be an error for them. */
static const salvo_default HEAVY_BOMBERS_FLY_HIGH[] = {{"aircraft=heavy-bomber", "high"}, {NULL, NULL}};

/* Scatter and effect are the situations of TRR-33 and of the artillery's effect, so each is prepared by its own
 * function. */
struct attack {
    struct scatter scatter;
    struct trr_effect effect;
    enum trr_aircraft aircraft;
    enum trr_period period;
};

static const salvo_parameter ATTACK[] = {
    TRR_EFFECT_PARAMETERS(struct attack, effect.),
    CHOICE("aircraft", "what attacks", AIRCRAFT_CHOICES, "fighter-bomber", INTO(struct attack, aircraft)),
    CHOICE("period", "years of the game", PERIOD_CHOICES, "1943-45", INTO(struct attack, period)),
    ALTITUDE("where the attack comes from", .defaults = HEAVY_BOMBERS_FLY_HIGH, INTO(struct attack, scatter.altitude)),
    TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS ", for the scatter alone", INTO(struct attack, scatter.damage)),
};

struct attack_state {
    uint8_t covered, over, outcome;
};

/* The book's own limits; all other combinations are legal. */
static salvo_status check_altitude(enum trr_aircraft aircraft, enum altitude altitude, salvo_error *err)
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

/* Damage to the aircraft lowers the scatter die alone. Its factor goes up to 36: on foot the row stops at 16, as
 * a strike value it is never cut. */
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
    return s->over ? s->outcome : SALVO_GOES_ON;
}

static void attack_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct attack *a = situation;

    *dice = ((const struct attack_state *)state)->covered ? trr_effect_dice(&a->effect) : scatter_dice(&a->scatter);
}

/* The effect is thrown only where the area covers the target. */
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
                                         .thrown = "a roll of the attack"};

const salvo_procedure TRR_AIR_ATTACK = {
    .id = "TRR-34",
    .schema = {.name = "trr.air-attack",
               ALL_OF(parameters, ATTACK),
               .situation_size = sizeof(struct attack),
               .prepare = prepare_attack,
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

struct strafe {
    struct trr_effect effect; /* first: the roll's situation */
    int barrels, damage;
    enum trr_bracket bracket;
    bool closed_immune;
};

/* The bracket shifts fire on foot only; against vehicles it has no bearing and is accepted. */
static const salvo_parameter STRAFE[] = {
    TRR_EFFECT_PARAMETERS(struct strafe, effect.),
    WHOLE("barrels", "barrels of the aircraft", 1, 16, "4", INTO(struct strafe, barrels)),
    CHOICE("bracket", "range bracket, of those on foot", BRACKET_CHOICES, "medium", INTO(struct strafe, bracket)),
    TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS ", for the effect alone", INTO(struct strafe, damage)),
    FLAG_YES("closed-immune", "closed vehicles cannot be hurt", .only = "target=closed",
             INTO(struct strafe, closed_immune)),
};

/* Half the barrels as a tripod mounting, at least one of them. More than four count as four, the most that the table of
 * support weapons lists. */
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

/* The basic factor is also the strike value, and a closed vehicle cannot be hurt unless closed-immune=no: no die
 * reaches 11, so none is thrown. Damage to the aircraft acts on the effect, not on the die that hits. */
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
    TRR_ASPECT("aspect", "the face that the target shows", INTO(struct air_gun, shot.aspect)),
    TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS, INTO(struct air_gun, damage)),
    TRR_STAND_PARAMETERS(struct air_gun, target, NULL),
};
/* clang-format on */

static const salvo_expectation AIR_GUN_EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

/* Always at long range, whoever moves. */
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
    .documentation = {.chapter = CHAPTER,
                      .title = "an aircraft fires an anti-tank gun",
                      .section = "12 A/T Gun Attacks",
                      .rulings = "R-02, R-04, R-24"},
    ALL_OF(expectations, AIR_GUN_EXPECTATIONS),
    .outcomes = TRR_SHOT_OUTCOMES,
    .n_outcomes = N_STATUSES,
    .roll = &(const salvo_roll){.count = 1, .sides = D10, .resolve = resolve_air_gun},
};

enum { A_ATTACKS, B_ATTACKS, BOTH_OFF, N_COMBATS };

static const char *const TIES_CHOICES[] = {"reroll", "both-off", NULL};
static const char *const COMBATS[N_COMBATS] = {[A_ATTACKS] = "a", [B_ATTACKS] = "b", [BOTH_OFF] = "both-off"};

static const salvo_expectation AIR_TO_AIR_EXPECTATIONS[] = {
    {.name = "delay", .help = "mean number of moves that the attack is delayed"}};

struct combat {
    bool both_off;
};

/* The book says nothing of equal dice here; as with the initiative they are thrown again, unless
 * ties=both-off. */
static const salvo_parameter AIR_TO_AIR[] = {
    CHOICE("ties", "equal dice", TIES_CHOICES, "reroll", INTO(struct combat, both_off)),
};

struct combat_state {
    uint8_t over, outcome;
};

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

/* The higher die attacks, delayed by the lower. Without rerolls a tie sends both off, and no delay is counted for
 * it. */
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
                                         .outcome = combat_outcome,
                                         .dice = combat_dice,
                                         .step = combat_step,
                                         .thrown = "both fighters"};

const salvo_procedure TRR_AIR_TO_AIR = {
    .id = "TRR-37",
    .schema = {.name = "trr.air-to-air", ALL_OF(parameters, AIR_TO_AIR), .situation_size = sizeof(struct combat)},
    .documentation = {.chapter = CHAPTER, .title = "whose fighters attack", .section = "12 Air To Air Combat"},
    ALL_OF(expectations, AIR_TO_AIR_EXPECTATIONS),
    ALL_OF(outcomes, COMBATS),
    .chain = &COMBAT_CHAIN,
};

static const char *const FIRER_CHOICES[] = {
    [AA_TARGET] = "target", [AA_LIGHT_30] = "light-30", [AA_LIGHT_40] = "light-40", [AA_HEAVY] = "heavy", NULL};
static const char *const ENGINES_CHOICES[] = {
    [GLIDER] = "glider", [SINGLE] = "single", [TWIN] = "twin", [MULTI] = "multi", NULL};
/* A build is added to the defence that the engines give: transports are easier by one, armour and jets harder by
 * one. */
enum build { BUILD_NORMAL, BUILD_TRANSPORT, BUILD_ARMOURED };
static const char *const BUILD_CHOICES[] = {
    [BUILD_NORMAL] = "normal", [BUILD_TRANSPORT] = "transport", [BUILD_ARMOURED] = "armoured", NULL};

enum aa_outcome { UNHURT, ONE_MARKER, TWO_MARKERS, CRASHED, ABORTED, NO_FIRE, N_AA_OUTCOMES };

static const char *const AA_OUTCOMES[N_AA_OUTCOMES] = {
    [UNHURT] = "unhurt",   [ONE_MARKER] = "one-marker", [TWO_MARKERS] = "two-markers",
    [CRASHED] = "crashed", [ABORTED] = "aborted",       [NO_FIRE] = "no-fire"};

static const salvo_expectation AA_EXPECTATIONS[] = {{.name = "markers", .help = "mean number of markers scored"}};

/* The defence of an aircraft is the sum of its engines' and its build's. */
struct aa {
    const struct trr_tables *tables;
    enum trr_aa firer;
    enum altitude altitude;
    enum trr_frame engines;
    enum build build;
    bool fires;
    int modifier, shots, damage;
};

static const salvo_parameter AA_PARAMETERS[] = {
    CHOICE("firer", "what fires; the attack's own target, or anti-aircraft guns", FIRER_CHOICES, "light-40",
           INTO(struct aa, firer)),
    ALTITUDE("how high the aircraft flies", INTO(struct aa, altitude)),
    CHOICE("engines", "its engines; a glider or helicopter", ENGINES_CHOICES, "single", INTO(struct aa, engines)),
    CHOICE("build", "transport or light observation; armoured or jet", BUILD_CHOICES, "normal", INTO(struct aa, build)),
    WHOLE("shots", "firers, one after another until it aborts", 1, 6, "1", INTO(struct aa, shots)),
    TRR_AIRCRAFT_DAMAGE(DAMAGE_WORDS " before", INTO(struct aa, damage)),
};

struct aa_state {
    uint8_t fired, markers; /* markers: all on the aircraft, no more than abort it */
    uint8_t over, outcome;
};

/* A dive begins at medium altitude, but its target may fire when the aircraft is low. */
static enum trr_aa_column aa_column(enum trr_aa firer, enum altitude altitude)
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

/* The table of defences has the builds behind the engines, as rows to be added. */
static int aircraft_defence(const struct trr_tables *t, const struct aa *aa)
{
    static const int BUILD[] = {[BUILD_TRANSPORT] = TRANSPORT, [BUILD_ARMOURED] = ARMOURED};

    return t->frames[aa->engines] + (aa->build == BUILD_NORMAL ? 0 : t->frames[BUILD[aa->build]]);
}

/* A "-" in the table is an altitude that the firer does not reach. */
static void derive_aa(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct aa *aa = situation;
    const int *row = t->aa[aa->firer];
    int altitude = row[aa_column(aa->firer, aa->altitude)];

    aa->fires = row[AA_FACTOR] != SALVO_BLANK && altitude != SALVO_BLANK;
    if (aa->fires)
        aa->modifier = row[AA_FACTOR] + altitude - aircraft_defence(t, aa);
}

/* Markers from before count towards an abort. They are no part of the expectation, which is of markers scored. */
static void aa_start(const void *situation, void *state)
{
    ((struct aa_state *)state)->markers = (uint8_t)((const struct aa *)situation)->damage;
}

static bool aborts(const struct aa *aa, const struct aa_state *s)
{
    return s->markers >= aa->tables->values[ABORT];
}

/* The firers stop at an abort; those that are left do not fire. */
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

/* altitude takes the place of range. An aircraft that aborts throws whether it crashes. Markers are counted up to
 * the number that aborts, so that more of them are no further states. */
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

/* An altitude that the firer does not reach has no shot to explain. */
static void explain_aa(const void *situation, salvo_text *text)
{
    const struct aa *aa = situation;

    if (aa->fires)
        salvo_text_add(text, "%d shot%s, score D10 %+d\n", aa->shots, aa->shots == 1 ? "" : "s", aa->modifier);
}

static const salvo_told_field AA_TOLD[] = {
    SALVO_TOLD_FIELD("markers", struct aa_state, markers),
    {NULL, 0, 0},
};

static const salvo_chain AA_CHAIN = {.state_size = sizeof(struct aa_state),
                                     .start = aa_start,
                                     .outcome = aa_outcome,
                                     .dice = aa_dice,
                                     .step = aa_step,
                                     .thrown = "a shot",
                                     .told = AA_TOLD};

const salvo_procedure TRR_AA_FIRE = {
    .id = "TRR-38",
    .schema = {.name = "trr.aa-fire",
               ALL_OF(parameters, AA_PARAMETERS),
               SITUATION(struct aa, tables),
               .derive = derive_aa,
               .explain = explain_aa},
    .documentation = {.chapter = CHAPTER,
                      .title = "fire at an aircraft",
                      .section = "12 Anti-Aircraft Fire",
                      .rulings = "R-33"},
    ALL_OF(expectations, AA_EXPECTATIONS),
    ALL_OF(outcomes, AA_OUTCOMES),
    .chain = &AA_CHAIN,
};
