/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question of any procedure: its required parameters with the first value that will do, all else by default. */
#ifndef SALVO_TESTS_FIRST_QUESTION_H
#define SALVO_TESTS_FIRST_QUESTION_H

#include <salvo/rules.h>

enum { WORDS_MAX = 32, WORD_MAX = 128 };

typedef struct word_list {
    char text[WORDS_MAX][WORD_MAX];
    size_t n;
} word_list;

void add_word(word_list *w, const char *key, const char *value);

/* The value that the procedure's parameter starts with in place of the first one; or NULL. */
const char *start_of(const salvo_procedure *procedure, const char *key);

/* The first row that the parameter can name. */
const char *first_name(const salvo_rulebook *book, const salvo_parameter *p);

word_list first_question(const salvo_rulebook *book, const salvo_procedure *procedure);
salvo_status ask_words(salvo_question *question, const salvo_rulebook *book, const salvo_procedure *procedure,
                       const word_list *w, salvo_error *err);

#endif
