/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ROOKIE-11 to ROOKIE-13, ROOKIE-16 and ROOKIE-17: percentage dice, rolled until something happens or time is up, and
 * where artillery lands. The effect of a hit on an aircraft is lost, and so is the template of drift. */
#include "rules/rookie/chances.h"

#include <stdio.h>

#include "rules/rookie/data.h"

enum { PERCENT = 100, PERCENT_LIMIT = 1000, TURNS_MAX = 1000, ATTEMPTS_MAX = 1000 };

/* Sums of chances below 0 or above 100 are limited (K12). So impossible and certain events need no special cases. */
static int clamp(int64_t percent)
{
    return percent < 0 ? 0 : percent > PERCENT ? PERCENT : (int)percent;
}

/* A chance that grows turn by turn: for the arrival of an aircraft, and for the detection of a sniper, which starts at
 * 0. */
struct rising {
    int64_t base, step; /* percent: in the first turn, and the increase each turn */
    int turns;
};

struct turn {
    int32_t over; /* turns without it */
    int32_t came;
};

enum { CAME_EXPECTED };
enum { NEVER = TURNS_MAX + 1 };

/* The outcome is the number of the turn. */
static int rising_outcome(const void *situation, const void *state)
{
    const struct turn *s = state;

    if (s->came)
        return s->over + 1;
    return s->over == ((const struct rising *)situation)->turns ? NEVER : SALVO_CONTINUES;
}

static void percentage_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, PERCENT);
}

/* The first turn has no earlier turn to add anything, so its chance is the base alone. */
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

static const salvo_state_field RISING_TOLD[] = {
    SALVO_STATE_FIELD("turns without it", struct turn, over),
    {NULL, 0, 0},
};

static const salvo_chain RISING = {.state_size = sizeof(struct turn),
                                   .outcome = rising_outcome,
                                   .dice = percentage_dice,
                                   .step = rising_step,
                                   .undecided = NEVER,
                                   .throw_name = "a turn",
                                   .fields = RISING_TOLD};

/* The limits exceed 0 and 100, because only the sum is a chance. */
/* clang-format off */
static const salvo_parameter ARRIVAL[] = {
    WHOLE("base", "percent on the first turn", -PERCENT_LIMIT, PERCENT_LIMIT, "35",
          .fallback_cell = "values.aircraft-base-percent.value", INTO(struct rising, base)),
    WHOLE("step", "percentage points added every turn", -PERCENT_LIMIT, PERCENT_LIMIT, "10",
          .fallback_cell = "values.aircraft-step-percent.value", INTO(struct rising, step)),
    WHOLE("turns", "turns to wait", 1, TURNS_MAX, "8", INTO(struct rising, turns)),
};
/* clang-format on */

static const salvo_expectation ARRIVAL_EXPECTATIONS[] = {
    [CAME_EXPECTED] = {.name = "arrived", .help = "probability that it arrives within the turns"}};

/* "none" follows the greatest turn in the question, so that outcomes stay in the order of turns. */
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
    .schema = {.name = "rookie.aircraft-arrival", ALL_OF(parameters, ARRIVAL), .situation_size = sizeof(struct rising)},
    .documentation = {.chapter = "Aircraft and artillery",
                      .title = "the turn on which an aircraft arrives",
                      .section = "Aircraft",
                      .rulings = "K12",
                      .notes = "After an arrival, the chance is the base again."},
    ALL_OF(expectations, ARRIVAL_EXPECTATIONS),
    .outcomes_help = "1, 2, ... the turn; none",
    .label = arrival_label,
    .made = ARRIVAL_MADE,
    .chain = &RISING,
};

/* Each turn in which a sniper fires makes its detection likelier. */
static const salvo_parameter DETECTION[] = {
    WHOLE("turns", "turns in which the sniper fires", 1, TURNS_MAX, "5", INTO(struct rising, turns)),
};

static const salvo_expectation DETECTION_EXPECTATIONS[] = {
    [CAME_EXPECTED] = {.name = "detected", .help = "probability that the sniper is detected within the turns"}};

/* A sniper's first shot is never seen: base stays 0, because no parameter sets it. */
static void derive_detection(const void *tables, void *situation)
{
    ((struct rising *)situation)->step = ((const struct rookie_tables *)tables)->value[VALUE_SNIPER_STEP];
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
               ALL_OF(parameters, DETECTION),
               .situation_size = sizeof(struct rising),
               .derive = derive_detection},
    .documentation = {.chapter = "Observation",
                      .title = "the turn of fire on which a sniper is detected",
                      .section = "Snipers",
                      .rulings = "K12"},
    ALL_OF(expectations, DETECTION_EXPECTATIONS),
    .outcomes_help = "1, 2, ... the turn; undetected",
    .label = detection_label,
    .made = DETECTION_MADE,
    .chain = &RISING,
};

enum { CHANCE };
enum { SPOTTED, UNSEEN };

static const char *const TRAININGS[] = {"other", "a", NULL};
static const char *const SIGHTS[] = {[SPOTTED] = "spotted", [UNSEEN] = "unseen"};

static const salvo_expectation OBSERVE_EXPECTATIONS[] = {
    [CHANCE] = {.name = "chance", .help = "probability of one attempt", .parts = PERCENT}};

struct observe {
    int64_t base, modifier; /* percent */
    bool camouflaged, specialist, class_a;
    int percent, attempts;
};

/* A function spent on observing is one attempt. Percentages of the observer and of the target add up. */
static const salvo_parameter OBSERVE[] = {
    WHOLE("base", "percent; only the one for class 2 woods at 78 inches is known", -PERCENT_LIMIT, PERCENT_LIMIT, "10",
          .fallback_cell = "values.observe-base-percent.value", INTO(struct observe, base)),
    FLAG("camouflaged", "the target is camouflaged", INTO(struct observe, camouflaged)),
    FLAG("specialist", "the observers are specialists", INTO(struct observe, specialist)),
    CHOICE("training", "class of training", TRAININGS, "other", INTO(struct observe, class_a)),
    WHOLE("modifier", "further percentage points", -PERCENT_LIMIT, PERCENT_LIMIT, "0", INTO(struct observe, modifier)),
    WHOLE("attempts", "functions spent on it", 1, ATTEMPTS_MAX, "1", INTO(struct observe, attempts)),
};

struct look {
    int32_t made;
    int32_t spotted;
};

/* Only one cell has a known base chance; the user states the others. */
static void derive_observe(const void *tables, void *situation)
{
    const struct rookie_tables *t = tables;
    struct observe *o = situation;
    int64_t percent = o->base + o->modifier;

    percent += o->camouflaged ? t->modifier[MODIFIER_CAMOUFLAGED] : 0;
    percent += o->specialist ? t->modifier[MODIFIER_SPECIALIST] : 0;
    percent += o->class_a ? t->modifier[MODIFIER_TRAINING_A] : 0;
    o->percent = clamp(percent);
}

static int observe_outcome(const void *situation, const void *state)
{
    const struct look *s = state;

    if (s->spotted)
        return SPOTTED;
    return s->made == ((const struct observe *)situation)->attempts ? UNSEEN : SALVO_CONTINUES;
}

/* The chance of one attempt is counted at the first, because it is the same for all. */
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
                                          .outcome = observe_outcome,
                                          .dice = percentage_dice,
                                          .step = observe_step,
                                          .throw_name = "a look"};

const salvo_procedure ROOKIE_OBSERVE = {
    .id = "ROOKIE-17",
    .schema = {.name = "rookie.observe",
               ALL_OF(parameters, OBSERVE),
               .situation_size = sizeof(struct observe),
               .derive = derive_observe},
    .documentation = {.chapter = "Observation",
                      .title = "whether a hidden target is spotted",
                      .section = "Observation",
                      .rulings = "K12",
                      .notes = "The table of base chances is lost except for one cell; give yours as base."},
    ALL_OF(expectations, OBSERVE_EXPECTATIONS),
    ALL_OF(outcomes, SIGHTS),
    .chain = &OBSERVE_CHAIN,
};

/* Kinds of weapons, in the order in which they roll; the order does not change the odds. */
enum { SQUADS, MACHINE_GUNS, MULTI_GUNS, AA_GUNS, N_WEAPONS };
enum { HITS, ANY_HIT };
enum { WEAPONS_MAX = 50, BARRELS_MAX = 20 };

static const salvo_expectation AA_EXPECTATIONS[] = {
    [HITS] = {.name = "hits", .help = "mean number of hits"},
    [ANY_HIT] = {.name = "any-hit", .help = "probability of at least one"},
};

struct anti_aircraft {
    int count[N_WEAPONS];
    int barrels, functions;
    int percent[N_WEAPONS], rolls[N_WEAPONS];
};

/* clang-format off */
#define WEAPONS(name, words, weapon) \
    WHOLE(name, words, 0, WEAPONS_MAX, "0", INTO(struct anti_aircraft, count[weapon]))

static const salvo_parameter AA[] = {
    WEAPONS("squads", "squads that fire at it", SQUADS),
    WEAPONS("machine-guns", "heavy machine guns for air defence", MACHINE_GUNS),
    WEAPONS("multi-guns", "multi-barrelled guns", MULTI_GUNS),
    WEAPONS("aa-guns", "anti-aircraft guns", AA_GUNS),
    WHOLE("barrels", "barrels of a multi-barrelled gun", 1, BARRELS_MAX, "2", INTO(struct anti_aircraft, barrels)),
    WHOLE("functions", "rolls of each weapon", 1, 2, "1", INTO(struct anti_aircraft, functions)),
};
/* clang-format on */

struct salvo_state {
    uint16_t weapon; /* the kind that rolls */
    uint16_t made;   /* rolls of that kind */
    uint32_t hits;
};

/* Every weapon and function rolls separately, and chances never add up (K7), except for the barrels of one gun. */
static void derive_aa(const void *tables, void *situation)
{
    const struct rookie_tables *t = tables;
    struct anti_aircraft *a = situation;
    const int percent[N_WEAPONS] = {
        [SQUADS] = t->value[VALUE_SQUAD_HIT],
        [MACHINE_GUNS] = t->value[VALUE_MACHINE_GUN_HIT],
        [MULTI_GUNS] = t->value[VALUE_BARREL_HIT] * a->barrels,
        [AA_GUNS] = t->value[VALUE_AA_GUN_HIT],
    };

    for (int weapon = 0; weapon < N_WEAPONS; weapon++) {
        a->percent[weapon] = clamp(percent[weapon]);
        a->rolls[weapon] = a->count[weapon] * a->functions;
    }
}

/* Weapons that do not roll are skipped. */
static void pass(const struct anti_aircraft *a, struct salvo_state *s)
{
    while (s->weapon < N_WEAPONS && s->made == a->rolls[s->weapon]) {
        s->weapon++;
        s->made = 0;
    }
}

/* The first kind may have no weapons, and a state must not wait for a roll that never comes. */
static void aa_start(const void *situation, void *state)
{
    pass(situation, state);
}

static int aa_outcome(const void *situation, const void *state)
{
    const struct salvo_state *s = state;

    (void)situation;
    return s->weapon < N_WEAPONS ? SALVO_CONTINUES : (int)s->hits;
}

/* Weapons of a kind are alike, so the state counts rolls and not weapons. */
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

static const salvo_state_field AA_TOLD[] = {
    SALVO_STATE_FIELD("hits", struct salvo_state, hits),
    {NULL, 0, 0},
};

static const salvo_chain AA_CHAIN = {.state_size = sizeof(struct salvo_state),
                                     .start = aa_start,
                                     .outcome = aa_outcome,
                                     .dice = percentage_dice,
                                     .step = aa_step,
                                     .throw_name = "a roll",
                                     .fields = AA_TOLD};

const salvo_procedure ROOKIE_ANTI_AIRCRAFT = {
    .id = "ROOKIE-12",
    .schema = {.name = "rookie.anti-aircraft",
               ALL_OF(parameters, AA),
               .situation_size = sizeof(struct anti_aircraft),
               .derive = derive_aa},
    .documentation = {.chapter = "Aircraft and artillery",
                      .title = "hits on an aircraft",
                      .section = "Anti-Aircraft Fire",
                      .rulings = "K7 K12",
                      .notes = "The effect of a hit is lost."},
    ALL_OF(expectations, AA_EXPECTATIONS),
    .outcomes_help = "0, 1, ... hits",
    .chain = &AA_CHAIN,
};

/* Outcomes: dead on, then the rolls 1 to 9, then 0; each roll is a direction of the template. */
enum { DEAD_ON, DRIFT_ZERO = ROLLS };

struct drift {
    int dead_on;
};

static void derive_drift(const void *tables, void *situation)
{
    ((struct drift *)situation)->dead_on = ((const struct rookie_tables *)tables)->value[VALUE_DEAD_ON];
}

/* The rolls 1 to 4 are dead on. A 0 is lower than those but still drifts (K1). */
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

static const char *const DRIFT_MADE[] = {"dead-on", "drift-#", NULL};

const salvo_procedure ROOKIE_ARTILLERY_DRIFT = {
    .id = "ROOKIE-13",
    .schema = {.name = "rookie.artillery-drift", .situation_size = sizeof(struct drift), .derive = derive_drift},
    .documentation = {.chapter = "Aircraft and artillery",
                      .title = "where off-board artillery lands",
                      .section = "Resolution of Air and Artillery Fire",
                      .rulings = "K1",
                      .notes = "The template that shows the directions is lost. The minimum range is 8.1 inches."},
    .outcomes_help = "dead-on; drift-5 to drift-9 and drift-0, the directions of the template",
    .label = drift_label,
    .made = DRIFT_MADE,
    .roll = &(const salvo_roll){.count = 1, .sides = ROLLS, .resolve = resolve_drift},
};
