/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probability that flows through the graph of a chain, component by component, beginning with the start's. The expected
 * visits of a component are b / (1 - p) for a state that only leads back to itself with p, and those of circle.h for a
 * real circle. A component that nothing leaves is a place where the chain never ends: what flows into it is kept apart
 * and not followed.
 * Where components are cut at the ends of turns one settling is one turn, and what crosses the cuts is carried to the
 * next. */
#ifndef SALVO_ODDS_FLOW_H
#define SALVO_ODDS_FLOW_H

#include "odds/circle.h"
#include "odds/components.h"
#include "odds/number.h"

#define FLOW_WORDS(n) ((n) / 64 + 1)

/* Where the flow is added up. The arrays are the caller's; `outcome_of` says which sum a state that ends the chain adds
 * to. */
typedef struct flow_sums {
    num *visits;   /* by state: in, what starts there; out, expected visits */
    num *carried;  /* by state, with turns: what the next turn starts with */
    num *outcomes; /* sums */
    const uint32_t *outcome_of;
    bool tells_endless; /* what never ends is also added to the sum of its state's outcome */
    num *gains;         /* sums, SALVO_EXPECTATIONS_MAX */
    num *endless;       /* sum: one num */
    /* A bit for each component where visits, and carried, may not be 0: FLOW_WORDS(states) words, zeroed at first. */
    uint64_t *visited, *carried_to;
    double least; /* doubles: visits up to this are not followed */
    circle_work work;
} flow_sums;

/* Puts the whole probability on a state that does not end the chain; visits must all be 0. */
void flow_place(const components *c, arithmetic *with, flow_sums *sums, uint32_t state);

/* Settles what is in sums->visits and adds to the other sums. SALVO_NO_MEMORY, or SALVO_TOO_LARGE when it takes more
 * than the work that there may be. */
salvo_status flow_settle(const components *c, arithmetic *with, flow_sums *sums, salvo_error *err);

/* Starts the next turn with what was carried over; false when nothing was. */
bool flow_next_turn(const components *c, const arithmetic *with, flow_sums *sums);

/* The sum of sums->visits, in doubles. */
double flow_visits_sum(const components *c, const flow_sums *sums);

#endif
