/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MBT-07 and MBT-13 to MBT-15: the season, the hour, the weather, and how hour and weather together reduce the ranges.
 * One throw can ask for any of them, because season and zone must be the same for all parts of a question. */
#include "rules/mbt2030/conditions.h"

#include "rules/mbt2030/stand.h"
#include "rules/mbt2030/terrain.h"

static const char *const SEASON_CHOICES[] = {"winter", "autumn", "spring", "summer", "any", NULL};

struct scene {
    const struct mbt_tables *tables;
    enum mbt_season season;
    enum mbt_zone zone;
    bool asks_hour, asks_weather;
};

enum { HOUR_DICE = 3 /* half of the day, and 2d6 */, WEATHER_DICE = 1 };

enum hour { HOUR_DAWN, HOUR_DAY, HOUR_DUSK, HOUR_NIGHT, N_HOURS };

struct shown {
    enum hour hour;
    bool adverse;
};

/* A season or zone that is not given is rolled. So `any` mixes with the weights of its die, and not evenly. */
static void dice(const void *situation, salvo_dice *dice)
{
    const struct scene *s = situation;
    int count = (s->season == SEASON_ANY) + (s->asks_hour ? HOUR_DICE : 0);

    if (s->asks_weather)
        count += (s->zone == ZONE_ANY) + WEATHER_DICE;
    *dice = salvo_dice_of(count, D6);
}

/* Ruling M14: 12 a.m. is midnight, 12 p.m. noon; the hours of dawn and dusk are inclusive. A throw of 12 is the hour 0
 * of its half. */
static enum hour hour_of(const struct mbt_tables *t, enum mbt_season season, const uint8_t dice[HOUR_DICE])
{
    const struct mbt_season_row *row = &t->season[season];
    int afternoon = dice[0] >= t->value[VALUE_AFTERNOON] ? 12 : 0, hour = (dice[1] + dice[2]) % 12 + afternoon;

    if (hour < row->dawn_from || hour > row->dusk_to)
        return HOUR_NIGHT;
    if (hour <= row->dawn_to)
        return HOUR_DAWN;
    return hour < row->dusk_from ? HOUR_DAY : HOUR_DUSK;
}

/* The dice have the order of the throw: season, hour, zone, weather. Only the requested ones are there. */
static struct shown show(const struct scene *s, const uint8_t *faces)
{
    enum mbt_season season = s->season == SEASON_ANY ? mbt_season_of(s->tables, *faces++) : s->season;
    struct shown shown = {HOUR_DAY, false};
    enum mbt_zone zone;

    if (s->asks_hour) {
        shown.hour = hour_of(s->tables, season, faces);
        faces += HOUR_DICE;
    }
    if (!s->asks_weather)
        return shown;
    zone = s->zone == ZONE_ANY ? mbt_zone_of(s->tables, *faces++) : s->zone;
    shown.adverse = faces[0] >= s->tables->season[season].adverse_from[zone];
    return shown;
}

/* clang-format off */
#define SEASON CHOICE("season", "season; any: the season die is rolled", SEASON_CHOICES, "any", \
                      INTO(struct scene, season))
/* clang-format on */

/* MBT-07 has no parameters: it asks for its season. */
static void derive_season(const void *tables, void *situation)
{
    (void)tables;
    ((struct scene *)situation)->season = SEASON_ANY;
}

static int resolve_season(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)gain;
    return (int)mbt_season_of(((const struct scene *)situation)->tables, faces[0]);
}

const salvo_procedure MBT_SEASON = {
    .id = "MBT-07",
    .schema = {.name = "mbt2030.season", SITUATION(struct scene, tables), .derive = derive_season},
    .documentation = {.chapter = "Season, hour and weather",
                      .title = "the season",
                      .section = "Time of Day and Night Fighting"},
    .outcomes = MBT_SEASON_IDS,
    .n_outcomes = N_SEASONS,
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve_season},
};

/* Dawn, dusk and night all count as darkness: they halve ranges alike. */
enum { HALF_RANGE };

static const salvo_parameter HOUR[] = {SEASON};
static const char *const HOURS[N_HOURS] = {
    [HOUR_DAWN] = "dawn", [HOUR_DAY] = "day", [HOUR_DUSK] = "dusk", [HOUR_NIGHT] = "night"};
static const salvo_expectation HOUR_EXPECTATIONS[] = {
    [HALF_RANGE] = {.name = "half-range", .help = "probability that darkness halves the ranges"}};

static void derive_hour(const void *tables, void *situation)
{
    (void)tables;
    ((struct scene *)situation)->asks_hour = true;
}

static int resolve_hour(const void *situation, const uint8_t *faces, int64_t *gain)
{
    struct shown shown = show(situation, faces);

    gain[HALF_RANGE] += shown.hour != HOUR_DAY;
    return (int)shown.hour;
}

const salvo_procedure MBT_HOUR = {
    .id = "MBT-13",
    .schema = {.name = "mbt2030.hour",
               ALL_OF(parameters, HOUR),
               SITUATION(struct scene, tables),
               .derive = derive_hour},
    .documentation = {.chapter = "Season, hour and weather",
                      .title = "whether the game begins at dawn, day, dusk or night",
                      .section = "Time of Day and Night Fighting",
                      .rulings = "M14"},
    ALL_OF(expectations, HOUR_EXPECTATIONS),
    ALL_OF(outcomes, HOURS),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve_hour},
};

enum weather { ADVERSE, FAIR, N_WEATHERS };

static const salvo_parameter SEASON_AND_ZONE[] = {SEASON, MBT_ZONE(INTO(struct scene, zone))};
static const char *const WEATHERS[N_WEATHERS] = {[ADVERSE] = "adverse", [FAIR] = "fair"};

static void derive_weather(const void *tables, void *situation)
{
    (void)tables;
    ((struct scene *)situation)->asks_weather = true;
}

static int resolve_weather(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)gain;
    return show(situation, faces).adverse ? ADVERSE : FAIR;
}

const salvo_procedure MBT_WEATHER = {
    .id = "MBT-14",
    .schema = {.name = "mbt2030.weather",
               ALL_OF(parameters, SEASON_AND_ZONE),
               SITUATION(struct scene, tables),
               .derive = derive_weather},
    .documentation = {.chapter = "Season, hour and weather",
                      .title = "whether the weather is adverse",
                      .section = "Adverse Weather Conditions"},
    ALL_OF(outcomes, WEATHERS),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve_weather},
};

enum range { RANGE_FULL, RANGE_HALF, RANGE_QUARTER, N_RANGES };
enum { RANGE_FACTOR };

static const char *const RANGES[N_RANGES] = {[RANGE_FULL] = "full", [RANGE_HALF] = "half", [RANGE_QUARTER] = "quarter"};
static const salvo_expectation CONDITIONS_EXPECTATIONS[] = {
    [RANGE_FACTOR] = {.name = "range-factor", .help = "mean share of a range that remains", .parts = 4}};

static void derive_conditions(const void *tables, void *situation)
{
    ((struct scene *)situation)->asks_hour = true;
    derive_weather(tables, situation);
}

/* Darkness and adverse weather both halve, so together they leave a quarter (M11). The factor is counted in quarters to
 * stay a whole number. */
static int resolve_conditions(const void *situation, const uint8_t *faces, int64_t *gain)
{
    struct shown shown = show(situation, faces);
    int halvings = (shown.hour != HOUR_DAY) + shown.adverse;

    gain[RANGE_FACTOR] += 4 >> halvings;
    return halvings;
}

const salvo_procedure MBT_CONDITIONS = {
    .id = "MBT-15",
    .schema = {.name = "mbt2030.conditions",
               ALL_OF(parameters, SEASON_AND_ZONE),
               SITUATION(struct scene, tables),
               .derive = derive_conditions},
    .documentation = {.chapter = "Season, hour and weather",
                      .title = "the effect of hour and weather on the engagement ranges",
                      .section = "Time of Day and Night Fighting, Adverse Weather Conditions",
                      .rulings = "M11 M14"},
    ALL_OF(expectations, CONDITIONS_EXPECTATIONS),
    ALL_OF(outcomes, RANGES),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve_conditions},
};
