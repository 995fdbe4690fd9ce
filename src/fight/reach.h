/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who can harm whom at which range: the first question where nobody wins. */
#ifndef SALVO_FIGHT_REACH_H
#define SALVO_FIGHT_REACH_H

#include <salvo/fight.h>

#include "rules/brackets.h"

/* Of one side, with fresh elements that stand still. */
typedef struct reach {
    bool fires;     /* some element gets to throw at some enemy, at that range or at the end of a bracket */
    bool harms;     /* some element of the side can harm some enemy at the range that was asked for */
    double upto;    /* the farthest range bracket at whose end it can; NAN: at none of them */
    double closest; /* the nearest such end; NAN with `upto` */
    /* Why it harms nobody, in clauses; NULL where it does, where the range alone is the reason, or where the rules have no
     * words. At the range that was asked for, if some other range would do; else wherever the first reason is found. */
    const char *why;
} reach;

/* What comes of one fresh element's fire at another. */
typedef struct fire_effect {
    bool fires, harms;
} fire_effect;

/* Fire that the rules refuse harms nobody. `fire` is room for one. */
fire_effect reach_effect(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
                         const salvo_conditions *conditions, void *fire);

/* Adds why it harms nobody, a clause, unless another element's clause said so before. */
void reach_why(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
               const salvo_conditions *conditions, salvo_text *all);

/* Of both sides of the plan, at its range and at the ends of all brackets. Works in `memory`. */
salvo_status reach_find(reach of[2], const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_arena *memory,
                        salvo_error *err);

/* The ranges at which the sides of the plan come into or out of each other's reach, or a bracket of their tables ends. */
salvo_status reach_stops(salvo_stops *stops, const salvo_rulebook *book, const salvo_battle_plan *plan,
                         salvo_arena *memory, salvo_error *err);

#endif
