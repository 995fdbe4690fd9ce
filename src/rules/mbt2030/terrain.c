/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-06 and MBT-08 to MBT-12: the climatic zone, and the terrain that its die tables put on the squares of a table. A
 * table is in one zone: with zone=any it is rolled once, not for each square. */
#include "rules/mbt2030/terrain.h"

#include <stdio.h>

#include "rules/mbt2030/stand.h"

enum { SQUARES_MAX = 64 };

const char *const MBT_ZONE_CHOICES[] = {"desert", "steppe", "tropical", "temperate", "cold", "any", NULL};

static enum mbt_terrain terrain_on(const struct mbt_tables *t, enum mbt_zone zone, int face)
{
    return (enum mbt_terrain)t->zone[zone].on[face - 1];
}

static bool is_built_up(const struct mbt_tables *t, enum mbt_zone zone, int face)
{
    return face >= t->zone[zone].built_up_from;
}

/* The die's modifier may make it negative, which means no feature at all. */
static int minor_count(const struct mbt_tables *t, enum mbt_zone zone, int face)
{
    int count = face + t->zone[zone].minor_modifier;

    return count > 0 ? count : 0;
}

struct scene {
    const struct mbt_tables *tables;
    enum mbt_zone zone;
    int squares;
    bool given_open;
};

#define ZONE            MBT_ZONE(INTO(struct scene, zone))
#define SQUARES(preset) WHOLE("squares", "squares of the table", 1, SQUARES_MAX, preset, INTO(struct scene, squares))

/* Returns a throw of `count` dice, preceded by the climate die if it decides. */
static salvo_dice throw_of(const struct scene *s, int count)
{
    return salvo_dice_of(count + (s->zone == ZONE_ANY), D6);
}

/* Returns the zone, and moves *faces to the first die after the climate die. Procedures of one square throw all their
 * dice at once. */
static enum mbt_zone take_zone(const struct scene *s, const uint8_t **faces)
{
    return s->zone == ZONE_ANY ? mbt_zone_of(s->tables, *(*faces)++) : s->zone;
}

static int resolve_climate(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)gain;
    return (int)mbt_zone_of(((const struct scene *)situation)->tables, faces[0]);
}

static int resolve_minor_type(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)gain;
    return (int)mbt_minor_of(((const struct scene *)situation)->tables, faces[0]);
}

const salvo_procedure MBT_CLIMATE = {
    .id = "MBT-06",
    .schema = {.name = "mbt2030.climate", SITUATION(struct scene, tables)},
    .documentation = {.chapter = "Terrain", .title = "the climatic zone", .section = "Terrain"},
    .outcomes = MBT_ZONE_IDS,
    .n_outcomes = N_ZONES,
    .roll = &(const salvo_roll){.count = 1, .sides = D6, .resolve = resolve_climate},
};

const salvo_procedure MBT_MINOR_TYPE = {
    .id = "MBT-11",
    .schema = {.name = "mbt2030.minor-type", SITUATION(struct scene, tables)},
    .documentation = {.chapter = "Terrain",
                      .title = "the kind of a minor terrain feature",
                      .section = "Minor Terrain Features"},
    .outcomes = MBT_MINOR_IDS,
    .n_outcomes = N_MINORS,
    .roll = &(const salvo_roll){.count = 1, .sides = D6, .resolve = resolve_minor_type},
};

static const salvo_parameter ZONE_ONLY[] = {ZONE};

static void major_dice(const void *situation, salvo_dice *dice)
{
    *dice = throw_of(situation, 1);
}

static int resolve_major(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct scene *s = situation;
    enum mbt_zone zone = take_zone(s, &faces);

    (void)gain;
    return (int)terrain_on(s->tables, zone, faces[0]);
}

const salvo_procedure MBT_MAJOR_TERRAIN = {
    .id = "MBT-08",
    .schema = {.name = "mbt2030.major-terrain", ALL_OF(parameters, ZONE_ONLY), SITUATION(struct scene, tables)},
    .documentation = {.chapter = "Terrain", .title = "the major terrain of one square", .section = "Terrain"},
    .outcomes = MBT_TERRAIN_IDS,
    .n_outcomes = N_TERRAINS,
    .roll = &(const salvo_roll){.dice = major_dice, .resolve = resolve_major},
};

/* A chain over squares; one throw of the climate die precedes it if it decides. */
struct state {
    uint8_t zone; /* enum mbt_zone; ZONE_ANY: not rolled yet */
    uint8_t squares_left;
    uint8_t count;       /* the outcome */
    uint8_t minors_left; /* MBT-12: features of the last square whose kind is not rolled yet */
};

static void start(const void *situation, void *state)
{
    const struct scene *s = situation;

    *(struct state *)state = (struct state){.zone = (uint8_t)s->zone, .squares_left = (uint8_t)s->squares};
}

/* When no square is left, the last square's features are still to be rolled. */
static int outcome(const void *situation, const void *state)
{
    const struct state *at = state;

    (void)situation;
    return at->squares_left || at->minors_left ? SALVO_CONTINUES : at->count;
}

/* Makes the throw of the climate die if it is due. */
static bool rolls_zone(const struct scene *s, struct state *at, const uint8_t *faces)
{
    if (at->zone != ZONE_ANY)
        return false;
    at->zone = (uint8_t)mbt_zone_of(s->tables, faces[0]);
    return true;
}

/* After the last die the zone does not matter: states that differ only in it become one. */
static void forget_zone(struct state *at)
{
    if (!at->squares_left && !at->minors_left)
        at->zone = 0;
}

enum { MBUAS };

static const salvo_parameter BUILT_UP[] = {ZONE, SQUARES("1")};
static const salvo_expectation BUILT_UP_EXPECTATIONS[] = {
    [MBUAS] = {.name = "mbuas", .help = "mean number of major built-up areas"}};

/* The climate die has the faces of every other die here, so one throw serves either. */
static void built_up_dice(const void *situation, const void *state, salvo_dice *dice)
{
    (void)situation;
    (void)state;
    *dice = salvo_dice_of(1, D6);
}

/* A roll of the climate is a separate step and lays no square. */
static bool built_up_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct scene *s = situation;
    struct state *at = state;

    if (rolls_zone(s, at, faces))
        return false;
    at->squares_left--;
    if (is_built_up(s->tables, (enum mbt_zone)at->zone, faces[0])) {
        at->count++;
        gain[MBUAS]++;
    }
    forget_zone(at);
    return false;
}

static const salvo_state_field BUILT_UP_TOLD[] = {
    SALVO_STATE_FIELD("squares left", struct state, squares_left),
    {NULL, 0, 0},
};

static const salvo_chain BUILT_UP_CHAIN = {.state_size = sizeof(struct state),
                                           .start = start,
                                           .outcome = outcome,
                                           .dice = built_up_dice,
                                           .step = built_up_step,
                                           .throw_name = "a roll of terrain",
                                           .fields = BUILT_UP_TOLD};

const salvo_procedure MBT_MAJOR_BUILT_UP = {
    .id = "MBT-09",
    .schema = {.name = "mbt2030.major-built-up", ALL_OF(parameters, BUILT_UP), SITUATION(struct scene, tables)},
    .documentation = {.chapter = "Terrain",
                      .title = "how many squares have a major built-up area",
                      .section = "Terrain"},
    ALL_OF(expectations, BUILT_UP_EXPECTATIONS),
    .outcomes_help = "0, 1, ... squares",
    .chain = &BUILT_UP_CHAIN,
};

enum { MINORS };

static const salvo_parameter MINOR_COUNT[] = {
    ZONE,
    FLAG_YES("given-open", "the square is open terrain; no: it is any square, and only open ones have features",
             INTO(struct scene, given_open)),
};
static const salvo_expectation MINOR_EXPECTATIONS[] = {
    [MINORS] = {.name = "minor", .help = "mean number of minor features"}};

static void minor_dice(const void *situation, salvo_dice *dice)
{
    const struct scene *s = situation;

    *dice = throw_of(s, s->given_open ? 1 : 2);
}

/* Only open squares have minor features, so any other square has none whatever its die shows. */
static int resolve_minor(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct scene *s = situation;
    enum mbt_zone zone = take_zone(s, &faces);
    int count = minor_count(s->tables, zone, faces[0]);

    if (!s->given_open && terrain_on(s->tables, zone, faces[1]) != TERRAIN_OPEN)
        count = 0;
    gain[MINORS] += count;
    return count;
}

const salvo_procedure MBT_MINOR_COUNT = {
    .id = "MBT-10",
    .schema = {.name = "mbt2030.minor-count", ALL_OF(parameters, MINOR_COUNT), SITUATION(struct scene, tables)},
    .documentation = {.chapter = "Terrain",
                      .title = "how many minor terrain features a square has",
                      .section = "Minor Terrain Features"},
    ALL_OF(expectations, MINOR_EXPECTATIONS),
    .outcomes_help = "0, 1, ... features",
    .roll = &(const salvo_roll){.dice = minor_dice, .resolve = resolve_minor},
};

enum { TABLE_OPEN, TABLE_MINOR, TABLE_WOODS, TABLE_BUILT_UPS, TABLE_HILLS, TABLE_MBUAS };

static const salvo_parameter TABLE[] = {ZONE, SQUARES("12")};
/* The contents of a table are only averages: as outcomes they would be far too many combinations. */
static const salvo_expectation TABLE_EXPECTATIONS[] = {
    [TABLE_OPEN] = {.name = "open", .help = "mean number of open squares"},
    [TABLE_MINOR] = {.name = "minor", .help = "minor features"},
    [TABLE_WOODS] = {.name = "woods", .help = "woods among them"},
    [TABLE_BUILT_UPS] = {.name = "built-ups", .help = "built-up areas among them"},
    [TABLE_HILLS] = {.name = "hills", .help = "hills among them"},
    [TABLE_MBUAS] = {.name = "mbuas", .help = "major built-up areas"},
};

/* A square takes three dice: major terrain, built-up area, number of minor features; a minor feature takes one for its
 * kind. */
static void table_dice(const void *situation, const void *state, salvo_dice *dice)
{
    const struct state *at = state;

    (void)situation;
    *dice = salvo_dice_of(at->zone == ZONE_ANY || at->minors_left ? 1 : 3, D6);
}

/* The kinds are only averages, so each feature is thrown and forgotten: the state holds how many are left. */
static void lay_minor(const struct scene *s, struct state *at, int face, int64_t *gain)
{
    static const int KINDS[N_MINORS] = {
        [MINOR_WOOD] = TABLE_WOODS, [MINOR_BUILT_UP] = TABLE_BUILT_UPS, [MINOR_HILL] = TABLE_HILLS};

    gain[KINDS[mbt_minor_of(s->tables, face)]]++;
    at->minors_left--;
}

/* A square may be built up whatever its major terrain is. */
static void lay_square(const struct scene *s, struct state *at, const uint8_t *faces, int64_t *gain)
{
    enum mbt_zone zone = (enum mbt_zone)at->zone;

    at->squares_left--;
    gain[TABLE_MBUAS] += is_built_up(s->tables, zone, faces[1]);
    if (terrain_on(s->tables, zone, faces[0]) != TERRAIN_OPEN)
        return;
    at->count++;
    at->minors_left = (uint8_t)minor_count(s->tables, zone, faces[2]);
    gain[TABLE_OPEN]++;
    gain[TABLE_MINOR] += at->minors_left;
}

/* A feature whose kind is not rolled yet precedes the next square. */
static bool table_step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const struct scene *s = situation;
    struct state *at = state;

    if (rolls_zone(s, at, faces))
        return false;
    if (at->minors_left)
        lay_minor(s, at, faces[0], gain);
    else
        lay_square(s, at, faces, gain);
    forget_zone(at);
    return false;
}

static const salvo_state_field TABLE_TOLD[] = {
    SALVO_STATE_FIELD("squares left", struct state, squares_left),
    SALVO_STATE_FIELD("features left", struct state, minors_left),
    {NULL, 0, 0},
};

static const salvo_chain TABLE_CHAIN = {.state_size = sizeof(struct state),
                                        .start = start,
                                        .outcome = outcome,
                                        .dice = table_dice,
                                        .step = table_step,
                                        .throw_name = "a roll of terrain",
                                        .fields = TABLE_TOLD};

const salvo_procedure MBT_TABLE = {
    .id = "MBT-12",
    .schema = {.name = "mbt2030.table", ALL_OF(parameters, TABLE), SITUATION(struct scene, tables)},
    .documentation = {.chapter = "Terrain",
                      .title = "the open squares of a whole table, and their features",
                      .section = "Terrain, Minor Terrain Features"},
    ALL_OF(expectations, TABLE_EXPECTATIONS),
    .outcomes_help = "0, 1, ... open squares",
    .chain = &TABLE_CHAIN,
};
