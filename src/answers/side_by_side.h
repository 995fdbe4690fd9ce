/* One duel in two rulebooks: two answers to the same words, which share no dice. */
#ifndef SALVO_ANSWERS_SIDE_BY_SIDE_H
#define SALVO_ANSWERS_SIDE_BY_SIDE_H

#include <salvo/fight.h>

#include "answers/answer.h"

typedef struct side_by_side {
    const salvo_duel *duels[2];
    const char *const *left_out; /* words that the second rulebook has no parameter for */
    size_t n_left_out;
} side_by_side;

extern const answer_kind SIDE_BY_SIDE_ANSWER;

#endif
