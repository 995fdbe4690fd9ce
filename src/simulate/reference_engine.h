/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slow reference: it simulates every die of every trial, and calls the rules directly. It needs no list of
 * possible results, so it also runs what is too large to enumerate. */
#ifndef SALVO_SIMULATE_REFERENCE_ENGINE_H
#define SALVO_SIMULATE_REFERENCE_ENGINE_H

#include <salvo/rules.h>

#include "rng/draws.h"
#include "simulate/closed_classes.h"

/* Simulates one trial, whose draws are at their beginning. Adds to gain, which the caller has zeroed. *turn (unless
 * NULL) is the turn in which the trial ended, from 1 on, or 0 if a limit stopped it. Returns the outcome, or
 * SALVO_CONTINUES if the trial used up its draws. */
int reference_engine_trial(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn);

/* The result of a trial. */
typedef struct reference_trial {
    int outcome;
    bool endless; /* it certainly never ends: its outcome is the chain's undecided one, and it has no gains */
    uint64_t turn;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} reference_trial;

/* The same, but uses `watch` to find what never ends. A zeroed watch is prepared for the question; NULL finds nothing.
 * Returns SALVO_TOO_LARGE if the trial used up its draws. */
salvo_status reference_engine_throw(reference_trial *trial, const salvo_question *question, draws *d,
                                    closed_classes *watch, salvo_error *err);

/* Parts of it, for a caller that makes the same trials (known_chain). The maximum number of steps of a trial. The
 * stream of a throw by its place in the turn, if the chain does not define one. The faces of dice, each from its own
 * words. */
enum {
    REFERENCE_STEPS_MAX = DRAWS_TRIAL_WORDS / (SALVO_DICE_MAX + 1) - 1
}; /* with room for words that are drawn again */
uint32_t reference_engine_stream(uint32_t place);

/* Dice results in the time of one call to a script, as measured. */
enum { RESULTS_FOR_SCRIPT = 4 };

/* Returns the work of `thrown` dice and throws (draws), in the unit of a plan's work_max. `book` may be NULL. */
uint64_t reference_engine_work(const salvo_rulebook *book, uint64_t thrown);
salvo_status reference_engine_too_long(const salvo_question *question, salvo_error *err);
void reference_engine_dice(const salvo_dice *dice, draws *d, uint32_t stream, uint8_t *faces);

/* Called when a turn of a chain begins, including the first, with the gains so far. */
typedef struct reference_observer {
    void (*turn_begins)(void *context, const int64_t *gain);
    void *context;
} reference_observer;

/* The same for a chain, with an observer. */
int reference_engine_observed(const salvo_question *question, draws *d, int64_t *gain, const reference_observer *by);

#endif
