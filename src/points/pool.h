/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit pool as data: the units from which armies are bought, with their prices, and where and how armies meet.
 * unit_pool.h opens one. */
#ifndef SALVO_POINTS_POOL_H
#define SALVO_POINTS_POOL_H

#include <salvo/arena.h>
#include <salvo/points.h>

/* A unit as an element of the battles of one setting, in an army that defends or does not. */
typedef struct fielded {
    const void *element;
    double speed;
    uint8_t fresh[SALVO_ELEMENT_BYTES];
    int full; /* strength when fresh */
} fielded;

/* One unit that fights. Indistinguishable units share a class. */
typedef struct candidate {
    size_t unit; /* number for the ruleset's battle adapter */
    const char *id, *name, *nation;
    const fielded *in; /* by fielding_number */
    double price;      /* its cost in armies */
    salvo_price_source source;
    size_t class;
    bool dangerous;  /* it can harm some unit at some possible distance of the lines */
    int least, most; /* its possible numbers in an army: 0 .., 1 ..; from the plan's army list */
    double harms;    /* share of classes, ranges and settings at which its fire could weaken the other; NAN: unknown */
    double harmed;   /* ... at which the other's fire could weaken it */
} candidate;

/* A condition: where and how a pair meets, and its weight. */
typedef struct pool_condition {
    double range;
    size_t range_at; /* the range's number */
    salvo_scenario scenario;
    salvo_targets targets;
    size_t setting;
    double weight; /* the weights of the pool sum to 1 */
    /* In an advance: the attacker's points over the defender's. 1: equal armies, and either attacks in half of the
     * battles. 0: not found yet. */
    double odds;
    int first_kind[2]; /* of either army: it varies, so that others are in front elsewhere */
} pool_condition;

/* Returns whether the attacking army costs more than the other. */
static inline bool has_odds(const pool_condition *at)
{
    return at->odds != 1;
}

/* Returns whether a side stands still: in an advance side 0 closes in. */
static inline bool is_defending(salvo_scenario scenario, int side)
{
    return scenario == SALVO_HOLD || (scenario == SALVO_ADVANCE && side == 1);
}

static inline size_t fielding_number(size_t setting, bool defends)
{
    return 2 * setting + defends;
}

/* Two fieldings of one setting that meet in a scenario of the plan: the one that fires, and its target. */
typedef struct fielding_pair {
    size_t setting, by, at;
} fielding_pair;

/* What a pair of armies has in common in all of its conditions. */
typedef struct setting {
    const salvo_points_setting *of;
    double share; /* of all pairs */
    salvo_question field;
} setting;

/* The time limit for the comparison of units, for slow rules. */
typedef struct pool_patience {
    bool (*goes_on)(const void *context);
    const void *context;
} pool_patience;

typedef struct unit_pool {
    const salvo_rulebook *book;
    const salvo_battle_adapter *adapter;
    const salvo_points_plan *plan;
    setting *settings;
    size_t n_settings;             /* at least 1 */
    fielding_pair *fielding_pairs; /* one, if the setting has no words for a defender */
    size_t n_fielding_pairs;
    candidate *units;
    size_t n;
    int n_demanded; /* number of elements that every army has */
    /* The n units asked about; NULL: none. The first army of random pair i has unit asked[i % n], and no army has any
     * other of them. is_asked goes by place in the pool. Borrowed. */
    const size_t *asked;
    size_t n_asked;
    const bool *is_asked;
    const pool_patience *patience; /* NULL: no limit */
    bool hurried; /* there was no time to compare units: each has its own class, and the shares of harm are unknown */
    uint64_t *fires; /* hashes of every fire, at fire_number: computed once, because rules may be slow; NULL: hurried */
    size_t *first_of; /* by class: the first unit in it */
    size_t n_classes;
    pool_condition *conditions;
    size_t n_conditions;
    double *ranges;
    size_t n_ranges;
    bool priced;     /* any unit has a price */
    double prior_sd; /* of the logarithm of a worth over the price: from the plan */
    int rounds;      /* of a fit: from the plan */
    salvo_excluded_unit *left_out;
    size_t n_left_out;
    salvo_arena *memory;
} unit_pool;

/* Circumstances of a fire: a pair of fieldings, a place, and whether both move. Each range has two places: the middle
 * before it, and its end. */
static inline size_t fire_slots(const unit_pool *pool)
{
    return pool->n_fielding_pairs * pool->n_ranges * 4;
}

static inline size_t fire_slot(const unit_pool *pool, size_t number, size_t range, bool end, bool moving)
{
    return (number * pool->n_ranges + range) * 4 + 2 * (size_t)end + (size_t)moving;
}

/* Returns the number of one unit's fire at another in that slot. */
static inline size_t fire_number(const unit_pool *pool, size_t by, size_t at, size_t slot)
{
    return (by * pool->n + at) * fire_slots(pool) + slot;
}

#endif
