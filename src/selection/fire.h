/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that ask a ruleset's fire adapter about one row's fire at another. */
#ifndef SALVO_SELECTION_FIRE_H
#define SALVO_SELECTION_FIRE_H

#include <salvo/arena.h>
#include <salvo/selection.h>
#include <salvo/text.h>

/* Who may fire at whom, and the words that hold for all. */
typedef struct fire {
    const salvo_rulebook *book;
    const salvo_procedure *procedure;
    salvo_unit_set firers, targets;
    const char *const *words; /* the user's */
    size_t n_words;
} fire;

/* SALVO_BAD_INPUT when the ruleset has no fire adapter, or a word gives the range, the target or a shot. */
salvo_status fire_init(fire *f, const salvo_rulebook *book, const char *const *words, size_t n_words, salvo_error *err);

/* SALVO_BAD_INPUT when a word of the user's gives the firer itself. What a unit carries, a word may replace. */
salvo_status fire_check_firer(const fire *f, size_t firer, salvo_error *err);

/* The greatest number of words that fire_words gives. */
size_t fire_words_max(const fire *f);

/* Writes the words of that firer and that target, without the range, to `words`. Returns their number; 0 when memory is
 * out. */
size_t fire_words(const fire *f, size_t firer, size_t target, salvo_arena *memory, const char **words);

/* By parameter of a question that fire_words asked: whether neither who fires, nor at whom, nor the range gives it or
 * decides about its default, so that all fire asked with these words has that value. NULL when memory is out. */
bool *fire_conditions(const fire *f, const salvo_question *asked, salvo_arena *memory);

/* All of them as words that ask the same: "moving=yes cover=none". */
void fire_conditions_words(salvo_text *text, const salvo_question *asked, const bool *conditions);

/* A line of what was given of them, and one of what they are by default. */
void fire_conditions_put(salvo_text *text, const salvo_question *asked, const bool *conditions);

#endif
