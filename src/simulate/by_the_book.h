/* The slow reference: every die of every trial thrown, every face looked at, the rule called as it stands. It needs no
 * list of what can come, so it also runs what is too large to enumerate. */
#ifndef SALVO_SIMULATE_BY_THE_BOOK_H
#define SALVO_SIMULATE_BY_THE_BOOK_H

#include <salvo/rules.h>

#include "rng/draws.h"
#include "simulate/stalemate.h"

/* Throws one trial, whose draws are at their beginning. Adds to gain (zeroed by the caller); *turn (unless NULL) is the
 * one in which it ended, from 1 on, or 0
 * when a limit stopped it. The outcome, or SALVO_GOES_ON when the trial used up its draws. */
int by_the_book_trial(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn);

/* The same with an eye on where the chain goes round for ever: there the trial stops with the chain's undecided outcome,
 * and *endless is set. */
int by_the_book_watched(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn, stalemate *watch,
                        bool *endless);

/* Whoever looks on where a turn of a chain begins, the first one too: at what was gained so far. */
typedef struct book_onlooker {
    void (*turn_begins)(void *context, const int64_t *gain);
    void *context;
} book_onlooker;

/* The same for a chain, with somebody looking on. */
int by_the_book_told(const salvo_question *question, draws *d, int64_t *gain, const book_onlooker *by);

#endif
