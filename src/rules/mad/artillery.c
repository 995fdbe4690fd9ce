#include "rules/mad/artillery.h"

#include <string.h>

#include "rules/mad/deviation.h"
#include "rules/mad/geometry.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/words.h"

/* The row of a calibre in the game that is played: both tables name the same calibres. */
static salvo_status find_artillery(const struct mad_tables *t, enum mad_tech tech, const salvo_value *calibre,
                                   const struct mad_artillery **artillery, salvo_error *err)
{
    const salvo_table *table = salvo_store_table(t->store, "hitech-artillery");
    long row;

    if (tech == WW2) {
        *artillery = &t->artillery[calibre->integer];
        return SALVO_OK;
    }
    row = salvo_table_row(table, calibre->text, strlen(calibre->text));
    if (row >= 0) {
        *artillery = &t->hitech_artillery[row];
        return SALVO_OK;
    }
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "calibre=%s: the table hitech-artillery has no row '%s'; add it, or ask "
                      "with tech=ww2",
                      calibre->text, calibre->text);
}

enum { CALIBRE = N_DEVIATION_KEYS, GUNS, TECH, OFFSET_X, OFFSET_Y, ELEMENT_RADIUS, N_TEMPLATE };

/* clang-format off */
#define TEMPLATE_PARAMETERS \
    MAD_DEVIATION_PARAMETERS, \
    [CALIBRE] = MAD_CALIBRE, \
    [GUNS] = MAD_COUNT("guns", "guns or tubes of the unit", .fallback = "1"), \
    [TECH] = MAD_TECH, \
    [OFFSET_X] = MAD_OFFSET_X, \
    [OFFSET_Y] = MAD_OFFSET_Y, \
    [ELEMENT_RADIUS] = MAD_ELEMENT_RADIUS
/* clang-format on */

struct burst {
    struct mad_deviation deviation;
    int radius_mm; /* of the template */
    struct mad_element element;
};

/* The distance, then, unless it is 0, the direction. */
struct burst_state {
    struct mad_deviation_state deviation;
    int32_t landed;
    int32_t under;
};

static int smaller(int64_t a, int b)
{
    return a < b ? (int)a : b;
}

static salvo_status burst_of(const struct mad_tables *t, const salvo_value *values, struct burst *burst,
                             salvo_error *err)
{
    const struct mad_artillery *artillery;
    salvo_status status = find_artillery(t, (enum mad_tech)values[TECH].integer, &values[CALIBRE], &artillery, err);

    if (status != SALVO_OK)
        return status;
    *burst = (struct burst){
        .deviation = mad_deviation_of(t, values),
        .radius_mm = smaller(values[GUNS].integer * artillery->radius_mm, t->value[TEMPLATE_RADIUS_MAX_MM]),
        .element = {values[OFFSET_X].decimal, values[OFFSET_Y].decimal, values[ELEMENT_RADIUS].decimal},
    };
    return SALVO_OK;
}

static void burst_start(const struct burst *b, struct burst_state *s)
{
    *s = (struct burst_state){.deviation = mad_deviation_start(&b->deviation)};
}

static salvo_dice burst_dice(const struct burst *b, const struct burst_state *s)
{
    return mad_deviation_settled(&b->deviation, &s->deviation) ? salvo_dice_of(1, MAD_DIRECTION_SIDES)
                                                               : mad_deviation_dice(&b->deviation);
}

static void land(const struct burst *b, struct burst_state *s, int face)
{
    s->landed = 1;
    s->under = mad_under_template(s->deviation.distance_mm, face, b->radius_mm, &b->element);
    s->deviation.distance_mm = 0; /* no longer matters */
}

static void burst_step(const struct burst *b, struct burst_state *s, const uint8_t *faces)
{
    if (mad_deviation_settled(&b->deviation, &s->deviation)) {
        land(b, s, faces[0]);
        return;
    }
    mad_deviation_roll(&b->deviation, &s->deviation, faces);
    if (mad_deviation_settled(&b->deviation, &s->deviation) && s->deviation.distance_mm == 0)
        land(b, s, MAD_DIRECTION_SIDES);
}

static void burst_explain(const struct burst *b, salvo_text *text)
{
    salvo_text_add(text, "A template of %d mm radius, the element at (%.15g, %.15g)", b->radius_mm, b->element.x_mm,
                   b->element.y_mm);
    if (b->element.radius_mm > 0)
        salvo_text_add(text, " and %.15g mm round it", b->element.radius_mm);
    salvo_text_put(text, " from the target point\n");
    mad_deviation_explain(&b->deviation, text);
}

enum { UNDER, CLEAR, N_COVERAGE_OUTCOMES };
enum { RADIUS };

static const salvo_parameter COVERAGE[N_TEMPLATE] = {TEMPLATE_PARAMETERS};

static const char *const COVERAGE_OUTCOMES[N_COVERAGE_OUTCOMES] = {[UNDER] = "under", [CLEAR] = "clear"};

static const salvo_expectation COVERAGE_EXPECTATIONS[] = {
    [RADIUS] = {.name = "radius", .help = "radius of the template in mm"}};

static salvo_status prepare_coverage(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    return burst_of(tables, values, situation, err);
}

static void coverage_start(const void *situation, void *state)
{
    burst_start(situation, state);
}

static int coverage_outcome(const void *situation, const void *state)
{
    const struct burst_state *s = state;

    (void)situation;
    return !s->landed ? SALVO_GOES_ON : s->under ? UNDER : CLEAR;
}

static void coverage_dice(const void *situation, const void *state, salvo_dice *dice)
{
    *dice = burst_dice(situation, state);
}

static bool coverage_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct burst *b = situation;
    struct burst_state *s = state;

    burst_step(b, s, faces);
    gain[RADIUS] += s->landed ? b->radius_mm : 0;
    return false;
}

static void explain_coverage(const void *situation, salvo_text *text)
{
    burst_explain(situation, text);
}

static const salvo_chain COVERAGE_CHAIN = {
    .state_size = sizeof(struct burst_state),
    .start = coverage_start,
    .outcome = coverage_outcome,
    .dice = coverage_dice,
    .step = coverage_step,
};

const salvo_procedure MAD_ARTILLERY_COVERAGE = {
    .id = "MAD-15",
    .schema = {.name = "mad.artillery-coverage",
               .parameters = COVERAGE,
               .n_parameters = N_TEMPLATE,
               .situation_size = sizeof(struct burst),
               .prepare = prepare_coverage,
               .explain = explain_coverage},
    .documentation = {.chapter = "Artillery",
                      .title = "whether an element is under the template",
                      .section = "6.0 Artillery Fire",
                      .rulings = "R-19, R-32, R-33, R-44, R-46"},
    .expectations = COVERAGE_EXPECTATIONS,
    .n_expectations = sizeof COVERAGE_EXPECTATIONS / sizeof *COVERAGE_EXPECTATIONS,
    .outcomes = COVERAGE_OUTCOMES,
    .n_outcomes = N_COVERAGE_OUTCOMES,
    .chain = &COVERAGE_CHAIN,
};

static const char *const SITUATION_CHOICES[] = {
    [SITUATION_OPEN] = "open", [SITUATION_COVER] = "cover", [SITUATION_PREPARED] = "prepared", NULL};

/* clang-format off */
#define TARGET_PARAMETER MAD_TARGET_OF("target", "what is under the template")
#define SITUATION_PARAMETER \
    {.key = "situation", .help = "where the target stands", .kind = SALVO_CHOICE, .choices = SITUATION_CHOICES, \
     .fallback = "open"}
/* clang-format on */

/* The values that an attack is made of. */
struct attack_values {
    const salvo_value *tech, *calibre, *target, *situation;
};

/* The situation says all: nothing else modifies it. VTOLs are out of artillery's reach. */
static salvo_status attack_of(const struct mad_tables *t, const struct attack_values *values, struct mad_attack *attack,
                              salvo_error *err)
{
    enum mad_tech tech = (enum mad_tech)values->tech->integer;
    enum mad_target target = (enum mad_target)values->target->integer;
    const struct mad_artillery *artillery;
    salvo_status status = mad_target_check(tech, target, err);

    if (status == SALVO_OK)
        status = find_artillery(t, tech, values->calibre, &artillery, err);
    if (status != SALVO_OK)
        return status;
    *attack = (struct mad_attack){.verdict = target == VTOL ? NOT_AT_VTOLS : MAY_FIRE};
    if (target == VTOL)
        return SALVO_OK;
    attack->target_number = t->artillery_to_hit[mad_is_infantry(target)][values->situation->integer];
    mad_level_damages(t, artillery->damage, false, mad_is_infantry(target), attack->damage);
    return SALVO_OK;
}

static void attack_explain(const struct mad_attack *attack, salvo_text *text)
{
    mad_attack_tell(attack, "Artillery", "in this situation", NULL, 0, text);
    salvo_text_put(text, "\n");
}

enum { HIT_CALIBRE, HIT_TARGET, HIT_SITUATION, HIT_TECH, HIT_HP, N_HIT };

static const salvo_parameter HIT[N_HIT] = {
    [HIT_CALIBRE] = MAD_CALIBRE,
    [HIT_TARGET] = TARGET_PARAMETER,
    [HIT_SITUATION] = SITUATION_PARAMETER,
    [HIT_TECH] = MAD_TECH,
    [HIT_HP] = MAD_HP,
};

static salvo_status prepare_hit(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct attack_values of = {&values[HIT_TECH], &values[HIT_CALIBRE], &values[HIT_TARGET],
                                     &values[HIT_SITUATION]};
    struct mad_attack attack;
    salvo_status status = attack_of(tables, &of, &attack, err);

    if (status == SALVO_OK)
        *(struct mad_one_attack *)situation = mad_one_attack_of(&attack, &values[HIT_HP]);
    return status;
}

static void explain_hit(const void *situation, salvo_text *text)
{
    attack_explain(&((const struct mad_one_attack *)situation)->attack, text);
}

const salvo_procedure MAD_ARTILLERY_HIT = {
    .id = "MAD-16",
    .schema = {.name = "mad.artillery-hit",
               .parameters = HIT,
               .n_parameters = N_HIT,
               .situation_size = sizeof(struct mad_one_attack),
               .prepare = prepare_hit,
               .explain = explain_hit},
    .documentation = {.chapter = "Artillery",
                      .title = "the attack on an element under the template",
                      .section = "6.0 Artillery Fire, Hit Roll",
                      .rulings = "R-01, R-02, R-05, R-06, R-18"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = MAD_LEVEL_OUTCOMES,
    .n_outcomes = N_SHOT_OUTCOMES,
    .expects = mad_one_attack_expects,
    .roll = &MAD_ONE_ATTACK,
};

enum { TARGET = N_TEMPLATE, SITUATION, HP, N_BARRAGE };

static const salvo_parameter BARRAGE[N_BARRAGE] = {
    TEMPLATE_PARAMETERS,
    [TARGET] = TARGET_PARAMETER,
    [SITUATION] = SITUATION_PARAMETER,
    [HP] = MAD_HP,
};

/* Outcomes: clear of the template, then those of the attack, which are attack's own one later. */
enum { BARRAGE_CLEAR, UNDER_FIRE, N_BARRAGE_OUTCOMES = UNDER_FIRE + N_SHOT_OUTCOMES };

static const char *const BARRAGE_OUTCOMES[N_BARRAGE_OUTCOMES] = {
    [BARRAGE_CLEAR] = "clear",        [UNDER_FIRE + MISS] = "miss",         [UNDER_FIRE + SINGLE] = "single",
    [UNDER_FIRE + DOUBLE] = "double", [UNDER_FIRE + CRITICAL] = "critical", [UNDER_FIRE + NO_SHOT] = "no-shot",
};

struct barrage {
    struct mad_one_attack one; /* first: its expectations are this procedure's */
    struct burst burst;
};

struct barrage_state {
    struct burst_state burst;
    int32_t over;
    int32_t outcome;
};

static salvo_status prepare_barrage(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct attack_values of = {&values[TECH], &values[CALIBRE], &values[TARGET], &values[SITUATION]};
    struct barrage *b = situation;
    struct mad_attack attack;
    salvo_status status = attack_of(tables, &of, &attack, err);

    if (status != SALVO_OK)
        return status;
    b->one = mad_one_attack_of(&attack, &values[HP]);
    return burst_of(tables, values, &b->burst, err);
}

static void barrage_start(const void *situation, void *state)
{
    const struct barrage *b = situation;
    struct barrage_state *s = state;

    burst_start(&b->burst, &s->burst);
    if (b->one.attack.verdict != MAY_FIRE) {
        s->over = 1;
        s->outcome = UNDER_FIRE + NO_SHOT;
    }
}

static int barrage_outcome(const void *situation, const void *state)
{
    const struct barrage_state *s = state;

    (void)situation;
    if (s->over)
        return s->outcome;
    return s->burst.landed && !s->burst.under ? BARRAGE_CLEAR : SALVO_GOES_ON;
}

static void barrage_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct barrage *b = situation;
    const struct barrage_state *s = state;

    *dice = s->burst.landed ? mad_attack_dice(&b->one.attack) : burst_dice(&b->burst, &s->burst);
}

static bool barrage_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct barrage *b = situation;
    struct barrage_state *s = state;

    if (s->burst.landed) {
        s->over = 1;
        s->outcome = UNDER_FIRE + mad_one_attack_resolve(&b->one, faces, gain);
    } else {
        burst_step(&b->burst, &s->burst, faces);
    }
    return false;
}

static void explain_barrage(const void *situation, salvo_text *text)
{
    const struct barrage *b = situation;

    burst_explain(&b->burst, text);
    attack_explain(&b->one.attack, text);
}

static const salvo_chain BARRAGE_CHAIN = {
    .state_size = sizeof(struct barrage_state),
    .start = barrage_start,
    .outcome = barrage_outcome,
    .dice = barrage_dice,
    .step = barrage_step,
};

const salvo_procedure MAD_ARTILLERY_ATTACK = {
    .id = "MAD-17",
    .schema = {.name = "mad.artillery-attack",
               .parameters = BARRAGE,
               .n_parameters = N_BARRAGE,
               .situation_size = sizeof(struct barrage),
               .prepare = prepare_barrage,
               .explain = explain_barrage},
    .documentation = {.chapter = "Artillery",
                      .title = "a whole artillery attack on one element",
                      .section = "6.0 Artillery Fire, Hit Roll",
                      .rulings = "R-01, R-02, R-05, R-06, R-18, R-19, R-32, R-33, R-44, R-46"},
    .expectations = MAD_ATTACK_EXPECTATIONS,
    .n_expectations = N_ATTACK_EXPECTATIONS,
    .outcomes = BARRAGE_OUTCOMES,
    .n_outcomes = N_BARRAGE_OUTCOMES,
    .expects = mad_one_attack_expects,
    .chain = &BARRAGE_CHAIN,
};
