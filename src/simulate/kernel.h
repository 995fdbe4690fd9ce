/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot loops. The one text in kernel.c is compiled for each instruction set. Every variant has the same tallies,
 * because they are whole numbers and every draw has its address. Trial numbers must be below PCG32_TRIALS_MAX. */
#ifndef SALVO_SIMULATE_KERNEL_H
#define SALVO_SIMULATE_KERNEL_H

#include "base/wide.h"
#include "simulate/walk.h"

/* Consecutive trials of one seed. */
typedef struct trial_range {
    uint64_t seed;
    uint64_t first, count;
} trial_range;

enum { ROLL_CELLS_MAX = 64 };

/* A roll of at most ROLL_CELLS_MAX different results. Result k occurs if the trial's one word is at least threshold[k]
 * and below threshold[k + 1]. threshold[0] is 0. */
typedef struct roll_odds {
    uint32_t n;
    uint32_t threshold[ROLL_CELLS_MAX];
} roll_odds;

/* The tally of walks: how many ended in each class (by class - n_live), and the sums of the gains and of their
 * squares. Each trial's gain is one term. For a counted walk only the counts are summed, as gain 0. */
typedef struct walk_tally {
    uint64_t *ended;
    struct {
        wide sum, squares;
    } gain[SALVO_EXPECTATIONS_MAX];
    bool too_long; /* a trial took more than steps_max: the tally must not be used */
} walk_tally;

typedef struct kernel {
    const char *name;                        /* its name in --isa */
    bool (*runs_here)(void);                 /* whether this machine has the instructions */
    uint32_t (*words)(const trial_range *s); /* the exclusive or of the trials' first words */
    void (*roll)(const roll_odds *odds, const trial_range *s, uint64_t at_least[ROLL_CELLS_MAX]);
    /* For a walk in lanes, and fewer than 2^32 trials. */
    void (*walk)(const walk *w, const trial_range *s, walk_tally *tally);
} kernel;

enum { KERNELS_MAX = 8 };

/* Fills `here` with the kernels that run on this machine, the widest first, and returns their number. The last one
 * runs everywhere. */
size_t kernels_here(const kernel *here[KERNELS_MAX]);

/* Finds the kernel called `isa`; NULL and "auto" mean the widest. Returns SALVO_BAD_INPUT if it does not run here. */
salvo_status kernel_find(const char *isa, const kernel **found, salvo_error *err);

#endif
