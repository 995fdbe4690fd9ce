/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probability flows along a map, from the start, component by component, in doubles or modulo a few primes. A single
 * state that returns to itself with chance p has b / (1 - p) visits on average; those of a cycle solve a linear
 * system. If nothing leaves a component, the chain never ends there: what flows into it is kept apart. If a map is cut
 * at the ends of turns, one settling is one turn, and what crosses the cuts is carried to the next. */
#ifndef SALVO_ODDS_FLOW_H
#define SALVO_ODDS_FLOW_H

#include <salvo/odds.h>

#include "odds/reals.h"
#include "odds/residues.h"

/* The sums of a flow in one kind of number: those of its map; one that is free for the caller; the outcomes; what never
 * ends; the expectations; visits by place, if they are noted; and the caller's notes. */
typedef struct flow {
    const flow_map *map;
    const uint32_t *outcome_of; /* if what never ends also belongs to its state's outcome; else NULL */
    double *reals;              /* the sums, or NULL ... */
    residue_sum *sums;          /* ... if they are residues */
    residues residues;
    uint64_t *reached; /* a bit for each sum: something may have flowed to it */
    size_t free, outcomes, endless, gains, visits, notes, n;
    bool notes_visits;
    double least; /* in doubles: flow up to this is not followed */
    flow_work work;
} flow;

/* What a flow is asked for besides its map. */
typedef struct flow_needs {
    salvo_arithmetic kind;   /* SALVO_RATIONAL: residues */
    uint64_t residues_limit; /* of their work */
    const uint32_t *outcome_of;
    size_t n_outcomes, n_notes;
    bool notes_visits;
} flow_needs;

/* The map must outlive *f. On SALVO_NO_MEMORY there is nothing to free. */
salvo_status flow_init(flow *f, const flow_map *map, const flow_needs *needs, salvo_error *err);
void flow_free(flow *f);

/* Clears all sums and puts the whole probability on the start. Residues are of the primes from `first_prime` on. */
void flow_begin(flow *f, size_t first_prime);

/* Settles everything that has flowed in, unless residues have stopped. Returns SALVO_NO_MEMORY, or SALVO_TOO_LARGE if it
 * takes more work than allowed. */
salvo_status flow_settle(flow *f, salvo_error *err);

/* Starts the next turn with what was carried over; returns false if there is nothing. */
bool flow_next_turn(flow *f);

/* Adds one sum to another. */
void flow_add(flow *f, size_t to, size_t sum);

/* Returns the sum of what has flowed into all places, in doubles. */
double flow_in_places(const flow *f);

/* Sets values[k * stride + i] for prime k and each of n sums, from the first on. */
void flow_residues(const flow *f, size_t first, size_t n, uint64_t *values, size_t stride);

#endif
