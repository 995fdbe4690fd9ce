/* Probability that flows through the graph of a chain.
 * States that lead to each other form a component (Tarjan 1972). Between components there are no circles, so they are
 * settled one after the other, beginning with the start's. The expected visits of a component are b / (1 - p) for a
 * state that only leads back to itself with p, and the solution of a linear system for a real circle; the system is
 * eliminated or, in doubles and where it is large, followed round until nothing is left. A component that nothing
 * leaves is a place where the chain never ends: what flows into it is kept apart and not followed.
 * With `turns` the graph is cut where a turn ends: one settling is one turn, and what crosses the cuts is carried to
 * the next. */
#ifndef SALVO_ODDS_FLOW_H
#define SALVO_ODDS_FLOW_H

#include "odds/number.h"
#include "odds/state_graph.h"

#define FLOW_WORDS(n) ((n) / 64 + 1)

typedef struct flow {
    const state_graph *graph;
    bool turns;             /* cut where a turn ends */
    uint32_t *component_of; /* by state; of no meaning for one that ends the chain */
    uint32_t *states;       /* component after component, those nearest to the end first */
    uint32_t *place_of;     /* by state: its place in `states` */
    size_t *first;          /* component c is states[first[c] .. first[c + 1] - 1] */
    bool *leaves;           /* something leads out of the component */
    size_t n_components;
} flow;

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
    double least;            /* doubles: visits up to this are not followed */
    uint64_t work, work_max; /* edges followed so far, and how many are too many; 0: no end */
} flow_sums;

salvo_status flow_prepare(flow *f, const state_graph *graph, bool turns, salvo_error *err);
void flow_free(flow *f);

/* Puts the whole probability on a state that does not end the chain; visits must all be 0. */
void flow_place(const flow *f, arithmetic *with, flow_sums *sums, uint32_t state);

/* Settles what is in sums->visits and adds to the other sums. SALVO_NO_MEMORY, or SALVO_TOO_LARGE when it takes more
 * than work_max. */
salvo_status flow_settle(const flow *f, arithmetic *with, flow_sums *sums, salvo_error *err);

/* Starts the next turn with what was carried over; false when nothing was. */
bool flow_next_turn(const flow *f, const arithmetic *with, flow_sums *sums);

/* The sum of sums->visits, in doubles. */
double flow_visits_sum(const flow *f, const flow_sums *sums);

#endif
