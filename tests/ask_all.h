/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook asked everything that it answers, a little of each. */
#ifndef SALVO_TESTS_ASK_ALL_H
#define SALVO_TESTS_ASK_ALL_H

#include <salvo/rules.h>

typedef struct asked {
    unsigned long questions, refused, answers, failures; /* failures: a rule went wrong, or it was too much */
} asked;

/* Asks every procedure with values drawn from `random` (a state of splitmix), exactly and at times by a few trials,
 * the duel, a battle, the card of a unit and a price; adds to the counts. Any status but those of a mistake of the book's or of too
 * much work ends the program. */
void ask_all(const salvo_rulebook *book, uint64_t *random, asked *count);

/* The same of one thing, drawn too: battles and cards at times. */
void ask_any(const salvo_rulebook *book, uint64_t *random, asked *count);

#endif
