/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a fit divides its time. */
#ifndef SALVO_POINTS_FIT_TIME_H
#define SALVO_POINTS_FIT_TIME_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds of a monotonic clock. Tests replace it by a count of work. */
typedef struct fit_clock {
    double (*seconds)(void *context);
    void *context;
} fit_clock;

extern const fit_clock FIT_CLOCK; /* the machine's */

/* Battles run until a deadline, but a fit of a model runs to its end. So its time is reserved in advance, estimated
 * from the last fit. It grows with the pairs of armies. */
typedef struct fit_time {
    const fit_clock *clock;
    double begun, given; /* given 0: unlimited */
    double deadline;     /* of the current battles; INFINITY: none */
    size_t least;        /* pairs that are fought in any case */
    double fit_s;        /* duration of one fit ... */
    size_t fit_pairs;    /* ... with this many pairs of armies */
    double round_s;      /* the same for the fits of the last round */
    int fits;            /* number of fits still to be made after the rounds */
    /* Ranks have different clocks, and only battles end for all of them at once. Nothing else may depend on a clock. */
    bool by_ranks;
    int sets; /* number of sets of armies still needed to judge lists or for the prediction */
} fit_time;

void fit_time_begin(fit_time *t, const fit_clock *clock, double given);

/* Returns the seconds since the beginning. */
double fit_time_passed(const fit_time *t);

/* Returns whether optional work is left out. */
bool fit_time_is_over(const fit_time *t);

/* Returns whether battles go on after that many pairs of a set. */
bool fit_time_goes_on(const fit_time *t, size_t pairs);

/* Sets the deadline for preparing the units. */
void fit_time_for_opening(fit_time *t);

/* Sets the deadline for the attackers' odds, with at least `least` pairs. */
void fit_time_for_odds(fit_time *t, size_t least);

/* Sets the deadline for the battles of a round of up to `more` pairs, at least `least`, after `seen` pairs. Returns
 * false if there is no time for another round. */
bool fit_time_for_round(fit_time *t, size_t seen, size_t more, size_t least);

/* Sets the deadline for the next set of armies: an equal share of the rest after the remaining fits, with at least
 * `least` pairs. */
void fit_time_for_set(fit_time *t, size_t least);

#endif
