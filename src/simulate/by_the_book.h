/* The slow reference: every die of every trial thrown, every face looked at, the rule called as it stands. */
#ifndef SALVO_SIMULATE_BY_THE_BOOK_H
#define SALVO_SIMULATE_BY_THE_BOOK_H

#include <salvo/rules.h>

#include "rng/pcg32.h"

/* Throws one trial. Adds to gain (zeroed by the caller); the outcome, or SALVO_GOES_ON when the trial used up its
 * draws. */
int by_the_book_trial(const salvo_question *question, pcg32 *rng, int64_t *gain);

#endif
