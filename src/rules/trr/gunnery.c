/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two vehicles that fire at each other while markers accumulate, for the duel and for battles. The shot is computed
 * once without markers; their changes are added die by die. */
#include "rules/trr/gunnery.h"

#include <string.h>

/* The firer's markers stay 0 here: trr_fire_markers adds their effect. */
struct trr_shot trr_shot_at(const struct trr_tables *t, const struct trr_vehicle *by, const struct trr_vehicle *at,
                            const struct trr_terms *terms, double distance_cm)
{
    const struct trr_gun *gun = &t->guns[t->units[by->unit].gun];

    return (struct trr_shot){
        .strike = gun->strike,
        .class = gun->class,
        .ammo = by->ammo,
        .defence = t->units[at->unit].defence,
        .distance_cm = distance_cm,
        .firer_moving = by->moving,
        .target_moving = at->moving,
        .camouflaged = at->camouflaged,
        .concealment = at->concealment,
        .aspect = at->aspect,
        .damage_applies = terms->damage_applies,
    };
}

/* A gun without that ammunition is refused when the vehicle is named, not when it fires. */
salvo_status trr_check_vehicle(const struct trr_tables *t, const struct trr_vehicle *v, const char *key,
                               salvo_error *err)
{
    return trr_check_ammo(t, t->units[v->unit].gun, v->ammo, key, err);
}

/* The book's marker rows are copied, so that two fires with the same effect have the same bytes and are recognised. */
void trr_fire_make(struct trr_fire *fire, const struct trr_tables *t, const struct trr_shot *shot,
                   const struct trr_terms *terms, int target_strength)
{
    const struct trr_attack attack = trr_attack_of(t, shot);
    const struct trr_stand target =
        trr_stand_of(&(struct trr_armoured){.strength = target_strength, .graded = terms->graded});

    memcpy(fire->rows, t->markers, sizeof fire->rows);
    fire->attack.out_of_range = attack.out_of_range;
    fire->attack.modifier = attack.modifier;
    fire->terms.graded = terms->graded;
    fire->terms.continued = terms->continued;
    fire->terms.damage_applies = terms->damage_applies;
    fire->terms.tells_destroyed = terms->tells_destroyed;
    fire->target.remaining = target.remaining;
    fire->target.graded = target.graded;
}

/* Both sides' markers are part of the state, so the sum cannot be fixed beforehand. */
int trr_fire_markers(const struct trr_fire *f, int firer_markers, int target_markers, int die)
{
    int damage = trr_damage_modifier(f->terms.damage_applies, firer_markers, target_markers);

    if (f->attack.out_of_range)
        return 0;
    return trr_markers_by(f->rows, die + f->attack.modifier + damage, f->terms.continued);
}

/* A score that reaches the first row is at least one marker, so the highest die decides. */
bool trr_fire_can_harm(const struct trr_fire *f, int firer_markers, int target_markers)
{
    return trr_fire_markers(f, firer_markers, target_markers, D10) > 0;
}

/* Literally any marker ends the vehicle's fight; under damage-model=graded as many as its strength do. */
bool trr_fire_ends(const struct trr_fire *f, int target_markers)
{
    return trr_status_of(&f->target, target_markers) >= OUT_OF_ACTION;
}

bool trr_fire_destroys(const struct trr_fire *f, int target_markers)
{
    return trr_status_of(&f->target, target_markers) == DESTROYED;
}
