/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit pool as data: the units that armies are bought from, with their prices, and where and how armies meet. unit_pool.h
 * opens one. */
#ifndef SALVO_POINTS_POOL_H
#define SALVO_POINTS_POOL_H

#include <salvo/arena.h>
#include <salvo/points.h>

/* A unit as an element of the battles of one setting, and there of an army that defends or does not. */
typedef struct fielded {
    const void *element;
    double speed;
    uint8_t fresh[SALVO_ELEMENT_BYTES];
    int full; /* strength when fresh */
} fielded;

/* One unit that fights. Units that nothing in the rules can tell apart share a class. */
typedef struct candidate {
    size_t unit; /* the unit's number for the ruleset's battle adapter */
    const char *id, *name, *nation;
    const fielded *in; /* by fielding_number */
    double price;      /* what it is bought for */
    salvo_price_source source;
    size_t class;
    bool dangerous;  /* it can harm somebody at some place where lines may stand */
    int least, most; /* of it in an army: 0 .., 1 ..; the plan's army list */
    double harms;  /* share of classes, ranges and settings at which its fire could weaken the other; NAN: not known */
    double harmed; /* ... at which the other's fire could weaken it */
} candidate;

/* A condition: where and how a pair meets, and how much that counts. */
typedef struct meeting {
    double range;
    size_t range_at; /* the range's number */
    salvo_scenario scenario;
    salvo_targets targets;
    size_t setting;
    double weight; /* all of the pool sum to 1 */
    double odds; /* of an advance: the attacker's points over the defender's. 1: of equal armies, either attacks in half
                      of the battles; 0: not found yet */
    int turned[2]; /* the kinds of either army begin with this one, so that others are in front elsewhere */
} meeting;

/* Whether an army attacks that costs more than the other. */
static inline bool has_odds(const meeting *at)
{
    return at->odds != 1;
}

/* Whether a side holds its ground: in an advance side 0 closes in. */
static inline bool is_defending(salvo_scenario scenario, int side)
{
    return scenario == SALVO_HOLD || (scenario == SALVO_ADVANCE && side == 1);
}

static inline size_t fielding_number(size_t setting, bool defends)
{
    return 2 * setting + defends;
}

/* Two fieldings of one setting that meet in a scenario of the plan: of the one that fires, and of the one it fires at. */
typedef struct matchup {
    size_t setting, by, at;
} matchup;

/* What a pair of armies has at all of its meetings. */
typedef struct setting {
    const salvo_points_setting *of;
    double share; /* of all pairs */
    salvo_question field;
} setting;

/* How long somebody waits for units to be compared, where the rules are slow. */
typedef struct pool_patience {
    bool (*goes_on)(const void *context);
    const void *context;
} pool_patience;

typedef struct unit_pool {
    const salvo_rulebook *book;
    const salvo_battle_adapter *adapter;
    const salvo_points_plan *plan;
    setting *settings;
    size_t n_settings; /* at least 1 */
    matchup *matchups; /* of a setting that has no words for who defends: one */
    size_t n_matchups;
    candidate *units;
    size_t n;
    int n_demanded; /* elements that every army has */
    /* Units that are asked about, n of them; NULL: none. The first army of random pair i has unit asked[i % n], and no army
     * has any other of them. is_asked by place here. Borrowed. */
    const size_t *asked;
    size_t n_asked;
    const bool *is_asked;
    const pool_patience *patience; /* NULL: no end */
    bool hurried; /* there was no time to compare units: each is a class of its own, and nobody knows shares of harm */
    uint64_t
        *fires; /* hashes of every fire, at fire_number: asked for once, because rules may be slow; NULL: hurried */
    size_t *first_of; /* by class: the first unit in it */
    size_t n_classes;
    meeting *meetings;
    size_t n_meetings;
    double *ranges;
    size_t n_ranges;
    bool priced;     /* any unit has a price */
    double prior_sd; /* of the logarithm of a worth over the price: the plan's */
    int rounds;      /* of a fit: the plan's */
    salvo_left_out *left_out;
    size_t n_left_out;
    salvo_arena *memory;
} unit_pool;

/* Where units meet: a matchup, a place, and whether both move. Places are by range: in the middle before it, and its end. */
static inline size_t fire_slots(const unit_pool *m)
{
    return m->n_matchups * m->n_ranges * 4;
}

static inline size_t fire_slot(const unit_pool *m, size_t number, size_t range, bool end, bool moving)
{
    return (number * m->n_ranges + range) * 4 + 2 * (size_t)end + (size_t)moving;
}

/* The fire of one unit at another in that slot. */
static inline size_t fire_number(const unit_pool *m, size_t by, size_t at, size_t slot)
{
    return (by * m->n + at) * fire_slots(m) + slot;
}

#endif
