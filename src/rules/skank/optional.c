/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Special and optional rules: spotting, morale, radiation (SKANK-29, SKANK-31 to SKANK-33), and the horses left after a
 * battle (SKANK-34). volley.c has shots at tires. */
#include <stdio.h>

#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/tries.h"
#include "rules/skank/words.h"

enum infrared { INFRARED_NONE, INFRARED_TROOP, INFRARED_VEHICLE };

static const char *const INFRARED_CHOICES[] = {
    [INFRARED_NONE] = "none", [INFRARED_TROOP] = "troop", [INFRARED_VEHICLE] = "vehicle", NULL};

/* Conditions are flags, because the book adds them up and any of them may hold together. */
struct spotting {
    struct skank_tries tries; /* first: the chain's situation */
    struct skank_tester spotter;
    bool prone, woods, fog, ghillie, invisible, psionist;
    enum infrared infrared;
    int woods_modifier;
};

/* clang-format off */
static const salvo_parameter SPOTTING[] = {
    SKANK_TESTER(struct spotting, spotter, "spotter", "the spotter", "ability of the spotter, in place of the troop's"),
    FLAG("prone", "target prone", INTO(struct spotting, prone)),
    FLAG("woods", "target in a wooded area", INTO(struct spotting, woods)),
    FLAG("fog", "fog or rain", INTO(struct spotting, fog)),
    FLAG("ghillie", "target in a ghillie suit, or a ninja", INTO(struct spotting, ghillie)),
    FLAG("invisible", "target in an invisibility field", INTO(struct spotting, invisible)),
    FLAG("psionist", "a psionist spots", INTO(struct spotting, psionist)),
    CHOICE("infrared", "infrared of the spotter", INFRARED_CHOICES, "none", INTO(struct spotting, infrared)),
    WHOLE("woods-modifier", "what woods add to the roll", 1, 2, "1", .fallback_cell = "modifiers.spot-woods.modifier",
          INTO(struct spotting, woods_modifier)),
    SKANK_MODIFIER("modifier", "added to the roll", INTO(struct spotting, spotter.modifier)),
    WHOLE("attempts", "attempts to spot", 0, SKANK_TRIES_MAX, "1", INTO(struct spotting, tries.tries)),
};
/* clang-format on */

static const char *const SPOTTING_OUTCOMES[] = {"hidden", "spotted"};

/* Infrared of a figure drops prone, woods, fog and ghillie; an invisibility field and a psionist's help still count.
 * Woods are +1 in the table and +2 in the book's example, hence a parameter (R26). */
static int spotting_modifier(const struct skank_tables *t, const struct spotting *s)
{
    const int *m = t->modifier;
    int modifier = (s->invisible ? m[MODIFIER_SPOT_INVISIBLE] : 0) + (s->psionist ? m[MODIFIER_SPOT_PSIONIST] : 0);

    if (s->infrared == INFRARED_TROOP)
        return modifier;
    modifier += s->prone ? m[MODIFIER_SPOT_PRONE] : 0;
    modifier += s->woods ? s->woods_modifier : 0;
    modifier += s->fog ? m[MODIFIER_SPOT_FOG] : 0;
    modifier += s->ghillie ? m[MODIFIER_SPOT_GHILLIE] : 0;
    return modifier;
}

/* One success is enough, on at most `good`. */
static void try_for(struct skank_tries *tries, int good)
{
    tries->enough = 1;
    tries->n_dice = 1;
    tries->over[0] = good;
    tries->under = true;
}

/* Vehicle infrared always spots. */
static void derive_spotting(const void *tables, void *situation)
{
    struct spotting *s = situation;
    int good = skank_ability_faces(tables, &s->spotter, spotting_modifier(tables, s));

    try_for(&s->tries, s->infrared == INFRARED_VEHICLE ? FACES : good); /* R27 */
}

const salvo_procedure SKANK_SPOTTING = {
    .id = "SKANK-29",
    .schema = {.name = "skank.spotting",
               ALL_OF(parameters, SPOTTING),
               .situation_size = sizeof(struct spotting),
               .derive = derive_spotting},
    .documentation = {.chapter = "Optional rules",
                      .title = "a hidden target is spotted",
                      .section = "Special and Optional Rules A; Psionics 4",
                      .rulings = "R2 R3 R26 R27"},
    ALL_OF(outcomes, SPOTTING_OUTCOMES),
    .chain = &SKANK_TRIES,
};

enum { SIZE_MAX_FIGURES = 10000 };

/* clang-format off */
#define TEST_PARAMETERS(type) \
    SKANK_TESTER(type, tester, "troop", "the troop whose ability is tested; a hero if one is attached", \
                 "the ability, in place of the troop's"), \
    SKANK_MODIFIER("modifier", "added to the roll", INTO(type, tester.modifier))
/* clang-format on */

/* A check needs losses of half the unit, and of at least one figure. The next check, at another quarter, is the same
 * question with other numbers. */
struct morale {
    struct skank_tester tester;
    int64_t size, losses; /* figures */
    bool checks;
    int holds; /* faces at which the unit holds */
};

/* A unit that has lost half of its number or more is tested. The user decides about the later test, at another
 * quarter. */
static const salvo_parameter MORALE[] = {
    TEST_PARAMETERS(struct morale),
    WHOLE("size", "figures at the beginning", 1, SIZE_MAX_FIGURES, "10", INTO(struct morale, size)),
    WHOLE("losses", "figures lost", 0, SIZE_MAX_FIGURES, "5", INTO(struct morale, losses)),
};

enum morale_outcome { HOLD, ROUT, NO_CHECK };
static const char *const MORALE_OUTCOMES[] = {[HOLD] = "hold", [ROUT] = "rout", [NO_CHECK] = "no-check"};

static void derive_morale(const void *tables, void *situation)
{
    const struct skank_tables *t = tables;
    struct morale *m = situation;

    m->checks = m->losses > 0 && 100 * m->losses >= t->value[MORALE_PERCENT] * m->size;
    m->holds = skank_ability_faces(t, &m->tester, 0);
}

static void morale_dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(((const struct morale *)situation)->checks ? 1 : 0, FACES);
}

/* Losses below the percentage need no check and no roll. */
static int morale_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct morale *m = situation;

    (void)gain;
    if (!m->checks)
        return NO_CHECK;
    return faces[0] <= m->holds ? HOLD : ROUT;
}

const salvo_procedure SKANK_MORALE = {
    .id = "SKANK-31",
    .schema = {.name = "skank.morale",
               ALL_OF(parameters, MORALE),
               .situation_size = sizeof(struct morale),
               .derive = derive_morale},
    .documentation = {.chapter = "Optional rules",
                      .title = "whether a unit holds after losses",
                      .section = "Special and Optional Rules H",
                      .rulings = "R2 R3"},
    ALL_OF(outcomes, MORALE_OUTCOMES),
    .roll = &(const salvo_roll){.dice = morale_dice, .resolve = morale_resolve},
};

/* A unit that routs tests every turn; one success ends it. */
struct rally {
    struct skank_tries tries; /* first: the chain's situation */
    struct skank_tester tester;
};

/* A routing unit tests once a turn until it rallies. */
static const salvo_parameter RALLY[] = {
    TEST_PARAMETERS(struct rally),
    WHOLE("turns", "turns in which it may rally", 0, SKANK_TRIES_MAX, "1", INTO(struct rally, tries.tries)),
};

static const char *const RALLY_OUTCOMES[] = {"routing", "rallied"};

static void derive_rally(const void *tables, void *situation)
{
    struct rally *r = situation;

    try_for(&r->tries, skank_ability_faces(tables, &r->tester, 0));
}

const salvo_procedure SKANK_RALLY = {
    .id = "SKANK-32",
    .schema = {.name = "skank.rally",
               ALL_OF(parameters, RALLY),
               .situation_size = sizeof(struct rally),
               .derive = derive_rally},
    .documentation = {.chapter = "Optional rules",
                      .title = "whether a routing unit rallies",
                      .section = "Special and Optional Rules H",
                      .rulings = "R2 R3"},
    ALL_OF(outcomes, RALLY_OUTCOMES),
    .chain = &SKANK_TRIES,
};

enum { SICKNESS_DICE = 2, SICKNESS_SIDES = 6 };

static const char *const POLICIES[] = {"leave", "stay", NULL};

/* A figure whose ability roll succeeds is warned, and leaves or stays depending on the policy (R29). All others sicken
 * after 2d6 turns. */
struct radiation {
    struct skank_tester tester;
    bool stays; /* though warned */
    int warned; /* faces */
};

static const salvo_parameter RADIATION[] = {
    TEST_PARAMETERS(struct radiation),
    CHOICE("policy", "the reaction of a warned figure", POLICIES, "leave", INTO(struct radiation, stays)),
};

enum { SAFE = 0 }; /* any other outcome is the number of turns to sickness */

static void derive_radiation(const void *tables, void *situation)
{
    struct radiation *r = situation;

    r->warned = skank_ability_faces(tables, &r->tester, 0);
}

/* The warning is first, then the turns. */
static void radiation_dice(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = (salvo_dice){.count = 1 + SICKNESS_DICE, .sides = {FACES, SICKNESS_SIDES, SICKNESS_SIDES}};
}

/* The turns are also thrown for a warned figure, because a roll has a fixed set of dice. */
static int radiation_resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct radiation *r = situation;

    (void)gain;
    return !r->stays && faces[0] <= r->warned ? SAFE : faces[1] + faces[2];
}

static void radiation_label(const void *situation, int outcome, char *text)
{
    (void)situation;
    if (outcome == SAFE)
        snprintf(text, SALVO_LABEL_MAX, "safe");
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}

static const char *const RADIATION_MADE[] = {"safe", "#", NULL};

const salvo_procedure SKANK_RADIATION = {
    .id = "SKANK-33",
    .schema = {.name = "skank.radiation",
               ALL_OF(parameters, RADIATION),
               .situation_size = sizeof(struct radiation),
               .derive = derive_radiation},
    .documentation = {.chapter = "Optional rules",
                      .title = "a figure enters an irradiated area",
                      .section = "Special and Optional Rules G",
                      .rulings = "R2 R3 R29"},
    .outcomes_help = "safe, or turns until the figure sickens, 2 to 12",
    .label = radiation_label,
    .made = RADIATION_MADE,
    .roll = &(const salvo_roll){.dice = radiation_dice, .resolve = radiation_resolve},
};

enum { HORSES_MAX = 200 };

static const salvo_expectation HORSE_EXPECTATIONS[] = {
    {.name = "survivors", .help = "mean number of horses that survive"}};

/* There is one die for each horse, weighted: perished, survived. */
struct horses {
    int horses;
    uint32_t weights[2];
};

/* After a battle, horses whose riders were slain are rolled for one by one. */
static const salvo_parameter HORSE_PARAMETERS[] = {
    WHOLE("horses", "horses of slain riders", 0, HORSES_MAX, "1", INTO(struct horses, horses)),
};

struct horses_state {
    int16_t counted;
    int16_t survivors;
};

/* The table has the chance in percent, so the die has two weighted faces. */
static void derive_horses(const void *tables, void *situation)
{
    struct horses *h = situation;
    uint32_t percent = (uint32_t)((const struct skank_tables *)tables)->value[HORSE_PERCENT];

    h->weights[0] = 100 - percent;
    h->weights[1] = percent;
}

static int horses_outcome(const void *situation, const void *state)
{
    const struct horses_state *s = state;

    return s->counted < ((const struct horses *)situation)->horses ? SALVO_CONTINUES : s->survivors;
}

static void horses_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)state;
    *dice = (salvo_dice){.count = 1, .sides = {2}, .weights = {((const struct horses *)situation)->weights}};
}

/* The die has two faces, weighted by the percentage: 1 is a horse lost, 2 one that lives. */
static bool horses_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    struct horses_state *s = state;

    (void)situation;
    s->counted++;
    s->survivors = (int16_t)(s->survivors + faces[0] - 1);
    gain[0] += faces[0] - 1;
    return false;
}

static const salvo_state_field HORSES_TOLD[] = {
    SALVO_STATE_FIELD("survivors", struct horses_state, survivors),
    {NULL, 0, 0},
};

static const salvo_chain HORSES_CHAIN = {.state_size = sizeof(struct horses_state),
                                         .outcome = horses_outcome,
                                         .dice = horses_dice,
                                         .step = horses_step,
                                         .throw_name = "a horse",
                                         .fields = HORSES_TOLD};

const salvo_procedure SKANK_HORSE_SURVIVAL = {
    .id = "SKANK-34",
    .schema = {.name = "skank.horse-survival",
               ALL_OF(parameters, HORSE_PARAMETERS),
               .situation_size = sizeof(struct horses),
               .derive = derive_horses},
    .documentation = {.chapter = "Optional rules",
                      .title = "how many horses of slain riders survive a battle",
                      .section = "Vehicles: Horses and other Riding Beasts"},
    ALL_OF(expectations, HORSE_EXPECTATIONS),
    .outcomes_help = "survivors 0, 1, ... horses",
    .chain = &HORSES_CHAIN,
};
