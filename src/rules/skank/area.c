/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of a burst on one target at a known distance (SKANK-09). A target inside the radius is hit without a roll
 * (R16). The bands of each weapon are rows of the table of areas, so this file names no weapon. */
#include "rules/skank/area.h"

#include "rules/skank/basics.h"
#include "rules/skank/procedures.h"
#include "rules/skank/shot.h"

/* Distances after a deviation are from sines and cosines, so a burst exactly on an edge is off by some 1e-15. */
static const double EDGE_IN = 1e-9; /* a distance this little outside a band is still on its edge */

/* This prepares everything about a hit that does not depend on the distance. Vehicles have no ability with which to
 * escape. */
void skank_burst_prepare(const struct skank_tables *t, struct skank_burst_on *burst, int weapon)
{
    const struct skank_tester tester = {.troop = burst->target, .ability = burst->ability};

    burst->tables = t;
    burst->weapon = weapon;
    burst->target_rating = skank_given_or(burst->target_rating, skank_rating_of(t, burst->target));
    burst->hit = skank_hit_with(t, weapon, burst->rating_bonus, burst->target, burst->target_rating);
    burst->hit.damage_modifier += burst->damage_modifier;
    burst->hit.wounds = skank_given_or(burst->target_wounds, burst->hit.wounds);
    burst->hit.instant_wounds = burst->instant_wounds;
    if (!burst->hit.vehicle)
        burst->passes = skank_ability_faces(t, &tester, 0);
}

/* The satchel charge treats figures and vehicles differently, so it has a row for either; most rows are for all. */
static bool concerns(const struct skank_burst_on *burst, const struct skank_area *area)
{
    bool is_vehicle = burst->hit.vehicle != NULL;

    return area->targets == AREA_ALL || (area->targets == AREA_VEHICLES) == is_vehicle;
}

/* A band may be wider indoors (flamethrower) or not exist there (fragments of a grenade, whose blast fills the
 * room). */
static bool lies_in(const struct skank_burst_on *burst, const struct skank_area *area, double distance_in)
{
    int radius = burst->indoors ? area->radius_indoors : area->radius;

    if (radius == SALVO_BLANK)
        return false;
    return distance_in <= (radius == RADIUS_GIVEN ? burst->radius_in : radius) + EDGE_IN;
}

/* A band never kills beyond the weapon's own rating, whatever it destroys by a direct hit. So a missile, which destroys
 * anything it hits, kills up to rating 7 in its blast. */
static bool kills_in(const struct skank_burst_on *burst, const struct skank_area *area)
{
    bool within = burst->target_rating <= burst->tables->weapons[burst->weapon].rating;

    return area->effect == AREA_DESTROY ? within : area->effect == AREA_KILL && burst->hit.kills && within;
}

/* One die decides whether the target is hit: low numbers hit with fragments, and low numbers escape with a test of
 * ability. The rating still decides the effect of a hit (R8). */
static struct skank_reach reach_in(const struct skank_burst_on *burst, const struct skank_area *area)
{
    struct skank_reach reach = {.good = FACES, .hit = burst->hit};

    reach.hit.kills = kills_in(burst, area);
    if (area->max_rating != SALVO_BLANK && burst->target_rating > area->max_rating)
        reach.hit.effective = false;
    if (area->roll == AREA_FRAGMENTS)
        reach.good = skank_good_faces(burst->tables->value[FRAGMENTS], 0);
    /* only the satchel charge's save can be excluded: the gamemaster sets its radius */
    if (area->roll == AREA_ABILITY && (burst->save || area->radius != RADIUS_GIVEN)) {
        reach.good = burst->passes;
        reach.fails = true;
    }
    return reach;
}

/* The rows of a weapon go from the inside out, so the first that fits is the innermost. */
struct skank_reach skank_area_reach(const struct skank_burst_on *burst, double distance_in)
{
    const struct skank_tables *t = burst->tables;

    for (size_t i = 0; i < t->n_areas; i++) {
        const struct skank_area *area = &t->areas[i];

        if (area->weapon == burst->weapon && concerns(burst, area) && lies_in(burst, area, distance_in))
            return reach_in(burst, area);
    }
    return (struct skank_reach){.good = FACES};
}

bool skank_reach_hits(const struct skank_reach *reach, int face)
{
    return reach->hit.effective && (face <= reach->good) != reach->fails;
}

enum skank_result skank_area_resolve(const struct skank_reach *reach, const uint8_t faces[AREA_DICE])
{
    return skank_reach_hits(reach, faces[0]) ? skank_hit_resolve(&reach->hit, faces[1]) : RESULT_NO_EFFECT;
}

struct area {
    struct skank_reach reach; /* first: the roll reads it */
    struct skank_burst_on burst;
    int weapon; /* row */
    double distance_in;
};

/* `save` excludes the test of ability that R31 gives every figure near a satchel charge. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    SKANK_WEAPON("area", "grenade", "the weapon that bursts", INTO(struct area, weapon)),
    DECIMAL("distance", "from the burst to the target, in inches", 0, INFINITY, "0", .distance = true, INTO(struct area, distance_in)),
    SKANK_AREA_PARAMETERS(struct area, burst),
};
/* clang-format on */

static const char *const OUTCOMES[] = {SKANK_RESULT_LABELS};

static const salvo_expectation EXPECTATIONS[] = {
    {.name = "affected", .help = "probability that the target is affected"}};

static void derive(const void *tables, void *situation)
{
    struct area *area = situation;

    skank_burst_prepare(tables, &area->burst, area->weapon);
    area->reach = skank_area_reach(&area->burst, area->distance_in);
}

/* Both dice are always thrown: a roll has a fixed set, and an unused die cancels out of the odds. */
static int resolve(const void *situation, const uint8_t *faces, int64_t *gain)
{
    enum skank_result result = skank_area_resolve(situation, faces);

    gain[0] += result != RESULT_NO_EFFECT;
    return (int)result;
}

/* The rating is last, because it does not matter for a target outside the area. */
static void explain(const void *situation, salvo_text *text)
{
    const struct skank_reach *reach = situation;

    if (!reach->hit.effective)
        salvo_text_put(text, "out of the area, or of a rating that the weapon does not affect\n");
    else if (reach->fails)
        salvo_text_add(text, "escapes if it passes a test of ability, with %d of %d faces\n", reach->good, FACES);
    else if (reach->good < FACES)
        salvo_text_add(text, "fragments hit with %d of %d faces\n", reach->good, FACES);
    if (reach->hit.effective)
        skank_hit_explain(&reach->hit, text);
}

const salvo_procedure SKANK_AREA_EFFECT = {
    .id = "SKANK-09",
    .schema = {.name = "skank.area-effect",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct area),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Indirect fire and areas",
                      .title = "one burst on one target at a known distance",
                      .section = "Weapons Descriptions",
                      .rulings = "R7 R8 R16 R31"},
    ALL_OF(expectations, EXPECTATIONS),
    ALL_OF(outcomes, OUTCOMES),
    .roll = &(const salvo_roll){.count = AREA_DICE, .sides = FACES, .resolve = resolve},
};
