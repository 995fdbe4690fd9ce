/* The slow reference: every die of every trial thrown, every face looked at, the rule called as it stands. */
#ifndef SALVO_SIMULATE_BY_THE_BOOK_H
#define SALVO_SIMULATE_BY_THE_BOOK_H

#include <salvo/rules.h>

#include "rng/draws.h"

/* Throws one trial, whose draws are at their beginning. Adds to gain (zeroed by the caller); *turn (unless NULL) is the
 * one in which it ended, from 1 on. The outcome, or SALVO_GOES_ON when the trial used up its draws. */
int by_the_book_trial(const salvo_question *question, draws *d, int64_t *gain, uint64_t *turn);

#endif
