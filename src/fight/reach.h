/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which side can harm which at which range: the first question if nobody wins. */
#ifndef SALVO_FIGHT_REACH_H
#define SALVO_FIGHT_REACH_H

#include <salvo/fight.h>

#include "rules/brackets.h"

/* For one side, with fresh elements that stand still. */
typedef struct reach {
    bool fires;     /* some element throws dice at some enemy, at that range or at the end of a bracket */
    bool harms;     /* some element of the side can harm some enemy at the requested range */
    double upto;    /* the farthest range bracket at whose end it can; NAN: none */
    double closest; /* the nearest such end; NAN if `upto` is NAN */
    /* Why it harms nobody, in clauses. NULL if it does, if only the range is the reason, or if the rules have no
     * words. If some other range would do, the reason at the requested range; otherwise the first reason found. */
    const char *why;
} reach;

/* The effect of one fresh element's fire at another. */
typedef struct fire_effect {
    bool fires, harms;
} fire_effect;

/* Fire that the rules refuse harms nobody. `fire` is space for one fire. */
fire_effect reach_effect(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
                         const salvo_circumstances *circumstances, void *fire);

/* Adds why it harms nobody, as a clause, unless `all` already contains that clause. */
void reach_why(const salvo_battle_adapter *adapter, const void *field, const void *actor, const void *target,
               const salvo_circumstances *circumstances, salvo_text *all);

/* Measures both sides of the plan, at its range and at the ends of all brackets. Works in `memory`. */
salvo_status reach_find(reach of[2], const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_arena *memory,
                        salvo_error *err);

/* Finds the ranges at which the plan's sides come into or leave each other's reach, or a bracket of their tables
 * ends. */
salvo_status reach_stops(salvo_stops *stops, const salvo_rulebook *book, const salvo_battle_plan *plan,
                         salvo_arena *memory, salvo_error *err);

#endif
