/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a listed element into its attacks in one activation. decide which weapons fire together: infantry
 * uses all it has, a vehicle either its main weapons or its machine gun. */
#include "rules/mad/activation.h"

#include <string.h>

const char *const MAD_WEAPONS_CHOICES[] = {
    [WEAPONS_MAIN] = "main", [WEAPONS_MACHINE_GUN] = "machine-gun", [WEAPONS_BEST] = "best", NULL};

/* The shots of one choice of weapons. They are kept beside the attacks, because an explanation needs them for the
 * source of the numbers. */
struct aimed {
    struct mad_shot shot[MOUNTS_MAX];
    struct mad_attack attack[MOUNTS_MAX];
    int n;
};

/* Cavalry moves as a separate mobility but is infantry as a target; each row of the table of movement says
 * so. */
bool mad_unit_is_infantry(const struct mad_tables *t, int unit)
{
    return t->movement[t->units[unit].mobility].target == INFANTRY;
}

/* `shot` holds what all weapons of an activation have in common: range, cover, movement. Only the weapon and its mount
 * differ. */
static void aim(const struct mad_tables *t, struct aimed *aimed, struct mad_shot shot, int weapon, bool fixed)
{
    shot.weapon = weapon;
    shot.fixed = fixed;
    aimed->shot[aimed->n] = shot;
    aimed->attack[aimed->n++] = mad_attack_of(t, &shot);
}

/* Every weapon of the list fires, but anti-aircraft weapons never at the ground. */
static struct aimed aim_main(const struct mad_tables *t, const struct mad_unit *unit, struct mad_shot shot)
{
    struct aimed aimed = {.n = 0};

    for (int i = 0; i < unit->n_mounts; i++)
        if (!unit->mounts[i].anti_aircraft)
            aim(t, &aimed, shot, unit->mounts[i].weapon, unit->mounts[i].fixed);
    return aimed;
}

/* The book gives every vehicle a machine gun that its list does not show. It counts as small arms, is never fixed, and
 * is for infantry targets only. So it may not fire at vehicles even if small arms may. */
static struct aimed aim_machine_gun(const struct mad_tables *t, struct mad_shot shot)
{
    struct aimed aimed = {.n = 0};

    shot.small_arms_vehicles = false;
    aim(t, &aimed, shot, t->small_arms, false);
    return aimed;
}

/* Choosing the better weapons needs two averages before any question is asked. They are counted in whole throws, which
 * compare exactly. The number of throws is fixed, whatever the verdict, so that the sums of both choices are
 * comparable. */
enum { WAYS = 100 }; /* of two D10 */

/* Throws all hundred pairs of dice instead of using a formula, so that the choice follows the same rule as the roll. A
 * forbidden shot is a hundred misses. */
static void count_levels(const struct mad_attack *attack, int64_t ways[N_LEVELS])
{
    salvo_dice dice = mad_attack_dice(attack);
    uint8_t faces[SALVO_DICE_MAX];

    memset(ways, 0, N_LEVELS * sizeof *ways);
    if (attack->verdict != MAY_FIRE) {
        ways[MISS] = WAYS;
        return;
    }
    salvo_dice_first(&dice, faces);
    do
        ways[mad_attack_level(attack->target_number, faces)]++;
    while (salvo_dice_next(&dice, faces));
}

/* Returns the hit points that attacks i .. n-1 take from the `left` ones, summed over all WAYS^(n-i) throws. Damage
 * beyond the last hit point does not count (MAD-04 compares hp-lost). Six weapons and 10000 hit points make at most
 * 10^16, so the sum fits in 64 bits. */
static int64_t lost_over_ways(const struct aimed *aimed, int i, int left)
{
    int64_t ways[N_LEVELS], sum = 0, rest = 1;

    if (i == aimed->n)
        return 0;
    for (int k = i + 1; k < aimed->n; k++)
        rest *= WAYS;
    count_levels(&aimed->attack[i], ways);
    for (int level = MISS; level < N_LEVELS; level++) {
        int damage = aimed->attack[i].damage[level];
        int lost = damage < left ? damage : left;

        if (ways[level])
            sum += ways[level] * (lost * rest + lost_over_ways(aimed, i + 1, left - lost));
    }
    return sum;
}

/* Returns whether a takes more hit points than b on average. The sums count different numbers of throws, so each is
 * multiplied by the other's. One of the two is the machine gun, a single attack, so the products stay within 10^18. */
static bool loses_more(const struct aimed *a, const struct aimed *b, int hp)
{
    int64_t lost_a = lost_over_ways(a, 0, hp), lost_b = lost_over_ways(b, 0, hp);

    for (int i = 0; i < b->n; i++)
        lost_a *= WAYS;
    for (int i = 0; i < a->n; i++)
        lost_b *= WAYS;
    return lost_a > lost_b;
}

/* Infantry has no machine gun beside its list: it fires everything in the list. */
salvo_status mad_activation_check(const struct mad_tables *t, int unit, enum mad_weapons weapons, const char *key,
                                  salvo_error *err)
{
    if (weapons == WEAPONS_MACHINE_GUN && mad_unit_is_infantry(t, unit))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s=machine-gun: %s is not a vehicle and has none; use main or best",
                          key, t->units[unit].name);
    return SALVO_OK;
}

/* The machine gun is chosen only if it is strictly better: MAD-04 gives a tie to the main weapons. */
void mad_activation_aim(const struct mad_tables *t, const struct mad_activation *activation, struct mad_shot *shots,
                        struct mad_attack *attacks, int *n)
{
    const struct mad_unit *unit = &t->units[activation->unit];
    bool on_foot = mad_unit_is_infantry(t, activation->unit);
    struct mad_shot shot = activation->shot;
    struct aimed aimed, machine_gun;

    shot.target = mad_unit_is_infantry(t, activation->target) ? INFANTRY : VEHICLE;
    aimed = aim_main(t, unit, shot);
    machine_gun = aim_machine_gun(t, shot);
    if (activation->weapons == WEAPONS_MACHINE_GUN ||
        (activation->weapons == WEAPONS_BEST && !on_foot &&
         loses_more(&machine_gun, &aimed, t->units[activation->target].hp)))
        aimed = machine_gun;
    memcpy(shots, aimed.shot, sizeof aimed.shot);
    memcpy(attacks, aimed.attack, sizeof aimed.attack);
    *n = aimed.n;
}
