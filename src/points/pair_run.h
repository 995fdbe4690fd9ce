/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fights many pairs of armies, each in every condition, on all threads. */
#ifndef SALVO_POINTS_PAIR_RUN_H
#define SALVO_POINTS_PAIR_RUN_H

#include "points/pair_match.h"

/* The result of a pair. A score is P(the first army wins) plus half of P(nobody wins). */
typedef struct pair_result {
    /* By condition: of two independent halves of its trials. NAN: the pair does not meet there, or nobody won any
     * trial. */
    float (*score)[2];
    /* Weighted, over the conditions of equal armies that have a score; if there are none, over all. NAN: none has. */
    double mean;
} pair_result;

/* Pairs with their results. Owned by its arena. */
typedef struct pair_run {
    const unit_pool *pool;
    army_pair *pairs;
    army_pair *attacks; /* by pair, then by condition: armies of attacks at odds; NULL: attackers are of run->pairs */
    pair_result *results;
    bool one_range;              /* every pair meets at one range in all its conditions; it differs between pairs */
    const bool *only;            /* by condition: pairs meet nowhere else; NULL: everywhere */
    size_t n;                    /* pairs that were fought */
    uint64_t trials;             /* of each condition */
    uint64_t stream;             /* seed of the dice */
    match_result *matches;       /* by pair_match_number, if the run keeps them; else NULL */
    const struct pair_run *like; /* the same pairs in another book, kept; or NULL ... */
    const bool *same;            /* ... and by pair_match_number: the match is the same there, and taken from it */
    bool prints;                 /* matches have fingerprints; one that `like` has, too, is taken from there */
    salvo_arena *memory;
} pair_run;

/* Progress of several runs as one. This run begins at `from` and ends at `to`, as parts of all the work. */
typedef struct pair_progress {
    const salvo_progress_callback *watch;
    double from, to;
    bool stopped;
} pair_progress;

/* Returns the number of a match among all of the run. For pair n it is the number of all matches of n pairs. */
static inline size_t pair_match_number(const unit_pool *pool, size_t pair, size_t at, int attacker)
{
    return (pair * pool->n_conditions + at) * 2 + (size_t)attacker;
}

/* Returns the number of trials for a score within the half-width. */
uint64_t pair_trials(double precision);

/* Fights n pairs: those of the sampler, numbers first, first + 1, ... With `sampler` NULL they are those in run->pairs
 * and in run->attacks; without attacks they attack without odds. After a stop by the progress callback, run->n pairs
 * have been fought. */
salvo_status pair_run_all(pair_run *run, const army_sampler *sampler, uint64_t first, size_t n, pair_progress *watch,
                          salvo_error *err);
salvo_status pair_run_init(pair_run *run, const unit_pool *pool, size_t n, uint64_t trials, uint32_t stream,
                           salvo_error *err);
void pair_run_free(pair_run *run);

/* For callers that draw armies themselves. The first makes room for n pairs' attacks at odds, if there are any. The
 * second draws pair i, number `number` of the sampler, with its attacks; it returns false if no two armies of such
 * costs were found. */
salvo_status pair_run_attacks(pair_run *run, size_t n, salvo_error *err);
bool pair_run_draw(pair_run *run, size_t i, const army_sampler *sampler, uint64_t number);

/* Keeps the matches of n pairs from now on. */
salvo_status pair_run_keep(pair_run *run, size_t n, salvo_error *err);

/* Fights the n pairs in run->pairs in the calling thread. */
salvo_status pair_run_here(pair_run *run, size_t n, salvo_error *err);

/* Returns whether the match is not fought, because run->like has fought the same one. */
bool pair_match_is_taken(const pair_run *run, size_t number);

/* Returns whether the pair meets in that condition. */
bool pair_meets(const pair_run *run, size_t pair, size_t at);

/* Returns the two armies of the pair that meet in that condition. */
const army_pair *pair_armies(const pair_run *run, size_t pair, size_t at);

/* Returns whether somebody won in the condition; false if the pair does not meet there. */
bool pair_is_won(const pair_run *run, size_t pair, size_t at);

/* Returns the score in a condition; NAN unless somebody won. */
double pair_score(const pair_run *run, size_t pair, size_t at);

#endif
