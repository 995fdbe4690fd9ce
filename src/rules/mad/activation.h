/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a listed element fires in one activation at another: the weapons of its entry, or the machine gun that every
 * vehicle is assumed to have (6.0 "Multiple Weapons"). */
#ifndef SALVO_RULES_MAD_ACTIVATION_H
#define SALVO_RULES_MAD_ACTIVATION_H

#include "rules/mad/attack.h"

enum mad_weapons { WEAPONS_MAIN, WEAPONS_MACHINE_GUN, WEAPONS_BEST };

extern const char *const MAD_WEAPONS_CHOICES[]; /* in the order of the enum */

/* Who fires at whom, from where. The shot's weapon, target and fixed come from the units. */
struct mad_activation {
    int unit, target; /* rows of the units table */
    enum mad_weapons weapons;
    struct mad_shot shot;
};

/* SALVO_BAD_INPUT when an element on foot or horseback is to fire a vehicle's machine gun; `key` names the parameter. */
salvo_status mad_activation_check(const struct mad_tables *tables, int unit, enum mad_weapons weapons, const char *key,
                                  salvo_error *err);

/* The shots of the activation, into shots[0 .. *n-1] with room for MOUNTS_MAX, and the attacks they make. `best` is
 * decided at the target's full hit points: whichever loses it more of them in the mean, the main weapons when equal. */
void mad_activation_aim(const struct mad_tables *tables, const struct mad_activation *activation,
                        struct mad_shot *shots, struct mad_attack *attacks, int *n);

/* Whether an element is infantry as a target and as a carrier of weapons. */
bool mad_unit_is_infantry(const struct mad_tables *tables, int unit);

#endif
