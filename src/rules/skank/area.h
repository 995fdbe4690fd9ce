/* Areas of effect (Weapons Descriptions): what a burst does to one target by its distance.
 *
 * A target is reached by the first band of the weapon that it lies in and that concerns it; a distance on the edge of a
 * band lies in it. In a band there may be a roll to be hit at all, then the hit. */
#ifndef SALVO_RULES_SKANK_AREA_H
#define SALVO_RULES_SKANK_AREA_H

#include "rules/skank/hit.h"
#include "rules/skank/words.h"

/* One burst on one target, but for the distance. */
struct skank_burst_on {
    const struct skank_tables *tables;
    int weapon;
    int target; /* unit */
    int target_rating, rating_bonus;
    struct skank_hit hit; /* of a band that hits; the others kill */
    int ability;          /* faces that pass */
    bool indoors, save;
    double radius_in; /* of a band whose radius is given */
};

/* What awaits a target at some distance. */
struct skank_reach {
    int good;   /* faces of the first die that bring the effect on, counted from the top when `fails` */
    bool fails; /* it is a failed test of ability */
    struct skank_hit hit;
};

/* The reach at a distance, in inches; outside every band its hit is not effective. */
struct skank_reach skank_area_reach(const struct skank_burst_on *burst, double distance_in);

/* The roll in the band, then the damage roll: two dice always, so that dice stay the same at every distance. */
enum { AREA_DICE = 2 };
bool skank_reach_hits(const struct skank_reach *reach, int face);
enum skank_result skank_area_resolve(const struct skank_reach *reach, const uint8_t faces[AREA_DICE]);

/* Parameters that a burst needs besides weapon and distance, in this order. */
enum skank_area_key {
    AREA_TARGET,
    AREA_TARGET_RATING,
    AREA_TARGET_WOUNDS,
    AREA_INDOORS,
    AREA_RADIUS,
    AREA_SAVE,
    AREA_ABILITY_KEY,
    AREA_RATING_BONUS,
    AREA_DAMAGE_MODIFIER,
    AREA_INSTANT,
    N_AREA_KEYS,
};

/* clang-format off */
#define SKANK_AREA_PARAMETERS(at) \
    [at + AREA_TARGET] = SKANK_UNIT("target", "figure or vehicle in the area", "trained"), \
    [at + AREA_TARGET_RATING] = SKANK_TARGET_RATING("rating of the target, in place of its own"), \
    [at + AREA_TARGET_WOUNDS] = SKANK_TARGET_WOUNDS, \
    [at + AREA_INDOORS] = SKANK_FLAG("indoors", "thrown or shot into a building"), \
    [at + AREA_RADIUS] = {.key = "radius", .help = "of a satchel charge, in inches", .kind = SALVO_DECIMAL, \
                          .min = 0, .max = INFINITY, .fallback = "4", .fallback_cell = "values.satchel-radius.value"}, \
    [at + AREA_SAVE] = SKANK_YES("save", "figures roll ability to escape a satchel charge"), \
    [at + AREA_ABILITY_KEY] = SKANK_ABILITY("ability of the target, in place of the troop's"), \
    [at + AREA_RATING_BONUS] = SKANK_RATING_BONUS, \
    [at + AREA_DAMAGE_MODIFIER] = SKANK_DAMAGE_MODIFIER, \
    [at + AREA_INSTANT] = SKANK_INSTANT
/* clang-format on */

/* `values` begins with the first of those keys. */
struct skank_burst_on skank_burst_of(const struct skank_tables *t, int weapon, const salvo_value *values);

#endif
