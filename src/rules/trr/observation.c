/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TRR-04, whether a target is seen, located by a test or out of sight (section 5; section 13 for weather and night).
 * Four rules meet here: posture, fire that reveals a target, weather, and the cap that ends all sight. */
#include "rules/trr/observation.h"

#include <salvo/text.h>

#include "rules/brackets.h"
#include "rules/trr/tables.h"
#include "rules/trr/words.h"

enum target { TARGET_VEHICLE, TARGET_HEAVY_WEAPON, TARGET_FOOT, TARGET_SNIPER };
enum posture { POSTURE_OPEN, POSTURE_MOVING, POSTURE_EDGE, POSTURE_CONCEALED };
enum firing { FIRING_NONE, FIRING_LIGHT, FIRING_HEAVY };

static const char *const TARGET_CHOICES[] = {[TARGET_VEHICLE] = "vehicle",
                                             [TARGET_HEAVY_WEAPON] = "heavy-weapon",
                                             [TARGET_FOOT] = "foot",
                                             [TARGET_SNIPER] = "sniper",
                                             NULL};
static const char *const POSTURE_CHOICES[] = {[POSTURE_OPEN] = "open",
                                              [POSTURE_MOVING] = "moving",
                                              [POSTURE_EDGE] = "edge",
                                              [POSTURE_CONCEALED] = "concealed",
                                              NULL};
static const char *const FIRING_CHOICES[] = {
    [FIRING_NONE] = "none", [FIRING_LIGHT] = "light", [FIRING_HEAVY] = "heavy", NULL};
static const char *const WEATHER_CHOICES[] = {
    [WEATHER_CLEAR] = "clear", [WEATHER_MOONLIGHT] = "moonlight", [WEATHER_MIST] = "mist", [WEATHER_FOG] = "fog", NULL};

/* It is beyond any sight: the cap is 150 cm in clear weather. */
enum { FARTHEST_CM = 200 };

enum outcome { SEEN, LOCATED, NOT_LOCATED, OUT_OF_SIGHT, N_OUTCOMES };

static const char *const OUTCOMES[N_OUTCOMES] = {
    [SEEN] = "seen", [LOCATED] = "located", [NOT_LOCATED] = "not-located", [OUT_OF_SIGHT] = "out-of-sight"};

static const salvo_expectation EXPECTATIONS[] = {
    {.name = "known", .help = "probability that the target is seen or located"}};

/* The distances to which the target is seen without a test, with one, and to which anything is seen. */
struct sight {
    double seen_cm, test_cm, cap_cm; /* test_cm is negative if there is no test, seen_cm if there is only one */
    int needed;
};

struct location {
    enum target target;
    enum posture posture;
    enum firing firing;
    enum trr_weather weather;
    double distance_cm;
    struct sight sight;
};

static const salvo_parameter PARAMETERS[] = {
    CHOICE("target", "what the observer looks for", TARGET_CHOICES, "vehicle", INTO(struct location, target)),
    CHOICE("posture", "the position of the target", POSTURE_CHOICES, "open", INTO(struct location, posture)),
    CHOICE("firing", "small arms, machine guns and mortars are light", FIRING_CHOICES, "none",
           INTO(struct location, firing)),
    CHOICE("weather", "weather and night", WEATHER_CHOICES, "clear", INTO(struct location, weather)),
    DECIMAL("distance", "distance in cm", 0, FARTHEST_CM, "30", .bracketed = true, .aliases = "range", .distance = true,
            INTO(struct location, distance_cm)),
};

/* The location table has a column for each posture; everything except the three named ones is concealed. */
static double posture_range(const struct trr_location *l, enum posture posture)
{
    switch (posture) {
    case POSTURE_OPEN:
        return l->open;
    case POSTURE_MOVING:
        return l->moving;
    case POSTURE_EDGE:
        return l->edge;
    default:
        return l->concealed;
    }
}

/* A target that fires is seen at least this far, and is no longer concealed. So a concealed target that fires needs no
 * test. */
static struct sight sight_of_firing(const struct trr_tables *t, const struct trr_location *row,
                                    const struct location *l)
{
    double seen = posture_range(row, l->posture);
    double fire = t->values[l->firing == FIRING_LIGHT ? LIGHT_FIRE_CM : HEAVY_FIRE_CM];

    return (struct sight){.seen_cm = seen > fire ? seen : fire, .test_cm = -1};
}

/* Posture and fire of a sniper do not matter: it is never simply seen, and only the test of foot locates it. Weather
 * takes centimetres off for snipers and concealed targets only; for all others it lowers the cap. */
static struct sight sight_of(const struct trr_tables *t, const struct location *l)
{
    bool on_foot = l->target == TARGET_FOOT || l->target == TARGET_SNIPER;
    const struct trr_location *row = &t->location[on_foot ? SIGHTED_FOOT : SIGHTED_VEHICLE];
    double less = t->location_less_cm[l->weather];

    if (l->target == TARGET_SNIPER)
        return (struct sight){.seen_cm = -1, .test_cm = row->test - less, .needed = row->needed};
    if (l->firing != FIRING_NONE)
        return sight_of_firing(t, row, l);
    if (l->posture == POSTURE_CONCEALED)
        return (struct sight){.seen_cm = row->concealed - less, .test_cm = row->test - less, .needed = row->needed};
    return (struct sight){.seen_cm = posture_range(row, l->posture), .test_cm = -1};
}

/* The cap is a percentage by weather, the reduction of concealed targets a number of centimetres: the table has
 * both. */
static void derive(const void *tables, void *situation)
{
    const struct trr_tables *t = tables;
    struct location *l = situation;

    l->sight = sight_of(t, l);
    l->sight.cap_cm = (double)t->values[SIGHT_CM] * t->sight_percent[l->weather] / 100;
}

static bool is_seen(const struct location *l)
{
    return l->distance_cm <= l->sight.cap_cm && l->distance_cm <= l->sight.seen_cm;
}

/* A test is needed only between the distance at which the target is seen and the one to which it can be located. */
static bool is_tested(const struct location *l)
{
    return l->distance_cm <= l->sight.cap_cm && !is_seen(l) && l->distance_cm <= l->sight.test_cm;
}

static void dice(const void *situation, salvo_dice *dice)
{
    *dice = salvo_dice_of(is_tested(situation) ? 1 : 0, D10);
}

/* Only distances between certain sight and the farthest test need a die. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    const struct location *l = situation;
    enum outcome outcome = OUT_OF_SIGHT;

    if (is_seen(l))
        outcome = SEEN;
    else if (is_tested(l))
        outcome = faces[0] >= l->sight.needed ? LOCATED : NOT_LOCATED;
    gain[0] += outcome == SEEN || outcome == LOCATED;
    return (int)outcome;
}

static void explain(const void *situation, salvo_text *text)
{
    const struct sight *s = &((const struct location *)situation)->sight;

    if (s->seen_cm >= 0)
        salvo_text_add(text, "Seen to %.15g cm", s->seen_cm < s->cap_cm ? s->seen_cm : s->cap_cm);
    else
        salvo_text_put(text, "Never seen without a test");
    if (s->test_cm >= 0)
        salvo_text_add(text, ", located to %.15g cm on %d or more", s->test_cm, s->needed);
    salvo_text_add(text, "; nothing is seen beyond %.15g cm\n", s->cap_cm);
}

/* Ends that do not exist, or exceed the parameter's limit, are left out. In fog the range of fire is beyond the end of
 * sight. */
static size_t brackets(const void *situation, double upto[SALVO_BRACKETS_MAX])
{
    const struct sight *s = &((const struct location *)situation)->sight;
    const double ends[] = {s->seen_cm, s->test_cm, s->cap_cm};
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (ends[i] >= 0 && ends[i] <= FARTHEST_CM)
            n = salvo_bracket_insert(upto, n, ends[i]);
    return n;
}

const salvo_procedure TRR_LOCATION = {
    .id = "TRR-04",
    .schema = {.name = "trr.location",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct location),
               .derive = derive,
               .explain = explain,
               .brackets = brackets},
    .documentation = {.chapter = "Observation",
                      .title = "whether a target is seen or located",
                      .section = "5 Observation; 13 Weather and Night"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .roll = &(const salvo_roll){.dice = dice, .resolve = resolve},
};
