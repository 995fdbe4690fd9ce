/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probability flows through a chain's graph, component by component, from the start. A single state that returns to
 * itself with chance p has b / (1 - p) expected visits; circle.h computes those of a real circle. If nothing leaves a
 * component, the chain never ends there: what flows into it is kept apart and not followed. If components are cut at
 * the ends of turns, one settling is one turn. What crosses the cuts is carried to the next turn. */
#ifndef SALVO_ODDS_FLOW_H
#define SALVO_ODDS_FLOW_H

#include "odds/circle.h"
#include "odds/components.h"
#include "odds/number.h"

#define FLOW_WORDS(n) ((n) / 64 + 1)

/* The sums of the flow. The caller owns the arrays. `outcome_of` is the sum to which a state that ends the chain
 * adds. */
typedef struct flow_sums {
    num *visits;   /* by state: in, what starts there; out, expected visits */
    num *carried;  /* by state, with turns: the start of the next turn */
    num *outcomes; /* sums */
    const uint32_t *outcome_of;
    bool tells_endless; /* what never ends is also added to the sum of its state's outcome */
    num *gains;         /* sums, SALVO_EXPECTATIONS_MAX */
    num *endless;       /* sum: one num */
    /* A bit for each component with visits (or carried) that may not be 0. FLOW_WORDS(states) words, zeroed at
     * first. */
    uint64_t *visited, *carried_to;
    double least; /* in doubles: visits up to this are not followed */
    circle_work work;
} flow_sums;

/* Puts the whole probability on a state that does not end the chain. All visits must be 0. */
void flow_place(const components *c, arithmetic *with, flow_sums *sums, uint32_t state);

/* Settles sums->visits and adds to the other sums. Returns SALVO_NO_MEMORY, or SALVO_TOO_LARGE if it takes more work
 * than allowed. */
salvo_status flow_settle(const components *c, arithmetic *with, flow_sums *sums, salvo_error *err);

/* Starts the next turn with what was carried over; returns false if there is nothing. */
bool flow_next_turn(const components *c, const arithmetic *with, flow_sums *sums);

/* Returns the sum of sums->visits, in doubles. */
double flow_visits_sum(const components *c, const flow_sums *sums);

#endif
