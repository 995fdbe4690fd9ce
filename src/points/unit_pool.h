/* The units that armies are bought from, with their prices, and the ranges and scenarios at which armies meet. */
#ifndef SALVO_POINTS_UNIT_POOL_H
#define SALVO_POINTS_UNIT_POOL_H

#include <salvo/arena.h>
#include <salvo/points.h>

/* One unit that fights. Units that nothing in the rules can tell apart share a class. */
typedef struct candidate {
    size_t unit; /* the unit's number for the ruleset's battle adapter */
    const char *id, *name, *nation;
    const void *element;
    double price; /* what it is bought for */
    salvo_price_source source;
    size_t class;
    double speed;
    uint8_t fresh[SALVO_ELEMENT_BYTES];
    int full;        /* strength when fresh */
    bool dangerous;  /* it can harm somebody at some place where lines may stand */
    int least, most; /* of it in an army: 0 .., 1 ..; the plan's army list */
    double harms;    /* share of classes and ranges at which its fire could weaken the other */
    double harmed;   /* ... at which the other's fire could weaken it */
} candidate;

/* A condition: where and how a pair meets, and how much that counts. */
typedef struct meeting {
    double range;
    size_t range_at; /* the range's number */
    salvo_scenario scenario;
    salvo_targets targets;
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

typedef struct unit_pool {
    const salvo_rulebook *book;
    const salvo_battle_adapter *adapter;
    const salvo_points_plan *plan;
    salvo_question field;
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

/* Call unit_pool_close in the end, also after a failure. SALVO_BAD_INPUT when the ruleset has no battles, or fewer than
 * two units. */
salvo_status unit_pool_open(unit_pool *m, const salvo_rulebook *book, const salvo_points_plan *plan, salvo_error *err);
void unit_pool_close(unit_pool *m);

/* The same unit pool in another book: the units of `of` that are `wanted` are enlisted anew, everything else (prices,
 * classes, meetings) is that of `of`, which must outlive it. SALVO_BAD_INPUT when the book refuses one of them. Call
 * unit_pool_close in the end, also after a failure. */
salvo_status unit_pool_vary(unit_pool *m, const unit_pool *of, const salvo_rulebook *book, const bool *wanted,
                            salvo_error *err);

/* The pool as it is reported; memory is the arena's, names are the book's. */
salvo_status unit_pool_describe(const unit_pool *m, salvo_unit_pool *to, salvo_arena *memory, salvo_error *err);

#endif
