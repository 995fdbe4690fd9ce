/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that ask a ruleset's fire adapter about one row's fire at another. */
#ifndef SALVO_SELECTION_FIRE_H
#define SALVO_SELECTION_FIRE_H

#include <salvo/arena.h>
#include <salvo/selection.h>
#include <salvo/text.h>

/* The possible firers and targets, and the words that hold for all. */
typedef struct fire {
    const salvo_rulebook *book;
    const salvo_procedure *procedure;
    salvo_unit_set firers, targets;
    const char *const *words; /* the user's */
    size_t n_words;
} fire;

/* SALVO_BAD_INPUT if the ruleset has no fire adapter, or a word sets the range, the target or a shot. */
salvo_status fire_init(fire *f, const salvo_rulebook *book, const char *const *words, size_t n_words, salvo_error *err);

/* SALVO_BAD_INPUT if a user's word sets the firer itself. A word may replace what a unit carries. */
salvo_status fire_check_firer(const fire *f, size_t firer, salvo_error *err);

/* Returns the greatest number of words from fire_words. */
size_t fire_words_max(const fire *f);

/* Writes the words for that firer and that target, without the range, to `words`. Returns their number; 0 if memory is
 * out. */
size_t fire_words(const fire *f, size_t firer, size_t target, salvo_arena *memory, const char **words);

/* By parameter of a question from fire_words: whether firer, target and range neither set it nor decide its default, so
 * that all fire with these words has that value. NULL if memory is out. */
bool *fire_conditions(const fire *f, const salvo_question *asked, salvo_arena *memory);

/* Adds all of them as words that ask the same: "moving=yes cover=none". */
void fire_conditions_words(salvo_text *text, const salvo_question *asked, const bool *conditions);

/* Adds a line of the given ones, and a line of the defaults. */
void fire_conditions_put(salvo_text *text, const salvo_question *asked, const bool *conditions);

#endif
