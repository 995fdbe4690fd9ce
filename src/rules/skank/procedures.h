/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The procedures of Skank, in the order of the book; the file of each chapter defines its own. */
#ifndef SALVO_RULES_SKANK_PROCEDURES_H
#define SALVO_RULES_SKANK_PROCEDURES_H

#include <salvo/rules.h>

/* direct_fire.c, volley.c; the shots of a volley */
int skank_volley_shots(const void *situation);
extern const salvo_procedure SKANK_DIRECT_FIRE, SKANK_VOLLEY, SKANK_BURN_CLIP;
/* suppression.c, basics.c */
extern const salvo_procedure SKANK_SUPPRESSION, SKANK_SUPPRESSION_CONTEST, SKANK_INITIATIVE, SKANK_ABILITY_TEST;
/* indirect.c, area.c, grenades.c */
extern const salvo_procedure SKANK_INDIRECT_FIRE, SKANK_AREA_EFFECT, SKANK_INDIRECT_ATTACK, SKANK_AUTO_GRENADES;
/* psionics.c */
extern const salvo_procedure SKANK_PSIONIC_ATTACK, SKANK_PSIONIC_HEAL, SKANK_PSIONIC_SCAN, SKANK_TELEKINETIC_STUN;
/* melee.c, charge.c */
extern const salvo_procedure SKANK_MELEE_ATTACK, SKANK_MELEE_ROUND, SKANK_MELEE_FIGHT, SKANK_CHARGE;
/* vehicles.c, collisions.c */
extern const salvo_procedure SKANK_VEHICLE_DAMAGE, SKANK_DAMAGE_ROLLS, SKANK_CREW_FATE, SKANK_BRAKES,
    SKANK_THROWN_TRACK, SKANK_COLLISION, SKANK_RUN_OVER;
/* buildings.c */
extern const salvo_procedure SKANK_DEMOLITION, SKANK_ARSON;
/* optional.c, volley.c */
extern const salvo_procedure SKANK_SPOTTING, SKANK_TIRE_SHOT, SKANK_MORALE, SKANK_RALLY, SKANK_RADIATION,
    SKANK_HORSE_SURVIVAL;
/* duel.c */
extern const salvo_procedure SKANK_DUEL;
extern const salvo_duel_adapter SKANK_DUEL_ADAPTER;

#endif
