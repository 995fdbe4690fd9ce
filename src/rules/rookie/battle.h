/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How squads fight in battles, and the two of a duel, by the reconstruction. */
#ifndef SALVO_RULES_ROOKIE_BATTLE_H
#define SALVO_RULES_ROOKIE_BATTLE_H

#include <salvo/rules.h>

#include "rules/rookie/skirmish.h"

enum { POLICY_OF_FIELD = POLICY_FIRE + 1 };

struct rookie_element {
    int squad;                     /* row */
    struct rookie_shooter shooter; /* without an aim */
    const char *asked_cover;       /* NULL after copying: an element of an army outlives the words */
    char cover[NAME_BYTES];
    int shift, policy; /* a rookie_policy, or POLICY_OF_FIELD */
    double speed_inches;
};

struct rookie_field {
    struct rookie_asked asked;
    struct rookie_set set;
    enum rookie_policy policy;
};

struct rookie_fire {
    const struct rookie_set *set;
    struct rookie_shooter shooter;
};

extern const salvo_battle_adapter ROOKIE_BATTLE_ADAPTER;

#endif
