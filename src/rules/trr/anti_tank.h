/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The anti-tank sum, which every rule for fire at armour uses: section 8 "Range Modifiers" to "Results"; and TRR-20,
 * TRR-21, TRR-23. */
#ifndef SALVO_RULES_TRR_ANTI_TANK_H
#define SALVO_RULES_TRR_ANTI_TANK_H

#include <salvo/rules.h>
#include <salvo/text.h>

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

/* The circumstances of a shot before the die is thrown. */
struct trr_shot {
    int strike;
    int class; /* row of the gun ranges */
    enum trr_ammo ammo;
    int defence;
    double distance_cm;
    bool firer_moving, target_moving, camouflaged, soft;
    enum trr_concealment concealment;
    enum trr_aspect aspect;
    int firer_damage, target_damage;
    enum trr_damage_applies damage_applies;
};

/* A shot with its computed numbers: the score is the die and `modifier`. */
struct trr_attack {
    bool out_of_range;
    int modifier;
};

/* Returns what markers on the two add to the score. */
int trr_damage_modifier(enum trr_damage_applies applies, int firer_damage, int target_damage);

struct trr_attack trr_attack_of(const struct trr_tables *tables, const struct trr_shot *shot);

/* Returns what concealment, camouflage and aspect add to the score. */
int trr_target_modifier(const struct trr_tables *tables, enum trr_concealment concealment, bool camouflaged,
                        enum trr_aspect aspect);

/* Returns the markers of a final score. Beyond the table it is the number of the last row, or one more for each point
 * (R-03). */
int trr_markers(const struct trr_tables *tables, int score, bool continued);
int trr_markers_by(const struct trr_marker rows[MARKER_ROWS], int score, bool continued); /* the same */

/* The effect of markers: "Results", R-02, R-04. */

enum trr_status { NO_EFFECT, DAMAGED, OUT_OF_ACTION, DESTROYED, N_STATUSES };

/* A model in a question. */
struct trr_armoured {
    int unit;             /* row; -1: not named, but its defence is given */
    int defence;          /* unless a unit is named */
    int strength, damage; /* markers that it stands, and markers that it has */
    bool graded;          /* it fights on until the markers reach its strength */
};

/* The parameters of a struct trr_armoured; `when` is the condition for all of them, or NULL. */
/* clang-format off */
#define TRR_UNIT(...) \
    ROW("unit", "the target, for its defence", "units", NULL, .excludes = "defence", .without = -1, __VA_ARGS__)
#define TRR_DEFENCE(...) \
    WHOLE("defence", "defence value of the target", 0, 20, "5", .excludes = "unit", __VA_ARGS__)

#define TRR_DEFENCE_PARAMETERS(type, model, when) \
    TRR_UNIT(.only = when, INTO(type, model.unit)), TRR_DEFENCE(.only = when, INTO(type, model.defence))

#define TRR_STAND_PARAMETERS(type, model, when) \
    TRR_STRENGTH(.only = when, INTO(type, model.strength)), \
    WHOLE("target-damage", "markers on the target before the shot", 0, 5, "0", .only = when, INTO(type, model.damage)), \
    TRR_DAMAGE_MODEL(.only = when, INTO(type, model.graded))
/* clang-format on */

int trr_defence_of(const struct trr_tables *tables, const struct trr_armoured *model);

/* The markers that a model stands. */
struct trr_stand {
    int remaining; /* strength less its markers, at least 0 */
    bool graded;
};

struct trr_stand trr_stand_of(const struct trr_armoured *model);

/* Returns the status after that many new markers. */
enum trr_status trr_status_of(const struct trr_stand *stand, int markers);

/* The statuses, then the other results of a shot. */
enum { STATUS_OUT_OF_RANGE = N_STATUSES, N_SHOT_OUTCOMES };
extern const char *const TRR_SHOT_OUTCOMES[N_SHOT_OUTCOMES];

/* Arms the shot with the gun of that row; with -1 its strike value and class stay. */
void trr_arm(const struct trr_tables *tables, int gun, struct trr_shot *shot);

/* Refuses ammunition that the gun does not have; `key` is its parameter's. A gun that is not named has all. */
salvo_status trr_check_ammo(const struct trr_tables *tables, int gun, enum trr_ammo ammo, const char *key,
                            salvo_error *err);

/* Adds a line: "D10 + 8 - 6, -1 at long range: damages on 5 or more". */
void trr_shot_explain(const struct trr_tables *tables, const struct trr_shot *shot, salvo_text *text);

extern const salvo_procedure TRR_ANTI_TANK, TRR_FLAME_ARMOUR, TRR_REPAIR;

#endif
