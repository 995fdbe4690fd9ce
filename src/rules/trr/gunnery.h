/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vehicles that fire at each other turn after turn while markers accumulate: the common part of the duel (TRR-42) and
 * battles. */
#ifndef SALVO_RULES_TRR_GUNNERY_H
#define SALVO_RULES_TRR_GUNNERY_H

#include "rules/trr/anti_tank.h"

/* A vehicle in its place. Its movement and ammunition affect its own shots. Its movement, place and visible face affect
 * the enemy's. */
struct trr_vehicle {
    int unit;
    bool moving, camouflaged;
    enum trr_aspect aspect;
    enum trr_concealment concealment;
    enum trr_ammo ammo;
    int strength; /* markers that it stands */
};

/* The terms for both sides. */
struct trr_terms {
    bool graded;    /* damage-model: R-04 */
    bool continued; /* over-10: R-03 */
    enum trr_damage_applies damage_applies;
    bool tells_destroyed; /* destroyed is distinguished from out of action */
};

/* Returns the shot of one at the other, both without markers. */
struct trr_shot trr_shot_at(const struct trr_tables *tables, const struct trr_vehicle *by, const struct trr_vehicle *at,
                            const struct trr_terms *terms, double distance_cm);

/* Refuses ammunition that the vehicle's gun does not have; `key` is its parameter's. */
salvo_status trr_check_vehicle(const struct trr_tables *tables, const struct trr_vehicle *v, const char *key,
                               salvo_error *err);

/* That shot with its computed numbers, for any number of markers on both. */
struct trr_fire {
    struct trr_marker rows[MARKER_ROWS]; /* of the book, so that equal fires have equal bytes */
    struct trr_attack attack;            /* without markers */
    struct trr_terms terms;
    struct trr_stand target;
};

/* Fills zeroed memory field by field: fires are compared by their bytes, and a copied structure would contain undefined
 * padding. */
void trr_fire_make(struct trr_fire *fire, const struct trr_tables *tables, const struct trr_shot *shot,
                   const struct trr_terms *terms, int target_strength);

/* The first returns the markers that the die scores, the second whether any die scores one. */
int trr_fire_markers(const struct trr_fire *fire, int firer_markers, int target_markers, int die);
bool trr_fire_can_harm(const struct trr_fire *fire, int firer_markers, int target_markers);

/* Returns whether that many markers take the target out of the fight, and whether they destroy it. */
bool trr_fire_ends(const struct trr_fire *fire, int target_markers);
bool trr_fire_destroys(const struct trr_fire *fire, int target_markers);

#endif
