/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinguishes turns. A counted walk knows the turn in which a trial ends, and only needs a count for each turn. Any
 * other walk is unfolded into a copy for every turn, so that the class in which a trial ends implies the turn. Every
 * class has the same row in every copy, so trials take the same way as before. */
#ifndef SALVO_SIMULATE_TURNS_H
#define SALVO_SIMULATE_TURNS_H

#include "simulate/walk.h"

/* The endings of an unfolded walk: those of turn 1, of turn 2 ..., those of all later turns and, if there is a limit,
 * the one for trials that it stops. */
typedef struct turns {
    uint32_t told_apart; /* 0: the walk is unchanged */
    uint32_t endings;    /* in one turn */
} turns;

/* Unfolds up to `most` turns, or fewer if the kernels have no room; *t has the number. On failure the walk is
 * unchanged. */
salvo_status turns_unfold(turns *t, walk *w, size_t most, salvo_error *err);

/* The turn of ending i; 0 if it is not distinguished. */
static inline uint32_t turns_of(const turns *t, size_t result)
{
    size_t turn = t->endings ? result / t->endings + 1 : 0;

    return turn <= t->told_apart ? (uint32_t)turn : 0;
}

#endif
