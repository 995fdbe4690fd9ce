/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one interface of all engines. An engine is prepared for a question, makes any range of its trials into a tally,
 * and knows what the tally says. Tallies are added up by packing one and reading it into the other. Engines are
 *   tables          a chain or roll as alias tables, walked by the kernels (walk_engine.h); a battle of one against
 *                   one is such a walk, too (fight/battle_walk.c),
 *   battle kernels  whole battles side by side (fight/battle_engine.c),
 *   reference       every die of every trial, by the rules themselves (reference_trials.c).
 * All of them draw from addresses (seed, trial, draw). */
#ifndef SALVO_SIMULATE_ENGINE_H
#define SALVO_SIMULATE_ENGINE_H

#include <salvo/simulate.h>

#include "simulate/kernel.h"
#include "simulate/tally.h"

typedef struct engine engine;

/* What an engine does. Threads may share an engine that is prepared; each has its own tally. */
typedef struct engine_kind {
    const char *job;    /* the name of its trials in a store */
    uint64_t block_max; /* the most trials that a thread takes at a time: some milliseconds */

    /* Prepares a zeroed e->own, and sets the engine's name, turns and limit. Returns SALVO_TOO_LARGE, with the reason,
     * to leave the question to the next engine. */
    salvo_status (*prepare)(engine *e, const salvo_plan *plan, salvo_error *err);
    void (*free)(void *own); /* also after a failure; accepts NULL. NULL: the kind has nothing of its own */

    tally *(*tally_new)(const engine *e); /* NULL: memory is out */
    void (*tally_free)(tally *t);
    /* Adds the trials to the tally. Returns SALVO_TOO_LARGE if one used up its draws. */
    salvo_status (*run)(const engine *e, const trial_range *trials, tally *to, salvo_error *err);
    void (*pack)(tally *t, packed *p);                 /* writes the tally, or adds what it reads */
    uint64_t (*work)(const engine *e, const tally *t); /* in the unit of a plan's work_max */

    /* Results. The outcome and turn of a known one; whether gain k has a mean, its moments, and the range of one
     * trial's, as far as the engine can bound it. */
    ending (*result)(const engine *e, size_t i);
    bool (*has_mean)(const engine *e, const tally *t, size_t k);
    salvo_moments (*moments)(const engine *e, const tally *t, size_t k);
    salvo_interval (*range)(const engine *e, const tally *t, size_t k);
} engine_kind;

/* The engines of questions. */
extern const engine_kind WALK_ENGINE, REFERENCE_ENGINE;

struct engine {
    const engine_kind *kind;
    const salvo_question *question; /* borrowed */
    void *own;                      /* the kind's */
    const char *name;               /* the kernel's, or "by-the-book" */
    size_t turns_told;              /* turns up to this one are distinguished; 0: none */
    bool limited;                   /* it may take long: the plan's work_max applies */
    char why[SALVO_ERROR_TEXT];     /* why the last of the kinds runs although nobody asked for it; or "" */
};

/* The last of the kinds is a reference engine and takes every question. It runs if the plan asks for it, and if the
 * question is too large for all others; otherwise the first that takes the question runs. `kinds` ends with NULL. Call
 * engine_free in any case. */
salvo_status engine_choose(engine *e, const engine_kind *const *kinds, const salvo_question *question,
                           const salvo_plan *plan, salvo_error *err);
void engine_free(engine *e); /* accepts a zeroed one */

/* The endings that the engine knows, also with a count of 0, and all others that occurred. Several may have the same
 * outcome and turn. */
static inline size_t engine_endings(const tally *t)
{
    return t->n_results + t->seen.count;
}
ending engine_ending(const engine *e, const tally *t, size_t i);

/* Lists the *n outcomes, ascending, each once, without turns. `occurred`: without those that have a count of 0. The
 * caller frees the list; NULL if memory is out. */
ending *engine_outcomes(const engine *e, const tally *t, bool occurred, size_t *n);

#endif
