/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of a hit on its target (Ratings; Weapons Descriptions; Vehicle Descriptions).
 *
 * The rating is first: a weapon below its target's rating has no effect (R8). Then a weapon that kills such a target
 * outright does so. Otherwise a figure takes a wound, and a vehicle a roll on its damage table. */
#ifndef SALVO_RULES_SKANK_HIT_H
#define SALVO_RULES_SKANK_HIT_H

#include <stdint.h>

#include "rules/skank/tables.h"

/* A hit on one target, prepared as far as possible without dice. */
struct skank_hit {
    bool effective;                      /* the rating is high enough */
    bool kills;                          /* outright */
    bool instant_wounds;                 /* R7: an instant kill takes one wound of a figure */
    const struct skank_vehicle *vehicle; /* NULL: a figure */
    int damage_modifier;                 /* added to the damage roll */
    int wounds;                          /* of the figure, at least 1 */
};

/* The result of one hit on an undamaged target, in the order of their labels. */
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

/* Returns the damage for a face of the die; the modified roll stays on the table. */
enum skank_damage skank_damage_of(const struct skank_vehicle *vehicle, int face, int modifier);

/* Returns whether the hit needs a damage roll. */
bool skank_hit_rolls_damage(const struct skank_hit *hit);

/* `damage_face` counts only if the hit needs one. */
enum skank_result skank_hit_resolve(const struct skank_hit *hit, int damage_face);

/* Returns the wounds that one hit takes from an unwounded figure. */
int skank_hit_wounds(const struct skank_hit *hit);

/* A vehicle under fire. */

/* The damage of a vehicle, as bits. A destroyed one has only that bit. */
enum skank_hull { HULL_IMMOBILE = 1, HULL_DISARMED = 2, HULL_BRAKES = 4, HULL_TRACK = 8, HULL_DESTROYED = 16 };

uint8_t skank_hull_after(const struct skank_vehicle *vehicle, uint8_t hull, enum skank_damage damage);

/* The same after one hit. */
uint8_t skank_hull_hit(const struct skank_hit *hit, uint8_t hull, int damage_face);

/* The state of a vehicle afterwards, from best to worst. */
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

/* Writes the label of such an outcome. */
void skank_label(const void *situation, int outcome, char *text);
extern const char *const SKANK_MADE[];

#endif
