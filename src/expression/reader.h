/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An expression's text, read sign by sign and word by word. The first failure is kept, and reading continues to the end
 * without harm. All functions check or tolerate a failed status, so none needs to report one. */
#ifndef SALVO_EXPRESSION_READER_H
#define SALVO_EXPRESSION_READER_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/dice_expression.h>

typedef struct reader {
    struct dice_expression *e; /* the result */
    const char *text, *at;
    int depth; /* of brackets */
    salvo_status status;
    salvo_error *err;
} reader;

/* Notes the failure at that place of the text, unless there is one. */
void reader_fail(reader *r, const char *at, const char *format, ...) SALVO_PRINTF(3, 4);

/* Notes a failure about the text in place of what was expected. */
void reader_fail_here(reader *r, const char *expected);

bool reader_is_letter(char c);
bool reader_is_digit(char c);
void reader_skip_blanks(reader *r);

/* Takes the sign, or the whole word, if it is next. */
bool reader_take_sign(reader *r, const char *sign);
bool reader_take_word(reader *r, const char *word);
void reader_expect(reader *r, const char *sign, const char *what);

bool reader_number_follows(reader *r);
int64_t reader_number(reader *r, const char *what, int64_t least, int64_t most);

#endif
