/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes, for compiling a walk: what a step leads to. */
#ifndef SALVO_SIMULATE_WALK_CLASSES_H
#define SALVO_SIMULATE_WALK_CLASSES_H

#include "simulate/rows.h"
#include "simulate/steps.h"
#include "simulate/walk.h"

#define WALK_NO_CLASS UINT32_MAX

/* The data of compiling, which is freed at its end. */
typedef struct walk_builder {
    const state_graph *graph;
    steps steps;
    uint32_t *class_of; /* by arrival; WALK_NO_CLASS if no step has it as a result */
    uint32_t *count_of; /* by arrival */
    rows rows;
    int undecided; /* the outcome of a trial that never ends */
} walk_builder;

/* Numbers the classes of w; those that go on come first. Sets whether the walk is counted, and the gain of a count.
 * Returns SALVO_TOO_LARGE if there are more than WALK_CLASSES_MAX. */
salvo_status walk_classes_find(walk_builder *b, walk *w, salvo_error *err);

/* Notes for each class its gain, whether it ends a turn, and the outcome with which it ends the trial. */
salvo_status walk_classes_note(walk_builder *b, walk *w, salvo_error *err);

/* Bits of a number below n. */
static inline uint32_t walk_bits_for(size_t n)
{
    uint32_t bits = 0;

    while ((size_t)1 << bits < n)
        bits++;
    return bits;
}

/* Unsigned, because the size of INT64_MIN does not fit int64_t. */
static inline uint64_t walk_gain_size(int64_t x)
{
    return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

#endif
