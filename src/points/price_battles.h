/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battles behind one answer about prices: a pool of units, the odds that attackers need in it, and sets of armies
 * that fight one after the other. A test, a comparison, a price and a fit are recipes over it. */
#ifndef SALVO_POINTS_PRICE_BATTLES_H
#define SALVO_POINTS_PRICE_BATTLES_H

#include "points/observations.h"

/* Begin with `memory` and `watch.watch` set and the rest zeroed. */
typedef struct price_battles {
    unit_pool pool;
    double *prices;      /* by place in the pool: those at which it was opened */
    double *weights;     /* by condition, for value questions; from price_battles_find_odds on, like: */
    double *odds;        /* by condition: those that were found; 1: no attacker */
    pair_progress watch; /* of the current set of armies */
    salvo_arena *memory; /* of the answer, which outlives the battles; borrowed */
} price_battles;

/* Opens the pool and reads its prices. `patience` is that of unit_pool_open_soon; NULL: no limit. Call price_battles_close
 * at the end, also after a failure. */
salvo_status price_battles_open(price_battles *b, const salvo_rulebook *book, const salvo_points_plan *plan,
                                const pool_patience *patience, salvo_error *err);
void price_battles_close(price_battles *b);

/* Finds the odds of all attacks at these prices. `upto`: the part of all the work that is done then. */
salvo_status price_battles_find_odds(price_battles *b, const double *prices, double upto, salvo_error *err);

/* Sets the odds, between 1/2 and 8, of every condition of the pool that has none yet, at these prices: how many more
 * points an attacker needs for an even fight. */
salvo_status attack_odds_find(unit_pool *pool, const double *prices, pair_progress *watch, salvo_error *err);

/* A set of armies to draw, and how its battles are fought. */
typedef struct army_set {
    const unit_pool *pool;   /* NULL: that of the battles */
    const double *prices;    /* by place in the pool; NULL: the armies are in run->pairs */
    const army_rules *rules; /* part of the costs; NULL: none */
    const double *odds;      /* by condition: what attackers have; NULL: what was found */
    uint32_t stream;         /* selects the armies and the dice */
    double spread;           /* maximal ratio of costs; 1: equal costs */
    size_t pairs;
    double precision; /* half-width of a score; 0: the plan's */
    bool one_range;   /* as in pair_run, like the following */
    const bool *only;
    bool keeps;  /* the run keeps its matches ... */
    bool prints; /* ... with their fingerprints */
    const pair_run *like;
    double upto; /* the part of all the work that is done after this set */
} army_set;

/* Draws and fights the set into *run, whose earlier pairs are dropped. After a stop by the progress callback,
 * b->watch.stopped is set, and run->n pairs have been fought. Free the run at the end, also after a failure. */
salvo_status price_battles_fight(price_battles *b, pair_run *run, const army_set *set, salvo_error *err);

/* The same in two steps, for a caller that draws the armies between them. */
salvo_status price_battles_prepare(const price_battles *b, pair_run *run, const army_set *set, salvo_error *err);
salvo_status price_battles_fight_prepared(price_battles *b, pair_run *run, const army_set *set, salvo_error *err);

/* SALVO_STOPPED with the message if the progress callback has stopped the battles. */
salvo_status price_battles_check_stop(const price_battles *b, const char *message, salvo_error *err);

/* Returns the question for that design with these battles, at the weights, odds and prior of the pool. */
value_question price_battles_question(const price_battles *b, const worth_design *design, const observations *seen);

#endif
