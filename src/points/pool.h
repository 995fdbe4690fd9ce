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
    double harms;    /* share of classes, ranges and settings at which its fire could weaken the other */
    double harmed;   /* ... at which the other's fire could weaken it */
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

#endif
