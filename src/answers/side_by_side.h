/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One question with the same words in two rulebooks. The two answers share no dice. */
#ifndef SALVO_ANSWERS_SIDE_BY_SIDE_H
#define SALVO_ANSWERS_SIDE_BY_SIDE_H

#include <salvo/efficiency.h>
#include <salvo/fight.h>

#include "answers/answer.h"

enum { SIDE_FIGURES_MAX = 8 };

typedef struct side_figure {
    const char *key, *name;
    const char *plain; /* its name if the two rulebooks name it differently */
    salvo_figure figure;
    bool absent; /* it does not exist in this rulebook or for this question */
    bool mean;   /* a number; else a probability */
} side_figure;

/* The answer of one rulebook. Its texts live in the memory that it was made with. */
typedef struct side_answer {
    const salvo_rulebook *book;
    const char *a, *b, *range;
    const char *asked;      /* in the rulebook's own words */
    const char *conditions; /* for fire: the words that ask the same; or NULL */
    const char *remark;
    const struct held_up *held_up;
    const salvo_procedure *procedure;
    const salvo_answer *answer;
    side_figure figures[SIDE_FIGURES_MAX]; /* the same ones in both */
    size_t n_figures;
    document_function *document; /* the JSON of `whole`; NULL: the sides, the range and the figures */
    const void *whole;
} side_answer;

/* The outcomes of a duel and the number of turns, by the keys of its document. */
enum { DUEL_FIGURES = 5 };
void duel_figures(named_figure figures[DUEL_FIGURES], const salvo_duel *duel);

/* Each borrows its source. Texts are NULL if memory is out. */
side_answer side_of_duel(const salvo_duel *duel, salvo_arena *memory);
side_answer side_of_battle(const salvo_battle *battle, salvo_arena *memory);
side_answer side_of_fire(const salvo_efficiency *fire,
                         salvo_arena *memory); /* of one unit at one target from one range */

typedef struct side_by_side {
    const char *kind; /* "duels": the key of both in JSON */
    side_answer sides[2];
    const char *const *left_out; /* words for which the second rulebook has no parameter */
    size_t n_left_out;
} side_by_side;

extern const answer_kind SIDE_BY_SIDE_ANSWER;

#endif
