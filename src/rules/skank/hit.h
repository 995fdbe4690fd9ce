/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a hit does to whoever is hit (Ratings; Weapons Descriptions; Vehicle Descriptions).
 *
 * The rating comes first: a weapon below its target's rating does nothing (R8). Then a weapon that kills such a target
 * outright does so. Else a figure takes a wound, and a vehicle a roll on its damage table. */
#ifndef SALVO_RULES_SKANK_HIT_H
#define SALVO_RULES_SKANK_HIT_H

#include <stdint.h>

#include "rules/skank/tables.h"

/* A hit on one target, worked out as far as it goes without dice. */
struct skank_hit {
    bool effective;                      /* the rating suffices */
    bool kills;                          /* outright */
    bool instant_wounds;                 /* R7: an instant kill takes one wound of a figure */
    const struct skank_vehicle *vehicle; /* NULL: a figure */
    int damage_modifier;                 /* added to the damage roll */
    int wounds;                          /* of the figure, at least 1 */
};

/* What one hit does to a target that was whole, in the order of their labels. */
enum skank_result {
    RESULT_NO_EFFECT,
    RESULT_WOUND,
    RESULT_KILLED,
    RESULT_DESTROYED,
    RESULT_DAMAGE, /* + enum skank_damage */
    N_RESULTS = RESULT_DAMAGE + N_DAMAGES,
};

/* Labels of enum skank_result, for the outcome lists of procedures. */
/* clang-format off */
#define SKANK_DAMAGE_LABELS "wreck", "crash", "knocked-out", "engine", "weapons", "brakes", "track", "superficial"
#define SKANK_RESULT_LABELS "no-effect", "wound", "killed", "destroyed", SKANK_DAMAGE_LABELS
/* clang-format on */

/* The damage that a face of the die does; the modified roll stays on the table. */
enum skank_damage skank_damage_of(const struct skank_vehicle *vehicle, int face, int modifier);

/* Whether the hit needs a damage roll. */
bool skank_hit_rolls_damage(const struct skank_hit *hit);

/* `damage_face` counts only when the hit needs one. */
enum skank_result skank_hit_resolve(const struct skank_hit *hit, int damage_face);

/* Wounds that one hit takes of a figure that had all of them. */
int skank_hit_wounds(const struct skank_hit *hit);

/* A vehicle under fire. */

/* What a vehicle has suffered, as bits. A destroyed one has only that bit. */
enum skank_hull { HULL_IMMOBILE = 1, HULL_DISARMED = 2, HULL_BRAKES = 4, HULL_TRACK = 8, HULL_DESTROYED = 16 };

uint8_t skank_hull_after(const struct skank_vehicle *vehicle, uint8_t hull, enum skank_damage damage);

/* The same after one hit. */
uint8_t skank_hull_hit(const struct skank_hit *hit, uint8_t hull, int damage_face);

/* How a vehicle has come through it, from best to worst. */
enum skank_state {
    STATE_INTACT,
    STATE_DAMAGED,
    STATE_DISARMED,
    STATE_IMMOBILE,
    STATE_IMMOBILE_DISARMED,
    STATE_DESTROYED,
    N_STATES
};

#define SKANK_STATE_LABELS "intact", "damaged", "disarmed", "immobile", "immobile-disarmed", "destroyed"

enum skank_state skank_state_of(uint8_t hull);

/* Outcomes that are counts, states or "not-allowed". */

enum { OUTCOME_STATE = 1 << 20, OUTCOME_NOT_ALLOWED = 1 << 30 }; /* below OUTCOME_STATE: the count */

/* The label of such an outcome. */
void skank_label(const void *situation, int outcome, char *text);
extern const char *const SKANK_MADE[];

#endif
