/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements in numbers, and the two of a duel: how they fight by this book (6.0 "Initiative", "Activation"). */
#ifndef SALVO_RULES_MAD_BATTLE_H
#define SALVO_RULES_MAD_BATTLE_H

#include <salvo/rules.h>

#include "rules/mad/activation.h"

struct mad_element {
    const struct mad_tables *tables;
    int unit; /* row of the units table */
    enum mad_cover cover;
    enum mad_weapons weapons;
    bool opportunity;
};

struct mad_field {
    const struct mad_tables *tables;
    bool small_arms_vehicles;
};

/* The fire of one element at another, one attack after the other. */
struct mad_fire {
    struct mad_attack attack[MOUNTS_MAX];
    int n; /* may be 0 */
};

/* Returns the activation of one element against another. A side's movement, opportunity and weapons affect its own
 * shots, and its cover affects the enemy's. */
struct mad_activation mad_activation_of(const struct mad_field *field, const struct mad_element *by,
                                        const struct mad_element *at, double range_m, bool moving);

extern const salvo_battle_adapter MAD_BATTLE_ADAPTER;

#endif
