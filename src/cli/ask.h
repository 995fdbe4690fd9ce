/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question of a subject, asked with the options of a context. Whatever the subject is, its question can be answered,
 * explained, compared and so on. */
#ifndef SALVO_CLI_ASK_H
#define SALVO_CLI_ASK_H

#include <salvo/fight.h>
#include <salvo/rules.h>
#include <salvo/selection.h>

#include "cli/subject.h"

/* The rulebook that a subject is asked in. Dice are in none: then the book is zeroed. */
typedef struct subject_book {
    salvo_rulebook book;
    const salvo_procedure *procedure; /* of a procedure or a duel; else NULL */
} subject_book;

/* Opens the book as the options say. On failure there is nothing to close. */
salvo_status subject_open(subject_book *to, context *x, const subject *s, salvo_error *err);
void subject_close(subject_book *of);

/* A question with what it was asked with. It borrows the book and the context's words. */
typedef struct asked {
    const salvo_question *question;
    const salvo_fire_list *fires;  /* of fire ... */
    const salvo_fire_plan *fire;   /* ... with its plan; else NULL */
    const salvo_battle_plan *plan; /* of a battle; else NULL */
    bool of_battle;
    salvo_question own, total;
    salvo_fire_list list;
    salvo_fire_plan fire_plan;
    salvo_battle_plan battle_plan;
} asked;

/* Asks the question in the book, with --totals of its total. It points into itself, so it must not move. On failure
 * there is nothing to free. */
salvo_status asked_make(asked *a, context *x, const subject *s, const salvo_rulebook *book,
                        const salvo_procedure *procedure, salvo_error *err);
void asked_free(asked *a); /* accepts a zeroed one */

/* Opens, asks, calls `use`, frees and closes. */
typedef salvo_status use_asked(context *x, const asked *a, salvo_error *err);
salvo_status subject_ask(context *x, const subject *s, use_asked *use, salvo_error *err);

/* Answers the subject as the command of its kind does: salvo odds, duel, battle, fire or dice. */
salvo_status subject_answer(context *x, const subject *s, salvo_error *err);

/* Compares two questions and reports it. Without --method it uses `usual`; if that is too large, it simulates them on
 * the same dice. A comparison is of outcomes, and lists no turns. */
salvo_status answer_comparison(context *x, const salvo_question *first, const salvo_question *second,
                               salvo_method usual, salvo_error *err);

/* Collects the words of a duel: those of the command line, then --range, --first, --cover-a, --cover-b and --turns as
 * parameters of the rulebook's duel. If `adapter` is NULL, it collects the words only. */
salvo_status duel_words(list *words, context *x, const salvo_duel_adapter *adapter, salvo_error *err);

/* Adds those options only. GIVEN takes the values before "--", CHANGED those after it. Both together take the changed
 * value if there is one, else the given value. */
enum { GIVEN = 1, CHANGED = 2 };
void duel_options_put(list *words, context *x, const salvo_duel_adapter *adapter, unsigned which);

#endif
