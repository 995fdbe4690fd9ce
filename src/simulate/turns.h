/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells turns apart. A counted walk knows the turn in which a trial ends, and only needs a place for each turn to be
 * counted in. Any other walk is unfolded into a copy of itself for every turn, so that the class in which a trial ends
 * tells when it ended. Every class draws from the same row in every copy, so a trial goes the same way as before. */
#ifndef SALVO_SIMULATE_TURNS_H
#define SALVO_SIMULATE_TURNS_H

#include "simulate/walk.h"

/* The endings of an unfolded walk: those of turn 1, of turn 2 ..., those of all later turns, and at last the one for
 * trials that the limit stops, where there is a limit. */
typedef struct turns {
    uint32_t told_apart; /* 0: the walk is as it was */
    uint32_t endings;    /* of one turn */
} turns;

/* Unfolds up to `most` turns, fewer where the kernels have no room for them; *t says how many. On failure the walk is
 * as it was. */
salvo_status turns_unfold(turns *t, walk *w, size_t most, salvo_error *err);

/* The turn of ending i, 0 for one that is not told apart. */
static inline uint32_t turns_of(const turns *t, size_t ending)
{
    size_t turn = t->endings ? ending / t->endings + 1 : 0;

    return turn <= t->told_apart ? (uint32_t)turn : 0;
}

#endif
