#include "rules/rookie/chances.h"

#include <stdio.h>

#include "rules/rookie/data.h"

enum { PERCENT = 100, PERCENT_LIMIT = 1000, TURNS_MAX = 1000, ATTEMPTS_MAX = 1000 };

/* Ruling K12. */
static int clamp(int64_t percent)
{
    return percent < 0 ? 0 : percent > PERCENT ? PERCENT : (int)percent;
}

struct rising {
    int64_t base, step; /* percent: of the first turn, more each turn */
    int turns;
};

struct turn {
    int32_t over; /* turns without it */
    int32_t came;
};

enum { CAME_EXPECTED };
enum { NEVER = TURNS_MAX + 1 };

static void rising_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

/* The number of the turn. */
static int rising_outcome(const void *situation, const void *state)
{
    const struct turn *s = state;

    if (s->came)
        return s->over + 1;
    return s->over == ((const struct rising *)situation)->turns ? NEVER : SALVO_GOES_ON;
}

static void percentage_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, PERCENT);
}

static bool rising_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct rising *r = situation;
    struct turn *s = state;

    if (faces[0] <= clamp(r->base + r->step * s->over)) {
        s->came = 1;
        gain[CAME_EXPECTED]++;
    } else {
        s->over++;
    }
    return false;
}

static const salvo_chain RISING = {.state_size = sizeof(struct turn),
                                   .start = rising_start,
                                   .outcome = rising_outcome,
                                   .dice = percentage_dice,
                                   .step = rising_step,
                                   .undecided = NEVER};

enum { ARRIVAL_BASE, ARRIVAL_STEP, ARRIVAL_TURNS, N_ARRIVAL_KEYS };

/* clang-format off */
static const salvo_parameter ARRIVAL[N_ARRIVAL_KEYS] = {
    [ARRIVAL_BASE] = ROOKIE_CELL("base", "percent on the first turn", -PERCENT_LIMIT, PERCENT_LIMIT, "35",
                                 "values.aircraft-base-percent.value"),
    [ARRIVAL_STEP] = ROOKIE_CELL("step", "more percent every turn", -PERCENT_LIMIT, PERCENT_LIMIT, "10",
                                 "values.aircraft-step-percent.value"),
    [ARRIVAL_TURNS] = ROOKIE_INTEGER("turns", "turns that are waited", 1, TURNS_MAX, "8"),
};
/* clang-format on */

static const salvo_expectation ARRIVAL_EXPECTATIONS[] = {
    [CAME_EXPECTED] = {.name = "arrived", .help = "probability to arrive within the turns"}};

static salvo_status prepare_arrival(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)tables;
    (void)err;
    *(struct rising *)situation =
        (struct rising){values[ARRIVAL_BASE].integer, values[ARRIVAL_STEP].integer, (int)values[ARRIVAL_TURNS].integer};
    return SALVO_OK;
}

static void arrival_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == NEVER)
        snprintf(text, SALVO_LABEL_MAX, "none");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}

static const char *const ARRIVAL_MADE[] = {"none", "#", NULL};

const salvo_procedure ROOKIE_AIRCRAFT_ARRIVAL = {
    .id = "ROOKIE-11",
    .schema = {.name = "rookie.aircraft-arrival",
               .parameters = ARRIVAL,
               .n_parameters = N_ARRIVAL_KEYS,
               .situation_size = sizeof(struct rising),
               .prepare_from_values = prepare_arrival},
    .documentation = {.chapter = "Aircraft and artillery",
                      .title = "the turn on which an aircraft arrives",
                      .section = "Aircraft",
                      .rulings = "K12",
                      .notes = "After an arrival the chance is the base again."},
    .expectations = ARRIVAL_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "1, 2, ... the turn; none",
    .label = arrival_label,
    .made = ARRIVAL_MADE,
    .chain = &RISING,
};

enum { DETECTION_TURNS, N_DETECTION_KEYS };

static const salvo_parameter DETECTION[N_DETECTION_KEYS] = {
    [DETECTION_TURNS] = ROOKIE_INTEGER("turns", "turns on which the sniper fires", 1, TURNS_MAX, "5")};

static const salvo_expectation DETECTION_EXPECTATIONS[] = {
    [CAME_EXPECTED] = {.name = "detected", .help = "probability to be detected within the turns"}};

static salvo_status prepare_detection(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct rising *)situation = (struct rising){0, ((const struct rookie_tables *)tables)->value[VALUE_SNIPER_STEP],
                                                  (int)values[DETECTION_TURNS].integer};
    return SALVO_OK;
}

static void detection_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == NEVER)
        snprintf(text, SALVO_LABEL_MAX, "undetected");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}

static const char *const DETECTION_MADE[] = {"undetected", "#", NULL};

const salvo_procedure ROOKIE_SNIPER_DETECTION = {
    .id = "ROOKIE-16",
    .schema = {.name = "rookie.sniper-detection",
               .parameters = DETECTION,
               .n_parameters = N_DETECTION_KEYS,
               .situation_size = sizeof(struct rising),
               .prepare_from_values = prepare_detection},
    .documentation = {.chapter = "Observation",
                      .title = "the turn of fire on which a sniper is detected",
                      .section = "Snipers",
                      .rulings = "K12"},
    .expectations = DETECTION_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "1, 2, ... the turn; undetected",
    .label = detection_label,
    .made = DETECTION_MADE,
    .chain = &RISING,
};

enum { OBSERVE_BASE, CAMOUFLAGED, SPECIALIST, TRAINING, MODIFIER, ATTEMPTS, N_OBSERVE_KEYS };
enum { TRAINING_OTHER, TRAINING_A };
enum { CHANCE };
enum { SPOTTED, UNSEEN };

static const char *const TRAININGS[] = {[TRAINING_OTHER] = "other", [TRAINING_A] = "a", NULL};
static const char *const SIGHTS[] = {[SPOTTED] = "spotted", [UNSEEN] = "unseen"};

/* clang-format off */
static const salvo_parameter OBSERVE[N_OBSERVE_KEYS] = {
    [OBSERVE_BASE] = ROOKIE_CELL("base", "percent; known is only class 2 woods at 78 inches", -PERCENT_LIMIT,
                                 PERCENT_LIMIT, "10", "values.observe-base-percent.value"),
    [CAMOUFLAGED] = ROOKIE_FLAG("camouflaged", "the target is camouflaged", "no"),
    [SPECIALIST] = ROOKIE_FLAG("specialist", "the observers are specialists", "no"),
    [TRAINING] = ROOKIE_CHOICE("training", "class of training", TRAININGS, "other"),
    [MODIFIER] = ROOKIE_INTEGER("modifier", "further percent", -PERCENT_LIMIT, PERCENT_LIMIT, "0"),
    [ATTEMPTS] = ROOKIE_INTEGER("attempts", "functions spent on it", 1, ATTEMPTS_MAX, "1"),
};
/* clang-format on */

static const salvo_expectation OBSERVE_EXPECTATIONS[] = {
    [CHANCE] = {.name = "chance", .help = "probability of one attempt", .parts = PERCENT}};

struct observe {
    int percent, attempts;
};

struct look {
    int32_t made;
    int32_t spotted;
};

static salvo_status prepare_observe(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct rookie_tables *t = tables;
    int64_t percent = values[OBSERVE_BASE].integer + values[MODIFIER].integer;

    (void)err;
    percent += values[CAMOUFLAGED].integer ? t->modifier[MODIFIER_CAMOUFLAGED] : 0;
    percent += values[SPECIALIST].integer ? t->modifier[MODIFIER_SPECIALIST] : 0;
    percent += values[TRAINING].integer == TRAINING_A ? t->modifier[MODIFIER_TRAINING_A] : 0;
    *(struct observe *)situation = (struct observe){clamp(percent), (int)values[ATTEMPTS].integer};
    return SALVO_OK;
}

static int observe_outcome(const void *situation, const void *state)
{
    const struct look *s = state;

    if (s->spotted)
        return SPOTTED;
    return s->made == ((const struct observe *)situation)->attempts ? UNSEEN : SALVO_GOES_ON;
}

static bool observe_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct observe *o = situation;
    struct look *s = state;

    if (s->made == 0)
        gain[CHANCE] += o->percent;
    if (faces[0] <= o->percent)
        *s = (struct look){.spotted = 1};
    else
        s->made++;
    return false;
}

static const salvo_chain OBSERVE_CHAIN = {.state_size = sizeof(struct look),
                                          .start = rising_start,
                                          .outcome = observe_outcome,
                                          .dice = percentage_dice,
                                          .step = observe_step};

const salvo_procedure ROOKIE_OBSERVE = {
    .id = "ROOKIE-17",
    .schema = {.name = "rookie.observe",
               .parameters = OBSERVE,
               .n_parameters = N_OBSERVE_KEYS,
               .situation_size = sizeof(struct observe),
               .prepare_from_values = prepare_observe},
    .documentation = {.chapter = "Observation",
                      .title = "whether a hidden target is spotted",
                      .section = "Observation",
                      .rulings = "K12",
                      .notes = "The table of base chances is lost but for one cell; give yours as base."},
    .expectations = OBSERVE_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes = SIGHTS,
    .n_outcomes = 2,
    .chain = &OBSERVE_CHAIN,
};

enum { SQUADS, MACHINE_GUNS, MULTI_GUNS, AA_GUNS, N_WEAPONS, BARRELS = N_WEAPONS, FUNCTIONS, N_AA_KEYS };
enum { HITS, ANY_HIT };
enum { WEAPONS_MAX = 50, BARRELS_MAX = 20 };

/* clang-format off */
static const salvo_parameter AA[N_AA_KEYS] = {
    [SQUADS] = ROOKIE_INTEGER("squads", "squads that fire at it", 0, WEAPONS_MAX, "0"),
    [MACHINE_GUNS] = ROOKIE_INTEGER("machine-guns", "heavy machine guns for air defence", 0, WEAPONS_MAX, "0"),
    [MULTI_GUNS] = ROOKIE_INTEGER("multi-guns", "multi-barrelled guns", 0, WEAPONS_MAX, "0"),
    [AA_GUNS] = ROOKIE_INTEGER("aa-guns", "anti-aircraft guns", 0, WEAPONS_MAX, "0"),
    [BARRELS] = ROOKIE_INTEGER("barrels", "barrels of a multi-barrelled gun", 1, BARRELS_MAX, "2"),
    [FUNCTIONS] = ROOKIE_INTEGER("functions", "rolls of each weapon", 1, 2, "1"),
};
/* clang-format on */

static const salvo_expectation AA_EXPECTATIONS[] = {
    [HITS] = {.name = "hits", .help = "mean number of hits"},
    [ANY_HIT] = {.name = "any-hit", .help = "probability of at least one"},
};

struct anti_aircraft {
    int percent[N_WEAPONS], rolls[N_WEAPONS];
};

struct salvo_state {
    uint16_t weapon; /* the kind that rolls */
    uint16_t made;   /* rolls of that kind */
    uint32_t hits;
};

static salvo_status prepare_aa(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct rookie_tables *t = tables;
    struct anti_aircraft *a = situation;
    const int percent[N_WEAPONS] = {
        [SQUADS] = t->value[VALUE_SQUAD_HIT],
        [MACHINE_GUNS] = t->value[VALUE_MACHINE_GUN_HIT],
        [MULTI_GUNS] = t->value[VALUE_BARREL_HIT] * (int)values[BARRELS].integer,
        [AA_GUNS] = t->value[VALUE_AA_GUN_HIT],
    };

    (void)err;
    for (int weapon = 0; weapon < N_WEAPONS; weapon++) {
        a->percent[weapon] = clamp(percent[weapon]);
        a->rolls[weapon] = (int)(values[weapon].integer * values[FUNCTIONS].integer);
    }
    return SALVO_OK;
}

/* Weapons that do not roll are passed over. */
static void pass(const struct anti_aircraft *a, struct salvo_state *s)
{
    while (s->weapon < N_WEAPONS && s->made == a->rolls[s->weapon]) {
        s->weapon++;
        s->made = 0;
    }
}

static void aa_start(const void *situation, void *state)
{
    pass(situation, state);
}

static int aa_outcome(const void *situation, const void *state)
{
    const struct salvo_state *s = state;

    (void)situation;
    return s->weapon < N_WEAPONS ? SALVO_GOES_ON : (int)s->hits;
}

static bool aa_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct anti_aircraft *a = situation;
    struct salvo_state *s = state;

    s->made++;
    if (faces[0] <= a->percent[s->weapon]) {
        gain[HITS]++;
        gain[ANY_HIT] += s->hits == 0;
        s->hits++;
    }
    pass(a, s);
    return false;
}

static const salvo_chain AA_CHAIN = {.state_size = sizeof(struct salvo_state),
                                     .start = aa_start,
                                     .outcome = aa_outcome,
                                     .dice = percentage_dice,
                                     .step = aa_step};

const salvo_procedure ROOKIE_ANTI_AIRCRAFT = {
    .id = "ROOKIE-12",
    .schema = {.name = "rookie.anti-aircraft",
               .parameters = AA,
               .n_parameters = N_AA_KEYS,
               .situation_size = sizeof(struct anti_aircraft),
               .prepare_from_values = prepare_aa},
    .documentation = {.chapter = "Aircraft and artillery",
                      .title = "hits on an aircraft",
                      .section = "Anti-Aircraft Fire",
                      .rulings = "K7 K12",
                      .notes = "What a hit does is lost."},
    .expectations = AA_EXPECTATIONS,
    .n_expectations = 2,
    .outcomes_help = "0, 1, ... hits",
    .chain = &AA_CHAIN,
};

/* Outcomes: dead on, then the rolls 1 to 9, then 0, each a direction of the template. */
enum { DEAD_ON, DRIFT_ZERO = ROLLS };

struct drift {
    int dead_on;
};

static salvo_status prepare_drift(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)values;
    (void)err;
    ((struct drift *)situation)->dead_on = ((const struct rookie_tables *)tables)->value[VALUE_DEAD_ON];
    return SALVO_OK;
}

static void drift_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, ROLLS);
}

static int resolve_drift(const void *situation, const uint8_t *faces, int64_t *gain)
{
    int roll = faces[0] - 1;

    (void)gain;
    if (roll == 0)
        return DRIFT_ZERO;
    return roll <= ((const struct drift *)situation)->dead_on ? DEAD_ON : roll;
}

static void drift_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    (void)situation;
    if (outcome == DEAD_ON)
        snprintf(text, SALVO_LABEL_MAX, "dead-on");
    else
        snprintf(text, SALVO_LABEL_MAX, "drift-%d", outcome % DRIFT_ZERO);
}

static const salvo_roll DRIFT_ROLL = {.dice = drift_dice, .resolve = resolve_drift};

static const char *const DRIFT_MADE[] = {"dead-on", "drift-#", NULL};

const salvo_procedure ROOKIE_ARTILLERY_DRIFT = {
    .id = "ROOKIE-13",
    .schema = {.name = "rookie.artillery-drift",
               .situation_size = sizeof(struct drift),
               .prepare_from_values = prepare_drift},
    .documentation = {.chapter = "Aircraft and artillery",
                      .title = "where off-board artillery lands",
                      .section = "Resolution of Air and Artillery Fire",
                      .rulings = "K1",
                      .notes = "The template that tells the directions is lost. The minimum range is 8.1 inches."},
    .outcomes_help = "dead-on; drift-5 to drift-9 and drift-0, the directions of the template",
    .label = drift_label,
    .made = DRIFT_MADE,
    .roll = &DRIFT_ROLL,
};
