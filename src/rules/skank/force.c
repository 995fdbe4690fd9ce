/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of one side of a duel and one element of a battle (SKANK-35): firers and weapons, and the effect of
 * fire on a pool of wounds or on a vehicle. */
#include "rules/skank/force.h"

const char *const SKANK_WIN_CHOICES[] = {[WIN_DESTROYED] = "destroyed", [WIN_MISSION_KILL] = "mission-kill", NULL};

/* Figures fire themselves; a vehicle fires with its crew's bonus and attacks. A vehicle has one wound, so that the test
 * for being out of the fight is the same for both. */
salvo_status skank_force_prepare(const struct skank_tables *t, struct skank_force *force, const char *count,
                                 salvo_error *err)
{
    const struct skank_vehicle *vehicle = skank_is_vehicle(t, force->unit) ? skank_vehicle_of(t, force->unit) : NULL;

    force->tables = t;
    force->vehicle = vehicle;
    if (!vehicle)
        force->gunner_row = force->unit;
    force->gunner = &t->troops[force->gunner_row];
    force->name = vehicle ? vehicle->name : force->gunner->name;
    force->wounds = vehicle ? 1 : skank_given_or(force->wounds, force->gunner->wounds);
    force->rating = skank_given_or(force->rating, skank_rating_of(t, force->unit));
    if (vehicle && force->count > 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s=%d: a vehicle fights alone; %s counts figures only", count,
                          force->count, count);
    return SALVO_OK;
}

/* The shots are the gunner's attacks and the weapon's shots (R6); a vehicle fires with its crew's. */
int skank_force_shots(const struct skank_force *force, enum skank_burst burst)
{
    return skank_shots(force->gunner->attacks, force->tables->weapons[force->weapon].shots, burst);
}

/* The crew's ability has no modifier (R2). */
int skank_force_brakes(const struct skank_force *force)
{
    return skank_good_faces(force->gunner->ability, 0);
}

/* Damage without an effect is not kept; otherwise the same situation would be several states. For a stationary vehicle
 * that is immobility and brakes; for a crew that cannot fail its roll it is the brakes. */
uint8_t skank_force_matters(const struct skank_force *force, bool moves)
{
    if (!moves)
        return HULL_DISARMED;
    return HULL_DISARMED | HULL_IMMOBILE | (skank_force_brakes(force) < FACES ? HULL_BRAKES : 0);
}

/* A vehicle's weapon is always mounted, and a large vehicle is always a large target. A duel has no prone or concealed
 * targets and the like. */
struct skank_shot skank_force_shot(const struct skank_force *by, const struct skank_force *at, double range_in,
                                   bool star_descends)
{
    return (struct skank_shot){
        .weapon = by->weapon,
        .shooter = by->gunner_row,
        .target = at->unit,
        .range_in = range_in,
        .max_range_in = skank_weapon_range(&by->tables->weapons[by->weapon]),
        .shooter_moving = by->moving,
        .target_moving = at->moving,
        .cover = at->cover,
        .large = at->vehicle && at->vehicle->large,
        .mounted = by->vehicle != NULL,
        .modifier = by->modifier,
        .star_descends = star_descends,
        .target_rating = at->rating,
        .target_wounds = at->wounds,
    };
}

/* All four columns of the chart are loaded at once, because an engine hit can change which side moves during a fight.
 * The effect of a hit does not depend on the column. */
void skank_fire_load(struct skank_fire *fire, const struct skank_tables *t, struct skank_shot shot, bool keeps_cover,
                     uint8_t matters)
{
    const bool cover = shot.cover;

    fire->hit = skank_shot_hit(t, &shot);
    fire->allowed = skank_shot_faces(t, &shot) != NOT_ALLOWED;
    for (int own = 0; own < MOTIONS; own++)
        for (int target = 0; target < MOTIONS; target++) {
            shot.shooter_moving = own;
            shot.target_moving = target;
            shot.cover = cover && (!target || keeps_cover);
            skank_barrage_load(&fire->barrage[own][target], skank_shot_faces(t, &shot), &fire->hit, matters);
        }
}

/* A wreck has no damage, so that all wrecks are one state. */
void skank_destroy(struct skank_condition *c)
{
    *c = (struct skank_condition){0};
}

/* Fire is focused: hits affect the figure in front, then the next. If a hit takes all wounds of a figure, each removes
 * one of the remaining figures, however damaged the first is. Otherwise each takes one wound from the pool. Further
 * hits are lost. */
static void wound(struct skank_condition *c, const struct skank_hit *hit, int hits)
{
    int each = skank_hit_wounds(hit), standing = (c->left + hit->wounds - 1) / hit->wounds;
    int left = each == hit->wounds ? (standing - hits) * each : c->left - hits * each;

    c->left = hits == 0 ? c->left : left > 0 ? left : 0;
}

/* Face 1 of the barrage's die is "nothing happened", hence face - 1. */
void skank_suffer(struct skank_condition *c, const struct skank_hit *hit, int face)
{
    if (!hit->vehicle)
        wound(c, hit, face - 1);
    else if (face - 1 == BARRAGE_DESTROYED)
        skank_destroy(c);
    else
        c->hull = skank_barrage_hull((uint8_t)c->hull, (uint8_t)(face - 1));
}
