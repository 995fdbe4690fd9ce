/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damage to vehicles and those aboard (Vehicle Descriptions; SKANK-20 to SKANK-24). */
#include "rules/skank/basics.h"
#include "rules/skank/hit.h"
#include "rules/skank/procedures.h"
#include "rules/skank/tries.h"
#include "rules/skank/words.h"

enum { ROLLS_MAX = 10 };

/* One damage roll and several have the same parameters; the first ignores `rolls`. */
struct damage {
    int class; /* row */
    const struct skank_vehicle *vehicle;
    int modifier;
    int rolls;
};

/* `at` is the path to the struct damage in the situation: "damage.", or nothing if it is all of it. */
/* clang-format off */
#define DAMAGE_PARAMETERS(type, at, words) \
    SKANK_CLASS(INTO(type, at class)), SKANK_MODIFIER("modifier", words, INTO(type, at modifier))
/* clang-format on */

static const salvo_parameter DAMAGE[] = {DAMAGE_PARAMETERS(struct damage, , "added to the damage roll")};

static const char *const DAMAGE_OUTCOMES[] = {SKANK_DAMAGE_LABELS};

static void derive_damage(const void *tables, void *situation)
{
    struct damage *d = situation;

    d->vehicle = &((const struct skank_tables *)tables)->vehicles[d->class];
}

static int damage_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct damage *d = situation;

    (void)gain;
    return (int)skank_damage_of(d->vehicle, faces[0], d->modifier);
}

const salvo_procedure SKANK_VEHICLE_DAMAGE = {
    .id = "SKANK-20",
    .schema = {.name = "skank.vehicle-damage",
               ALL_OF(parameters, DAMAGE),
               .situation_size = sizeof(struct damage),
               .derive = derive_damage},
    .documentation = {.chapter = "Vehicles",
                      .title = "one damage roll",
                      .section = "Vehicle Descriptions",
                      .rulings = "R2"},
    .outcomes = DAMAGE_OUTCOMES,
    .n_outcomes = N_DAMAGES,
    .roll = &(const salvo_roll){.count = 1, .sides = FACES, .resolve = damage_resolve},
};

/* Several results hold together: a vehicle can lose its engine to one roll and its weapons to another. */
static const salvo_parameter ROLLS_PARAMETERS[] = {
    DAMAGE_PARAMETERS(struct damage, , "added to each damage roll"),
    WHOLE("rolls", "damage rolls", 0, ROLLS_MAX, "1", INTO(struct damage, rolls)),
};

struct rolls_state {
    int16_t rolled;
    int16_t hull;
};

static const char *const STATE_OUTCOMES[N_STATES] = {SKANK_STATE_LABELS};

static const salvo_expectation ROLLS_EXPECTATIONS[] = {
    {.name = "destroyed", .help = "probability that the vehicle is destroyed"}};

/* All rolls are made, and the state is the outcome after the last. */
static int rolls_outcome(const void *situation, const void *state)
{
    const struct rolls_state *s = state;

    return s->rolled < ((const struct damage *)situation)->rolls ? SALVO_CONTINUES
                                                                 : (int)skank_state_of((uint8_t)s->hull);
}

static void rolls_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, FACES);
}

/* The destruction is counted on the roll that causes it. Later rolls change nothing but are made: the question
 * determines their number. */
static bool rolls_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct damage *d = situation;
    struct rolls_state *s = state;
    uint8_t before = (uint8_t)s->hull;

    s->rolled++;
    s->hull = skank_hull_after(d->vehicle, before, skank_damage_of(d->vehicle, faces[0], d->modifier));
    gain[0] += s->hull == HULL_DESTROYED && before != HULL_DESTROYED;
    return false;
}

static const salvo_chain ROLLS_CHAIN = {.state_size = sizeof(struct rolls_state),
                                        .outcome = rolls_outcome,
                                        .dice = rolls_dice,
                                        .step = rolls_step,
                                        .throw_name = "a damage roll"};

const salvo_procedure SKANK_DAMAGE_ROLLS = {
    .id = "SKANK-21",
    .schema = {.name = "skank.damage-rolls",
               ALL_OF(parameters, ROLLS_PARAMETERS),
               .situation_size = sizeof(struct damage),
               .derive = derive_damage},
    .documentation = {.chapter = "Vehicles",
                      .title = "several damage rolls together",
                      .section = "Vehicle Descriptions",
                      .rulings = "R2"},
    ALL_OF(expectations, ROLLS_EXPECTATIONS),
    ALL_OF(outcomes, STATE_OUTCOMES),
    .chain = &ROLLS_CHAIN,
};

struct crew {
    struct damage damage;
    int ability;
    int good; /* faces of a passed ability roll */
    int brake_turns;
};

/* What happens to one person aboard after one damage roll. */
static const salvo_parameter CREW[] = {
    DAMAGE_PARAMETERS(struct crew, damage., "added to the damage roll"),
    WHOLE("ability", "of the occupant", 0, SKANK_MODIFIER_MAX, "5", INTO(struct crew, ability)),
    WHOLE("brake-turns", "turns without brakes", 0, SKANK_TRIES_MAX, "1", INTO(struct crew, brake_turns)),
};

enum crew_outcome { ALIVE, DEAD };

/* The remaining tests are counted down, so a crash and several turns without brakes are one kind of state. */
struct crew_state {
    int16_t damaged; /* the damage roll is made */
    int16_t tests;   /* of ability, still to be passed */
    int32_t dead;
};

static const char *const CREW_OUTCOMES[] = {[ALIVE] = "alive", [DEAD] = "dead"};

static void derive_crew(const void *tables, void *situation)
{
    struct crew *crew = situation;

    crew->good = skank_good_faces(crew->ability, 0);
    derive_damage(tables, &crew->damage);
}

/* The crew survives if the damage is known and every required test is passed. */
static int crew_outcome(const void *situation, const void *state)
{
    const struct crew_state *s = state;

    (void)situation;
    if (s->dead)
        return DEAD;
    return s->damaged && s->tests == 0 ? ALIVE : SALVO_CONTINUES;
}

/* A wreck kills all aboard. A crash is one test of ability for each occupant, and failed brakes one for each turn. If a
 * tank is knocked out, its crew survives (R33). */
static void crew_damage(const struct crew *crew, struct crew_state *s, int face)
{
    enum skank_damage damage = skank_damage_of(crew->damage.vehicle, face, crew->damage.modifier);

    s->damaged = 1;
    s->dead = damage == WRECK;
    s->tests = (int16_t)(damage == CRASH ? 1 : damage == BRAKES ? crew->brake_turns : 0);
}

/* The damage roll decides how many tests follow; the first failed one ends it. */
static bool crew_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct crew *crew = situation;
    struct crew_state *s = state;

    (void)gain;
    if (!s->damaged) {
        crew_damage(crew, s, faces[0]);
    } else {
        s->tests--;
        s->dead = faces[0] > crew->good;
    }
    return false;
}

static const salvo_state_field CREW_TOLD[] = {
    SALVO_STATE_FIELD("tests of ability", struct crew_state, tests),
    {NULL, 0, 0},
};

static const salvo_chain CREW_CHAIN = {.state_size = sizeof(struct crew_state),
                                       .outcome = crew_outcome,
                                       .dice = rolls_dice,
                                       .step = crew_step,
                                       .throw_name = "a roll for the crew",
                                       .fields = CREW_TOLD};

const salvo_procedure SKANK_CREW_FATE = {
    .id = "SKANK-22",
    .schema = {.name = "skank.crew-fate",
               ALL_OF(parameters, CREW),
               .situation_size = sizeof(struct crew),
               .derive = derive_crew},
    .documentation = {.chapter = "Vehicles",
                      .title = "one occupant after a damage roll",
                      .section = "Vehicle Descriptions",
                      .rulings = "R2 R3 R33"},
    ALL_OF(outcomes, CREW_OUTCOMES),
    .chain = &CREW_CHAIN,
};

struct brakes {
    struct skank_tries tries; /* first: the chain's situation */
    int ability;
};

/* A vehicle without brakes goes on as long as its driver passes a test of ability each turn. */
static const salvo_parameter BRAKES_PARAMETERS[] = {
    WHOLE("ability", "of the driver", 0, SKANK_MODIFIER_MAX, "5", INTO(struct brakes, ability)),
    WHOLE("turns", "turns to drive on", 0, SKANK_TRIES_MAX, "1", INTO(struct brakes, tries.tries)),
};

static const char *const BRAKES_OUTCOMES[] = {"still-moving", "crashed"};

/* The count is of failed tests, and one is enough. */
static void derive_brakes(const void *tables, void *situation)
{
    struct brakes *b = situation;

    (void)tables;
    b->tries.enough = 1;
    b->tries.n_dice = 1;
    b->tries.over[0] = skank_good_faces(b->ability, 0);
}

const salvo_procedure SKANK_BRAKES = {
    .id = "SKANK-23",
    .schema = {.name = "skank.brakes",
               ALL_OF(parameters, BRAKES_PARAMETERS),
               .situation_size = sizeof(struct brakes),
               .derive = derive_brakes},
    .documentation = {.chapter = "Vehicles",
                      .title = "how long a vehicle without brakes lasts",
                      .section = "Vehicle Descriptions",
                      .rulings = "R2 R3"},
    ALL_OF(outcomes, BRAKES_OUTCOMES),
    .chain = &SKANK_TRIES,
};

/* The die of a thrown track is a test like any other, but neither result is a success. */
static const char *const TRACK_OUTCOMES[] = {"no-right-turn", "no-left-turn"};

static void derive_track(const void *tables, void *situation)
{
    ((struct skank_test *)situation)->good =
        skank_good_faces(((const struct skank_tables *)tables)->value[TRACK_RIGHT], 0);
}

const salvo_procedure SKANK_THROWN_TRACK = {
    .id = "SKANK-24",
    .schema = {.name = "skank.thrown-track", .situation_size = sizeof(struct skank_test), .derive = derive_track},
    .documentation = {.chapter = "Vehicles",
                      .title = "which way a tank with a thrown track cannot turn",
                      .section = "Vehicle Descriptions: Tank"},
    ALL_OF(outcomes, TRACK_OUTCOMES),
    .roll = &SKANK_TEST,
};
