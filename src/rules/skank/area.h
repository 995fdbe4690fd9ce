/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Areas of effect (Weapons Descriptions): the effect of a burst on one target by its distance.
 *
 * The first band of the weapon that contains the target and applies to it counts; a distance on the edge of a band is
 * in it. In a band there may be a roll to be hit at all, then the hit. */
#ifndef SALVO_RULES_SKANK_AREA_H
#define SALVO_RULES_SKANK_AREA_H

#include "rules/skank/hit.h"
#include "rules/skank/words.h"

/* One burst on one target, without the distance. */
struct skank_burst_on {
    int target;                                /* unit */
    int target_rating, target_wounds, ability; /* SKANK_OWN: the target's */
    bool indoors, save, instant_wounds;
    double radius_in; /* of a band whose radius is given */
    int rating_bonus, damage_modifier;

    const struct skank_tables *tables;
    int weapon;
    struct skank_hit hit; /* of a band that hits; the others kill */
    int passes;           /* faces at which the test of ability succeeds */
};

/* clang-format off */
#define SKANK_AREA_PARAMETERS(type, burst) \
    SKANK_UNIT("target", "figure or vehicle in the area", "trained", INTO(type, burst.target)), \
    SKANK_TARGET_RATING(INTO(type, burst.target_rating)), \
    SKANK_TARGET_WOUNDS(INTO(type, burst.target_wounds)), \
    FLAG("indoors", "thrown or shot into a building", INTO(type, burst.indoors)), \
    DECIMAL("radius", "of a satchel charge, in inches", 0, INFINITY, "4", \
            .fallback_cell = "values.satchel-radius.value", INTO(type, burst.radius_in)), \
    FLAG_YES("save", "figures roll ability to escape a satchel charge", INTO(type, burst.save)), \
    SKANK_ABILITY("ability of the target, in place of the troop's", INTO(type, burst.ability)), \
    SKANK_RATING_BONUS(INTO(type, burst.rating_bonus)), \
    SKANK_DAMAGE_MODIFIER(INTO(type, burst.damage_modifier)), \
    SKANK_INSTANT(INTO(type, burst.instant_wounds))
/* clang-format on */

/* Computes what follows from the parameters, for a weapon. */
void skank_burst_prepare(const struct skank_tables *t, struct skank_burst_on *burst, int weapon);

/* The effect on a target at some distance. */
struct skank_reach {
    int good;   /* number of faces of the first die with the effect, counted from the top if `fails` */
    bool fails; /* it is a failed test of ability */
    struct skank_hit hit;
};

/* Returns the reach at a distance, in inches; outside every band its hit is not effective. */
struct skank_reach skank_area_reach(const struct skank_burst_on *burst, double distance_in);

/* The roll in the band, then the damage roll: always two dice, so that they are the same at every distance. */
enum { AREA_DICE = 2 };
bool skank_reach_hits(const struct skank_reach *reach, int face);
enum skank_result skank_area_resolve(const struct skank_reach *reach, const uint8_t faces[AREA_DICE]);

#endif
