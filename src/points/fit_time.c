/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/fit_time.h"

#include <math.h>
#include <time.h>

/* The shares of the time: for preparing the units; for the odds, as a share of the rest; for a first round of battles,
 * before the duration of a fit is known; for all rounds with their fits. The rest is for judging. */
static const double OPENING_SHARE = 0.25, ODDS_SHARE = 0.15, FIRST_SHARE = 0.3, ROUNDS_SHARE = 0.6;

static double machine_seconds(void *context)
{
    struct timespec now;

    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

const fit_clock FIT_CLOCK = {machine_seconds, NULL};

static double now_of(const fit_time *t)
{
    return t->clock->seconds(t->clock->context);
}

void fit_time_begin(fit_time *t, const fit_clock *clock, double given)
{
    *t = (fit_time){.clock = clock, .given = given, .deadline = INFINITY};
    t->begun = now_of(t);
}

double fit_time_passed(const fit_time *t)
{
    return now_of(t) - t->begun;
}

bool fit_time_is_over(const fit_time *t)
{
    return t->given > 0 && !t->by_ranks && fit_time_passed(t) >= t->given;
}

bool fit_time_goes_on(const fit_time *t, size_t pairs)
{
    return pairs < t->least || t->deadline == INFINITY || now_of(t) < t->deadline;
}

void fit_time_for_opening(fit_time *t)
{
    if (t->given > 0 && !t->by_ranks)
        t->deadline = t->begun + OPENING_SHARE * t->given;
}

void fit_time_for_odds(fit_time *t, size_t least)
{
    t->least = least;
    if (t->given > 0)
        t->deadline = now_of(t) + ODDS_SHARE * fmax(t->given - fit_time_passed(t), 0);
}

/* Returns how long a fit of that many pairs takes, if the last fit took that many seconds. */
static double foresee(const fit_time *t, double seconds, size_t pairs)
{
    return t->fit_pairs ? seconds * (double)pairs / (double)t->fit_pairs : 0;
}

bool fit_time_for_round(fit_time *t, size_t seen, size_t more, size_t least)
{
    const double fits = t->fits * foresee(t, t->fit_s, seen + more);

    t->least = least;
    if (t->given == 0)
        return true;
    if (t->fit_pairs)
        t->deadline = t->begun + ROUNDS_SHARE * (t->given - fits) - foresee(t, t->round_s, seen + more);
    else
        t->deadline = t->begun + FIRST_SHARE * t->given;
    return least > 0 || t->by_ranks || now_of(t) < t->deadline;
}

void fit_time_for_set(fit_time *t, size_t least)
{
    const double left = t->given - fit_time_passed(t) - t->fits * t->fit_s;

    t->least = least;
    if (t->given > 0)
        t->deadline = now_of(t) + fmax(left, 0) / fmax(t->sets, 1);
    t->sets--;
}
