/* The slow reference: every die of every trial thrown, every face looked at, the rule called as it stands. It needs no
 * list of what can come, so it also runs what is too large to enumerate. */
#ifndef SALVO_SIMULATE_REFERENCE_ENGINE_H
#define SALVO_SIMULATE_REFERENCE_ENGINE_H

#include <salvo/rules.h>

#include "rng/draws.h"
#include "simulate/closed_classes.h"

/* Throws one trial, whose draws are at their beginning. Adds to gain (zeroed by the caller); *turn (unless NULL) is the
 * one in which it ended, from 1 on, or 0
 * when a limit stopped it. The outcome, or SALVO_GOES_ON when the trial used up its draws. */
int reference_engine_trial(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn);

/* The same with an eye on where the chain goes round for ever: there the trial stops with the chain's undecided outcome,
 * and *endless is set. */
int reference_engine_watched(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn,
                             closed_classes *watch, bool *endless);

/* Whoever looks on where a turn of a chain begins, the first one too: at what was gained so far. */
typedef struct reference_observer {
    void (*turn_begins)(void *context, const int64_t *gain);
    void *context;
} reference_observer;

/* The same for a chain, with somebody looking on. */
int reference_engine_observed(const salvo_question *question, draws *d, int64_t *gain, const reference_observer *by);

#endif
