/* Special and optional rules: spotting, morale, radiation (SKANK-29, SKANK-31 to SKANK-33), and the horses that are left
 * after a battle (SKANK-34). Shots at tires are in volley.c. */
#include <stdio.h>

#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/tries.h"
#include "rules/skank/words.h"

enum {
    SPOTTER,
    SPOTTER_ABILITY,
    PRONE,
    WOODS,
    FOG,
    GHILLIE,
    INVISIBLE,
    PSIONIST,
    INFRARED,
    WOODS_MODIFIER,
    SPOT_MODIFIER,
    ATTEMPTS,
    N_SPOTTING,
};

enum infrared { INFRARED_NONE, INFRARED_TROOP, INFRARED_VEHICLE };

static const char *const INFRARED_CHOICES[] = {
    [INFRARED_NONE] = "none", [INFRARED_TROOP] = "troop", [INFRARED_VEHICLE] = "vehicle", NULL};

/* clang-format off */
static const salvo_parameter SPOTTING[N_SPOTTING] = {
    [SPOTTER] = SKANK_TROOP("spotter", "who looks"),
    [SPOTTER_ABILITY] = SKANK_ABILITY("ability of the spotter, in place of the troop's"),
    [PRONE] = SKANK_FLAG("prone", "target prone"),
    [WOODS] = SKANK_FLAG("woods", "target in a wooded area"),
    [FOG] = SKANK_FLAG("fog", "fog or rain"),
    [GHILLIE] = SKANK_FLAG("ghillie", "target in a ghillie suit, or a ninja"),
    [INVISIBLE] = SKANK_FLAG("invisible", "target in an invisibility field"),
    [PSIONIST] = SKANK_FLAG("psionist", "a psionist spots"),
    [INFRARED] = SKANK_CHOICE("infrared", "infrared of the spotter", INFRARED_CHOICES, "none"),
    [WOODS_MODIFIER] = SKANK_WHOLE_OR_CELL("woods-modifier", "what woods add to the roll", 1, 2, "1",
                                           "modifiers.spot-woods.modifier"),
    [SPOT_MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll"),
    [ATTEMPTS] = SKANK_WHOLE("attempts", "attempts to spot", 0, SKANK_TRIES_MAX, "1"),
};
/* clang-format on */

static const char *const SPOTTING_OUTCOMES[] = {"hidden", "spotted"};

static int spotting_modifier(const struct skank_tables *t, const salvo_value *values)
{
    const int *m = t->modifier;
    int modifier = (int)values[SPOT_MODIFIER].integer;

    modifier += values[INVISIBLE].integer ? m[MODIFIER_SPOT_INVISIBLE] : 0;
    modifier += values[PSIONIST].integer ? m[MODIFIER_SPOT_PSIONIST] : 0;
    if (values[INFRARED].integer == INFRARED_TROOP)
        return modifier;
    modifier += values[PRONE].integer ? m[MODIFIER_SPOT_PRONE] : 0;
    modifier += values[WOODS].integer ? (int)values[WOODS_MODIFIER].integer : 0;
    modifier += values[FOG].integer ? m[MODIFIER_SPOT_FOG] : 0;
    modifier += values[GHILLIE].integer ? m[MODIFIER_SPOT_GHILLIE] : 0;
    return modifier;
}

static salvo_status prepare_spotting(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    bool always = values[INFRARED].integer == INFRARED_VEHICLE; /* R27 */
    int good = skank_ability_faces(t, &values[SPOTTER], &values[SPOTTER_ABILITY], spotting_modifier(t, values));

    (void)err;
    *(struct skank_tries *)situation = (struct skank_tries){
        .tries = (int)values[ATTEMPTS].integer,
        .enough = 1,
        .n_dice = 1,
        .over = {always ? FACES : good},
        .under = true,
    };
    return SALVO_OK;
}

const salvo_procedure SKANK_SPOTTING = {
    .id = "SKANK-29",
    .schema = {.name = "skank.spotting",
               .parameters = SPOTTING,
               .n_parameters = N_SPOTTING,
               .situation_size = sizeof(struct skank_tries),
               .prepare_from_values = prepare_spotting},
    .documentation = {.chapter = "Optional rules",
                      .title = "a hidden target is spotted",
                      .section = "Special and Optional Rules A; Psionics 4",
                      .rulings = "R2 R3 R26 R27"},
    .outcomes = SPOTTING_OUTCOMES,
    .n_outcomes = 2,
    .chain = &SKANK_TRIES,
};

enum { TROOP, ABILITY, MODIFIER, N_TEST, SIZE = N_TEST, LOSSES, N_MORALE };
enum { SIZE_MAX_FIGURES = 10000 };

#define TEST_PARAMETERS                                                             \
    [TROOP] = SKANK_TROOP("troop", "whose ability; a hero's when one is attached"), \
    [ABILITY] = SKANK_ABILITY("the ability, in place of the troop's"),              \
    [MODIFIER] = SKANK_MODIFIER("modifier", "added to the roll")

static const salvo_parameter MORALE[N_MORALE] = {
    TEST_PARAMETERS,
    [SIZE] = SKANK_WHOLE("size", "figures that the unit began with", 1, SIZE_MAX_FIGURES, "10"),
    [LOSSES] = SKANK_WHOLE("losses", "figures lost", 0, SIZE_MAX_FIGURES, "5"),
};

struct morale {
    bool checks;
    int holds; /* faces */
};

enum morale_outcome { HOLD, ROUT, NO_CHECK };
static const char *const MORALE_OUTCOMES[] = {[HOLD] = "hold", [ROUT] = "rout", [NO_CHECK] = "no-check"};

static int good_faces(const void *tables, const salvo_value *values)
{
    return skank_ability_faces(tables, &values[TROOP], &values[ABILITY], (int)values[MODIFIER].integer);
}

static salvo_status prepare_morale(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    const struct skank_tables *t = tables;
    int64_t losses = values[LOSSES].integer;

    (void)err;
    *(struct morale *)situation = (struct morale){
        .checks = losses > 0 && 100 * losses >= t->value[MORALE_PERCENT] * values[SIZE].integer,
        .holds = good_faces(tables, values),
    };
    return SALVO_OK;
}

static void morale_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(((const struct morale *)situation)->checks ? 1 : 0, FACES);
}

static int morale_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct morale *m = situation;

    (void)gain;
    if (!m->checks)
        return NO_CHECK;
    return faces[0] <= m->holds ? HOLD : ROUT;
}

static const salvo_roll MORALE_ROLL = {.dice = morale_dice, .resolve = morale_resolve};

const salvo_procedure SKANK_MORALE = {
    .id = "SKANK-31",
    .schema = {.name = "skank.morale",
               .parameters = MORALE,
               .n_parameters = N_MORALE,
               .situation_size = sizeof(struct morale),
               .prepare_from_values = prepare_morale},
    .documentation = {.chapter = "Optional rules",
                      .title = "whether a unit holds after losses",
                      .section = "Special and Optional Rules H",
                      .rulings = "R2 R3"},
    .outcomes = MORALE_OUTCOMES,
    .n_outcomes = sizeof MORALE_OUTCOMES / sizeof *MORALE_OUTCOMES,
    .roll = &MORALE_ROLL,
};

enum { TURNS = N_TEST, N_RALLY };

static const salvo_parameter RALLY[N_RALLY] = {
    TEST_PARAMETERS,
    [TURNS] = SKANK_WHOLE("turns", "turns in which it may rally", 0, SKANK_TRIES_MAX, "1"),
};

static const char *const RALLY_OUTCOMES[] = {"routing", "rallied"};

static salvo_status prepare_rally(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct skank_tries *)situation = (struct skank_tries){
        .tries = (int)values[TURNS].integer,
        .enough = 1,
        .n_dice = 1,
        .over = {good_faces(tables, values)},
        .under = true,
    };
    return SALVO_OK;
}

const salvo_procedure SKANK_RALLY = {
    .id = "SKANK-32",
    .schema = {.name = "skank.rally",
               .parameters = RALLY,
               .n_parameters = N_RALLY,
               .situation_size = sizeof(struct skank_tries),
               .prepare_from_values = prepare_rally},
    .documentation = {.chapter = "Optional rules",
                      .title = "whether a routing unit rallies",
                      .section = "Special and Optional Rules H",
                      .rulings = "R2 R3"},
    .outcomes = RALLY_OUTCOMES,
    .n_outcomes = 2,
    .chain = &SKANK_TRIES,
};

enum { POLICY = N_TEST, N_RADIATION };
enum { SICKNESS_DICE = 2, SICKNESS_SIDES = 6 };

static const char *const POLICIES[] = {"leave", "stay", NULL};

static const salvo_parameter RADIATION[N_RADIATION] = {
    TEST_PARAMETERS,
    [POLICY] = SKANK_CHOICE("policy", "what a warned figure does", POLICIES, "leave"),
};

struct radiation {
    bool leaves;
    int warned; /* faces */
};

enum { SAFE = 0 }; /* any other outcome is the turns to sickness */

static salvo_status prepare_radiation(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    (void)err;
    *(struct radiation *)situation =
        (struct radiation){.leaves = values[POLICY].integer == 0, .warned = good_faces(tables, values)};
    return SALVO_OK;
}

/* The warning, then the turns. */
static void radiation_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = (salvo_dice){.count = 1 + SICKNESS_DICE, .sides = {FACES, SICKNESS_SIDES, SICKNESS_SIDES}};
}

static int radiation_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct radiation *r = situation;

    (void)gain;
    return r->leaves && faces[0] <= r->warned ? SAFE : faces[1] + faces[2];
}

static void radiation_label(const void *situation, int outcome, char *text)
{
    (void)situation;
    if (outcome == SAFE)
        snprintf(text, SALVO_LABEL_MAX, "safe");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}

static const salvo_roll RADIATION_ROLL = {.dice = radiation_dice, .resolve = radiation_resolve};

static const char *const RADIATION_MADE[] = {"safe", "#", NULL};

const salvo_procedure SKANK_RADIATION = {
    .id = "SKANK-33",
    .schema = {.name = "skank.radiation",
               .parameters = RADIATION,
               .n_parameters = N_RADIATION,
               .situation_size = sizeof(struct radiation),
               .prepare_from_values = prepare_radiation},
    .documentation = {.chapter = "Optional rules",
                      .title = "a figure enters an irradiated area",
                      .section = "Special and Optional Rules G",
                      .rulings = "R2 R3 R29"},
    .outcomes_help = "safe, or turns until the figure sickens, 2 to 12",
    .label = radiation_label,
    .made = RADIATION_MADE,
    .roll = &RADIATION_ROLL,
};

enum { HORSES, N_HORSES };
enum { HORSES_MAX = 200 };

static const salvo_parameter HORSE_PARAMETERS[N_HORSES] = {
    [HORSES] = SKANK_WHOLE("horses", "horses of slain riders", 0, HORSES_MAX, "1")};

static const salvo_expectation HORSE_EXPECTATIONS[] = {
    {.name = "survivors", .help = "mean number of horses that survive"}};

/* One die for each horse, weighted: perished, survived. */
struct horses {
    int horses;
    uint32_t weights[2];
};

struct horses_state {
    int16_t counted;
    int16_t survivors;
};

static salvo_status prepare_horses(const void *tables, const salvo_value *values, void *situation, salvo_error *err)
{
    uint32_t percent = (uint32_t)((const struct skank_tables *)tables)->value[HORSE_PERCENT];

    (void)err;
    *(struct horses *)situation =
        (struct horses){.horses = (int)values[HORSES].integer, .weights = {100 - percent, percent}};
    return SALVO_OK;
}

static void horses_start(const void *situation, void *state)
{
    (void)situation;
    (void)state;
}

static int horses_outcome(const void *situation, const void *state)
{
    const struct horses_state *s = state;

    return s->counted < ((const struct horses *)situation)->horses ? SALVO_GOES_ON : s->survivors;
}

static void horses_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = (salvo_dice){.count = 1, .sides = {2}, .weights = {((const struct horses *)situation)->weights}};
}

static bool horses_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct horses_state *s = state;

    (void)situation;
    s->counted++;
    s->survivors = (int16_t)(s->survivors + faces[0] - 1);
    gain[0] += faces[0] - 1;
    return false;
}

static const salvo_chain HORSES_CHAIN = {.state_size = sizeof(struct horses_state),
                                         .start = horses_start,
                                         .outcome = horses_outcome,
                                         .dice = horses_dice,
                                         .step = horses_step};

const salvo_procedure SKANK_HORSE_SURVIVAL = {
    .id = "SKANK-34",
    .schema = {.name = "skank.horse-survival",
               .parameters = HORSE_PARAMETERS,
               .n_parameters = N_HORSES,
               .situation_size = sizeof(struct horses),
               .prepare_from_values = prepare_horses},
    .documentation = {.chapter = "Optional rules",
                      .title = "how many horses of slain riders survive a battle",
                      .section = "Vehicles: Horses and other Riding Beasts"},
    .expectations = HORSE_EXPECTATIONS,
    .n_expectations = 1,
    .outcomes_help = "survivors 0, 1, ... horses",
    .chain = &HORSES_CHAIN,
};
