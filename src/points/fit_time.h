/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a fit shares out the time that it is given. */
#ifndef SALVO_POINTS_FIT_TIME_H
#define SALVO_POINTS_FIT_TIME_H

#include <stdbool.h>
#include <stddef.h>

/* Seconds of a clock that only goes forward. Tests count work in their place. */
typedef struct fit_clock {
    double (*seconds)(void *context);
    void *context;
} fit_clock;

extern const fit_clock FIT_CLOCK; /* the machine's */

/* Battles are fought until a deadline. A model is fitted to its end, so that the time it will take is set aside before: by how
 * long the last one took, which grows with the pairs of armies. */
typedef struct fit_time {
    const fit_clock *clock;
    double begun, given; /* given 0: all the time there is */
    double deadline;     /* of the battles that are fought; INFINITY: none */
    size_t least;        /* pairs that are fought in any case */
    double fit_s;        /* one fit took so long ... */
    size_t fit_pairs;    /* ... of so many pairs of armies */
    double round_s;      /* the fits of the last round, likewise */
    int fits;            /* that are still to be made after the rounds */
    bool
        by_ranks; /* their clocks differ, and only battles end for all of them at once: nothing else may hang on a clock */
    int sets;     /* of armies that are still to judge lists, or to be predicted */
} fit_time;

void fit_time_begin(fit_time *t, const fit_clock *clock, double given);

/* Since the beginning. */
double fit_time_passed(const fit_time *t);

/* Whether what can be left out is left out. */
bool fit_time_is_over(const fit_time *t);

/* Whether battles go on after so many pairs of a set. */
bool fit_time_goes_on(const fit_time *t, size_t pairs);

/* Preparing the units may take a part of the time. */
void fit_time_for_opening(fit_time *t);

/* Attackers' odds may take a part of the time, and `least` pairs. */
void fit_time_for_odds(fit_time *t, size_t least);

/* The battles of a round of up to `more` pairs, of which `least` in any case, when there are `seen` pairs; false: there is no
 * time for another. */
bool fit_time_for_round(fit_time *t, size_t seen, size_t more, size_t least);

/* The next set of armies gets an equal part of what is left beside the fits that are still to be made, and `least` pairs. */
void fit_time_for_set(fit_time *t, size_t least);

#endif
