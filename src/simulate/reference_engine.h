/* The slow reference: every die of every trial is simulated, and the rule is called as it stands. It needs no list of
 * what can come, so it also runs what is too large to enumerate. */
#ifndef SALVO_SIMULATE_REFERENCE_ENGINE_H
#define SALVO_SIMULATE_REFERENCE_ENGINE_H

#include <salvo/rules.h>

#include "rng/draws.h"
#include "simulate/closed_classes.h"

/* Simulates one trial, whose draws are at their beginning. Adds to gain, which the caller has zeroed. *turn (unless
 * NULL) is the turn in which it ended, from 1 on, or 0 when a limit stopped it. Returns the outcome, or SALVO_GOES_ON
 * when the trial used up its draws. */
int reference_engine_trial(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn);

/* The same, but stops where the chain is proved to go round for ever, with the chain's undecided outcome and *endless
 * set. */
int reference_engine_watched(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn,
                             closed_classes *watch, bool *endless);

/* Called where a turn of a chain begins, the first one too, with what was gained so far. */
typedef struct reference_observer {
    void (*turn_begins)(void *context, const int64_t *gain);
    void *context;
} reference_observer;

/* The same for a chain, with an observer. */
int reference_engine_observed(const salvo_question *question, draws *d, int64_t *gain, const reference_observer *by);

#endif
