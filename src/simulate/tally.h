/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What engines count. There is one tally for all of them: how trials ended, and their gains. Each thread has its own.
 * All numbers are whole, so tallies add up in any order, with the same bytes at the end. */
#ifndef SALVO_SIMULATE_TALLY_H
#define SALVO_SIMULATE_TALLY_H

#include <salvo/rules.h>

#include "base/intern_table.h"
#include "share/packed.h"
#include "simulate/statistics.h"

/* One way in which trials ended. */
typedef struct ending {
    int outcome;
    uint32_t turn; /* 0: not distinguished */
    uint64_t count;
} ending;

typedef struct tally {
    uint64_t trials;
    uint64_t *results; /* how often each result occurred that the engine knows in advance, by its number */
    size_t n_results;
    intern_table seen; /* all others: the outcome and turn of each ending that occurred, in no fixed order ... */
    uint64_t *times;   /* ... and how often */
    size_t times_capacity;
    salvo_moments gain[SALVO_EXPECTATIONS_MAX]; /* unless gains follow from the results */
    size_t n_gains;
    uint64_t endless; /* trials that would never have ended */
    uint64_t thrown;  /* draws and dice of the reference engine, as in draws */
} tally;

/* Makes an empty tally. Returns false if memory is out; call tally_free in any case. */
bool tally_init(tally *t, size_t n_results, size_t n_gains);
void tally_free(tally *t); /* accepts a zeroed one */

/* Adds a tally of known results only. */
void tally_add(tally *t, const tally *more);

/* Writes the tally, or adds what it reads: either known results or those that occurred, of the reference engine. */
void tally_pack(tally *t, packed *p);

/* Counts endings that were not known in advance. Returns false if memory is out. */
bool tally_note(tally *t, int outcome, uint32_t turn, uint64_t times);

/* Returns ending `i` of those that occurred. */
ending tally_seen(const tally *t, size_t i);

#endif
