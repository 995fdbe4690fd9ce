/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of an option's values with weights: "250,500:2,1000". */
#ifndef SALVO_CLI_WEIGHTED_WORDS_H
#define SALVO_CLI_WEIGHTED_WORDS_H

#include <salvo/error.h>

/* Longer words are cut off: no number, scenario or key is as long. */
enum { WORD_BYTES = 64 };

/* Copies the word up to the next comma. *text moves past the comma, or to NULL at the end. */
void weighted_word_take(const char **text, char word[WORD_BYTES]);

/* Cuts the weight off "500:2". Without a weight it is 1. */
salvo_status weighted_word_cut(const char *option, char *word, double *weight, salvo_error *err);

/* Returns SALVO_BAD_INPUT: a repeated word is more likely a slip than a weight of 2. */
salvo_status weighted_word_twice(const char *option, const char *word, salvo_error *err);

#endif
