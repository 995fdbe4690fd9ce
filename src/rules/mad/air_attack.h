/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attack roll of a group of aircraft weapons ("Firing", "Weapon Statistics"): one roll for all its guns, which do
 * their damage together. */
#ifndef SALVO_RULES_MAD_AIR_ATTACK_H
#define SALVO_RULES_MAD_AIR_ATTACK_H

#include <salvo/rules.h>

#include "rules/mad/attack.h"
#include "rules/mad/words.h"

enum mad_group_damage { GROUP_SUM, GROUP_SINGLE };

enum { MAD_GUNS_MAX = 10000, AIR_ADDENDS_MAX = 8 };

extern const char *const MAD_GROUP_DAMAGE_CHOICES[];

extern const char *const MAD_AIR_COVER_CHOICES[]; /* none and normal */

/* The weapons of a group and their effect. */
struct mad_air_group {
    int weapon; /* row of the aircraft weapons */
    double range_m;
    int count;
    enum mad_group_damage damage;
    bool halved; /* the target is infantry, and the weapon does it half damage */
};

/* `group` is a member of the situation. */
/* clang-format off */
#define MAD_AIR_WEAPON(column, ...) \
    ROW_REQUIRED("weapon", "the weapon of the group", "aircraft-weapons", .among = column, __VA_ARGS__)

#define MAD_AIR_RANGE(type, group) MAD_RANGE_OF("aircraft-weapons", INTO(type, group.range_m))

#define MAD_GUNS(type, group) \
    WHOLE("count", "guns in the group, which make one roll", 1, MAD_GUNS_MAX, "1", INTO(type, group.count))

#define MAD_GROUP_DAMAGE(type, group) \
    CHOICE("group-damage", "damage of all guns of the group, or of one", MAD_GROUP_DAMAGE_CHOICES, "sum", \
           INTO(type, group.damage))

#define MAD_GROUND_TARGET(...) CHOICE("target", "the target", MAD_TARGET_CHOICES, "vehicle", __VA_ARGS__)

#define MAD_GROUND_COVER(...) \
    CHOICE("cover", "the target's cover", MAD_AIR_COVER_CHOICES, "none", .synonyms = MAD_COVER_SYNONYMS, __VA_ARGS__)
/* clang-format on */

/* An attack before the dice, with everything for its explanation. */
struct mad_air_attack {
    const char *name; /* of the weapon */
    int count;
    const salvo_brackets *brackets;
    int bracket; /* -1: out of range */
    struct mad_addend addend[AIR_ADDENDS_MAX];
    size_t n_addends;
    struct mad_attack attack;
};

/* Returns the group's attack with the table's number; OUT_OF_RANGE if there is none. */
struct mad_air_attack mad_air_attack_of(const struct mad_tables *tables, const struct mad_air_group *group);

/* Adds a modifier to the number. */
void mad_air_attack_add(struct mad_air_attack *attack, int modifier, const char *why);

/* Adds the lines of Air to Ground Modifiers, which are cumulative. */
void mad_air_attack_at_ground(struct mad_air_attack *attack, const struct mad_tables *tables, enum mad_target target,
                              bool cover);

/* Adds two lines, or one if there is no shot. */
void mad_air_attack_explain(const struct mad_air_attack *attack, salvo_text *text);

#endif
