/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attack roll of a group of aircraft weapons: the common part of air combat, strafing, rockets and anti-aircraft
 * fire. Each of them starts with the table's number and adds its own modifiers. */
#include "rules/mad/air_attack.h"

#include <assert.h>
#include <stdio.h>

const char *const MAD_GROUP_DAMAGE_CHOICES[] = {[GROUP_SUM] = "sum", [GROUP_SINGLE] = "single", NULL};

const char *const MAD_AIR_COVER_CHOICES[] = {[COVER_NONE] = "none", [COVER_NORMAL] = "normal", NULL};

/* One roll decides for the whole group. R-15 multiplies the damage before the halving of a single success. So a half is
 * rounded up once for the group and not once for each gun. */
struct mad_air_attack mad_air_attack_of(const struct mad_tables *t, const struct mad_air_group *group)
{
    const struct mad_air_weapon *weapon = &t->air_weapons[group->weapon];
    int bracket = salvo_brackets_find(&t->air_brackets, group->range_m);
    int guns = group->damage == GROUP_SINGLE ? 1 : group->count;
    struct mad_air_attack air = {
        .name = weapon->name, .count = group->count, .brackets = &t->air_brackets, .bracket = bracket};

    if (bracket < 0 || weapon->to_hit[bracket] == SALVO_BLANK)
        air.attack.verdict = OUT_OF_RANGE;
    else
        air.attack.target_number = weapon->to_hit[bracket];
    mad_level_damages(t, guns * weapon->damage, false, group->halved, air.attack.damage);
    return air;
}

/* Each modifier is kept with its reason, because the explanation lists them. A modifier of a forbidden shot is added
 * too; the verdict makes it harmless. */
void mad_air_attack_add(struct mad_air_attack *air, int modifier, const char *why)
{
    assert(air->n_addends < AIR_ADDENDS_MAX);
    air->addend[air->n_addends++] = (struct mad_addend){modifier, why};
    air->attack.target_number += modifier;
}

/* The lines add up: infantry in cover costs +3 in all. The modifiers of air combat do not apply at targets on
 * the ground. */
void mad_air_attack_at_ground(struct mad_air_attack *air, const struct mad_tables *t, enum mad_target target,
                              bool cover)
{
    mad_air_attack_add(air, t->air.modifier[AIR_GROUND_TARGET], "a target on the ground");
    if (target == INFANTRY)
        mad_air_attack_add(air, t->air.modifier[AIR_GROUND_INFANTRY], "infantry");
    if (cover)
        mad_air_attack_add(air, t->air.modifier[AIR_GROUND_COVER], "cover");
}

/* The count of the group is first, because it multiplies the damage. */
void mad_air_attack_explain(const struct mad_air_attack *air, salvo_text *text)
{
    char base[MAD_COLUMN_WORDS_MAX];

    if (air->count > 1)
        salvo_text_add(text, "%d x ", air->count);
    mad_column_words(air->brackets, air->bracket, base);
    mad_attack_tell(&air->attack, air->name, base, air->addend, air->n_addends, text);
    salvo_text_put(text, "\n");
}
