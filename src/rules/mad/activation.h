/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a listed element fires in one activation at another: the weapons of its entry, or the machine gun that every
 * vehicle has by assumption (6.0 "Multiple Weapons"). */
#ifndef SALVO_RULES_MAD_ACTIVATION_H
#define SALVO_RULES_MAD_ACTIVATION_H

#include "rules/mad/attack.h"

enum mad_weapons { WEAPONS_MAIN, WEAPONS_MACHINE_GUN, WEAPONS_BEST };

extern const char *const MAD_WEAPONS_CHOICES[]; /* in the order of the enum */

/* Firer, target and circumstances. The shot's weapon, target and fixed follow from the units. */
struct mad_activation {
    int unit, target; /* rows of the units table */
    enum mad_weapons weapons;
    struct mad_shot shot;
};

/* SALVO_BAD_INPUT if an element on foot or horseback should fire a vehicle's machine gun; `key` names the parameter. */
salvo_status mad_activation_check(const struct mad_tables *tables, int unit, enum mad_weapons weapons, const char *key,
                                  salvo_error *err);

/* Writes the shots of the activation to shots[0 .. *n-1], with room for MOUNTS_MAX, and their attacks. `best` is
 * decided at the target's full hit points: it is the choice that costs it more of them on average, and the main weapons
 * in a tie. */
void mad_activation_aim(const struct mad_tables *tables, const struct mad_activation *activation,
                        struct mad_shot *shots, struct mad_attack *attacks, int *n);

/* Returns whether an element is infantry as a target and as a carrier of weapons. */
bool mad_unit_is_infantry(const struct mad_tables *tables, int unit);

#endif
