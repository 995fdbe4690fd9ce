/* A question of any procedure: its required parameters with the first value that will do, all else by default. */
#ifndef SALVO_TESTS_FIRST_QUESTION_H
#define SALVO_TESTS_FIRST_QUESTION_H

#include <salvo/rules.h>

enum { WORDS_MAX = 32, WORD_MAX = 128 };

typedef struct words {
    char text[WORDS_MAX][WORD_MAX];
    size_t n;
} words;

void add_word(words *w, const char *key, const char *value);

/* The value that the procedure's parameter starts with in place of the first one; or NULL. */
const char *start_of(const salvo_procedure *procedure, const char *key);

words first_question(const salvo_rulebook *book, const salvo_procedure *procedure);
salvo_status ask_words(salvo_question *question, const salvo_rulebook *book, const salvo_procedure *procedure,
                       const words *w, salvo_error *err);

#endif
