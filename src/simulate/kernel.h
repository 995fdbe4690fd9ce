/* The hot loops. Compiled once for each instruction set from the one text in kernel.c; every variant gives the same
 * tallies, because they are whole numbers and every draw has its address. Trials at PCG32_TRIALS_MAX and beyond do not
 * exist. */
#ifndef SALVO_SIMULATE_KERNEL_H
#define SALVO_SIMULATE_KERNEL_H

#include "simulate/walk.h"

/* Consecutive trials of one seed. */
typedef struct stretch {
    uint64_t seed;
    uint64_t first, count;
} stretch;

enum { ROLL_CELLS_MAX = 64 };

/* A roll of at most ROLL_CELLS_MAX different results: result k comes when the trial's one word is at least
 * threshold[k] and below threshold[k + 1]. threshold[0] is 0. */
typedef struct roll_odds {
    uint32_t n;
    uint32_t threshold[ROLL_CELLS_MAX];
} roll_odds;

__extension__ typedef unsigned __int128 wide_sum;

/* What walks add up to. `ended` by class - n_live; steps over all trials, and their squares trial by trial. */
typedef struct walk_tally {
    uint64_t *ended;
    uint64_t steps;
    wide_sum steps_squared;
    bool too_long; /* a trial used up the draws that it owns: the tally is worthless */
} walk_tally;

typedef struct kernel {
    const char *name;        /* as --isa calls it */
    bool (*runs_here)(void); /* does this machine have it */
    void (*roll)(const roll_odds *odds, const stretch *s, uint64_t at_least[ROLL_CELLS_MAX]);
    void (*walk)(const walk *w, const stretch *s, walk_tally *tally); /* of a walk that is uniform */
} kernel;

enum { KERNELS_MAX = 8 };

/* The kernels that run on this machine, the widest first; the last one runs everywhere. How many. */
size_t kernels_here(const kernel *here[KERNELS_MAX]);

/* The kernel called `isa`; NULL and "auto" mean the widest. SALVO_BAD_INPUT when it does not run here. */
salvo_status kernel_find(const char *isa, const kernel **found, salvo_error *err);

#endif
