/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of a hit, in the order of hit.h: rating, instant kill, wound or damage roll. Every procedure with hits
 * uses these functions, and so do duels and battles. */
#include "rules/skank/hit.h"

#include <stdio.h>

#include <salvo/rules.h>

/* The modified roll stays on the table: below 1 it is 1, above 10 it is 10. */
enum skank_damage skank_damage_of(const struct skank_vehicle *vehicle, int face, int modifier)
{
    int roll = face + modifier;

    return (enum skank_damage)vehicle->damage[roll < 1 ? 0 : roll > FACES ? FACES - 1 : roll - 1];
}

/* True only if the roll matters; otherwise the throw has no such die. */
bool skank_hit_rolls_damage(const struct skank_hit *hit)
{
    return hit->effective && hit->vehicle && !hit->kills;
}

/* An instant kill takes all wounds of a figure (R7), or one of them under instant=wound. */
int skank_hit_wounds(const struct skank_hit *hit)
{
    if (!hit->effective)
        return 0;
    return hit->kills && !hit->instant_wounds ? hit->wounds : 1;
}

/* An instant kill kills a figure, and so does a wound if it has only one. Fights with several hits count wounds
 * instead. */
enum skank_result skank_hit_resolve(const struct skank_hit *hit, int damage_face)
{
    if (!hit->effective)
        return RESULT_NO_EFFECT;
    if (!hit->vehicle)
        return skank_hit_wounds(hit) == hit->wounds ? RESULT_KILLED : RESULT_WOUND;
    if (hit->kills)
        return RESULT_DESTROYED;
    return RESULT_DAMAGE + (enum skank_result)skank_damage_of(hit->vehicle, damage_face, hit->damage_modifier);
}

/* Damage accumulates. An engine hit also disarms vehicles from the armored car up; the table has this for each
 * vehicle. */
uint8_t skank_hull_after(const struct skank_vehicle *vehicle, uint8_t hull, enum skank_damage damage)
{
    if (hull == HULL_DESTROYED)
        return hull;
    switch (damage) {
    case WRECK:
    case CRASH:
    case KNOCKED_OUT:
        return HULL_DESTROYED;
    case ENGINE:
        return hull | HULL_IMMOBILE | (vehicle->engine_disarms ? HULL_DISARMED : 0);
    case WEAPONS:
        return hull | HULL_DISARMED;
    case BRAKES:
        return hull | HULL_BRAKES;
    case TRACK:
        return hull | HULL_TRACK;
    case SUPERFICIAL:
    case N_DAMAGES:
        break;
    }
    return hull;
}

/* The three steps of a hit on a vehicle, for callers that keep a hull and no result. */
uint8_t skank_hull_hit(const struct skank_hit *hit, uint8_t hull, int damage_face)
{
    if (!hit->effective)
        return hull;
    if (hit->kills)
        return HULL_DESTROYED;
    return skank_hull_after(hit->vehicle, hull, skank_damage_of(hit->vehicle, damage_face, hit->damage_modifier));
}

/* Worse states hide better ones: brakes and track show only in a vehicle that is neither immobile nor disarmed. */
enum skank_state skank_state_of(uint8_t hull)
{
    if (hull & HULL_DESTROYED)
        return STATE_DESTROYED;
    if (hull & HULL_IMMOBILE)
        return hull & HULL_DISARMED ? STATE_IMMOBILE_DISARMED : STATE_IMMOBILE;
    if (hull & HULL_DISARMED)
        return STATE_DISARMED;
    return hull ? STATE_DAMAGED : STATE_INTACT;
}

/* Counts are first, states begin at OUTCOME_STATE, and not-allowed is last, so one procedure can have outcomes of all
 * three kinds. */
const char *const SKANK_MADE[] = {SKANK_STATE_LABELS, "not-allowed", "#", NULL};

/* A number below OUTCOME_STATE is a count of hits, wounds or figures. */
void skank_label(const void *situation, int outcome, char *text)
{
    static const char *const STATES[N_STATES] = {SKANK_STATE_LABELS};

    (void)situation;
    if (outcome == OUTCOME_NOT_ALLOWED)
        snprintf(text, SALVO_LABEL_MAX, "not-allowed");
    else if (outcome >= OUTCOME_STATE)
        snprintf(text, SALVO_LABEL_MAX, "%s", STATES[outcome - OUTCOME_STATE]);
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome);
}
