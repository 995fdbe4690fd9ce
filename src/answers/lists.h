/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists: rulebooks, their procedures, their tables, a card, and the words that rules in Lua may use. */
#ifndef SALVO_ANSWERS_LISTS_H
#define SALVO_ANSWERS_LISTS_H

#include <salvo/report.h>

#include "answers/answer.h"
#include "checks/checks.h"

/* Rulebooks, for RULESETS_ANSWER, PROCEDURES_ANSWER and CHECK_ANSWER. */
typedef struct book_list {
    const salvo_rulebook *at;
    size_t n;
    const char *chapter; /* of the listed procedures; NULL: all */
    /* For RULESETS_ANSWER: the place of each rulebook, a folder or "salvo"; the errors of the rulebooks that could not
     * be opened and are zeroed, and their ids. NULL: the places are unknown, and no rulebook is zeroed. */
    const char *const *sources;
    const salvo_error *faults;
    const char *const *ids;       /* an id may be NULL */
    const rulebook_check *checks; /* for CHECK_ANSWER: the results of the checks; or NULL */
} book_list;

/* The rows of a table, or of two, for TABLES_ANSWER. */
typedef struct table_list {
    const salvo_table *table, *more; /* `more` may be NULL: none */
    const char *nation;              /* NULL: every row */
} table_list;

/* Returns the units of a rulebook: all, or those of one row of the nations table. */
table_list list_of_units(const salvo_rulebook *book, const size_t *nation);

/* A unit's card, for CARD_ANSWER. */
typedef struct owned_card {
    const salvo_rulebook *book;
    const salvo_card *card;
} owned_card;

/* Puts the table's rows into the sheet's columns of the same names, and leaves the others empty. `nation` NULL: every
 * row. */
void add_table_rows(sheet *s, const salvo_table *table, const char *nation);

/* Adds a row for each table of the rulebook: its name, file, number of rows, contents and section. */
sheet *add_table_list(page *p, const salvo_store *store);

/* Returns whether the procedure is the first one of its chapter. */
bool is_first_of_chapter(const salvo_ruleset *ruleset, size_t procedure);

extern const answer_kind RULESETS_ANSWER, PROCEDURES_ANSWER, CHECK_ANSWER, TABLES_ANSWER, CARD_ANSWER;

/* The tables of a rulebook. The answer is its salvo_store. */
extern const answer_kind BOOK_TABLES_ANSWER;

/* What the manual of a rulebook is written from, for MANUAL_ANSWER. */
typedef struct manual {
    const salvo_rulebook *book;
    salvo_question field; /* the field of its battles, with all values by default */
} manual;

/* Borrows the rulebook. Call manual_close in any case. */
salvo_status manual_open(manual *m, const salvo_rulebook *book, salvo_error *err);
void manual_close(manual *m);

extern const answer_kind MANUAL_ANSWER;

/* The words for rules in Lua. The answer is NULL. */
extern const answer_kind RULE_WORDS_ANSWER;

#endif
