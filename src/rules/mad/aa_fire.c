/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-26, fire from the ground at an aircraft (6.0 "AA Fire"; Aircraft Rules, "AA Fire"). Two kinds of weapon may do
 * it: the anti-aircraft guns of R-38, which use the aircraft weapon table, and infantry's small arms, which use the
 * ground table. */
#include "rules/mad/air.h"
#include "rules/mad/air_attack.h"
#include "rules/mad/one_attack.h"
#include "rules/mad/words.h"

enum altitude { LOW, HIGH };

static const char *const ALTITUDES[] = {[LOW] = "low", [HIGH] = "high", NULL};

/* Only this page needs the altitude: no other fire asks how high an aircraft flies. */
struct aa_fire {
    struct mad_one_attack one;
    struct mad_air_group group; /* its weapon is counted over both tables of weapons */
    enum altitude altitude;
    bool moving, fixed, opportunity;
    struct mad_air_attack air;
};

/* Both kinds of weapon are values of one parameter, although they are in two tables. The column anti_aircraft excludes
 * rockets and the other ground weapons. */
/* clang-format off */
static const salvo_parameter PARAMETERS[] = {
    ROW_REQUIRED("weapon", "small arms, or the guns of an AA system", "aircraft-weapons", .more_table = "weapons",
                 .among = "anti_aircraft", INTO(struct aa_fire, group.weapon)),
    MAD_AIR_RANGE(struct aa_fire, group),
    MAD_GUNS(struct aa_fire, group),
    MAD_GROUP_DAMAGE(struct aa_fire, group),
    CHOICE("altitude", "ground attackers fly low, level bombers high", ALTITUDES, "low",
           INTO(struct aa_fire, altitude)),
    MAD_MOVING(INTO(struct aa_fire, moving)),
    MAD_FIXED(INTO(struct aa_fire, fixed)),
    MAD_OPPORTUNITY(INTO(struct aa_fire, opportunity)),
    MAD_HP(INTO(struct aa_fire, one.hp)),
};
/* clang-format on */

/* Small arms keep their number of the ground table, but reach only 100 m. They are not a group, so `count` and
 * `group-damage` do not apply. The damage is not halved, because an aircraft is no infantry target. */
static struct mad_air_attack small_arms(const struct mad_tables *t, const struct mad_weapon *weapon, double range_m)
{
    int bracket = salvo_brackets_find(&t->brackets, range_m);
    struct mad_air_attack air = {.name = weapon->name, .count = 1, .brackets = &t->brackets, .bracket = bracket};

    if (bracket < 0 || weapon->to_hit[bracket] == SALVO_BLANK || range_m > t->air.value[AA_SMALL_ARMS_RANGE_M])
        air.attack.verdict = OUT_OF_RANGE;
    else
        air.attack.target_number = weapon->to_hit[bracket];
    mad_level_damages(t, weapon->damage, false, false, air.attack.damage);
    return air;
}

/* An airborne target adds its +2 in place of every line about the angle of attack. The last verdict decides, so a fixed
 * weapon that moved has that reason even out of range. */
static void derive(const void *tables, void *situation)
{
    const struct mad_tables *t = tables;
    struct aa_fire *fire = situation;
    size_t weapon = (size_t)fire->group.weapon;
    bool by_hand = weapon >= t->n_air_weapons;
    bool reaches = !by_hand && t->air_weapons[weapon].high_altitude;

    fire->air = by_hand ? small_arms(t, &t->weapons[weapon - t->n_air_weapons], fire->group.range_m)
                        : mad_air_attack_of(t, &fire->group);
    mad_air_attack_add(&fire->air, t->modifier[MODIFIER_AIRBORNE], "a target in the air");
    if (fire->moving)
        mad_air_attack_add(&fire->air, t->modifier[MODIFIER_MOVING], "firing on the move");
    if (fire->opportunity)
        mad_air_attack_add(&fire->air, t->modifier[MODIFIER_OPPORTUNITY], "opportunity fire");
    if (fire->altitude == HIGH && !reaches)
        fire->air.attack.verdict = TOO_HIGH;
    if (fire->fixed && fire->moving)
        fire->air.attack.verdict = FIXED_AND_MOVED;
    fire->one.attack = fire->air.attack;
}

/* The lines are those of the air attack. The number shows that small arms use the ground's table. */
static void explain(const void *situation, salvo_text *text)
{
    mad_air_attack_explain(&((const struct aa_fire *)situation)->air, text);
}

/* The outcomes are those of an attack on the ground. A critical doubles the damage. The critical hit table is only for
 * air combat and is not thrown here. */
const salvo_procedure MAD_AA_FIRE = {
    .id = "MAD-26",
    .schema = {.name = "mad.aa-fire",
               ALL_OF(parameters, PARAMETERS),
               .situation_size = sizeof(struct aa_fire),
               .derive = derive,
               .explain = explain},
    .documentation = {.chapter = "Air to ground",
                      .title = "fire from the ground at an aircraft",
                      .section = "6.0 AA Fire; Aircraft Rules, AA Fire",
                      .rulings = "R-15, R-38"},
    MAD_ONE_ATTACK_PROCEDURE,
};
