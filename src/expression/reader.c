/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 16 };

/* Columns begin at 1 and count characters: the bytes that continue one are not counted. */
static int column_of(const char *text, const char *at)
{
    int column = 1;

    for (; text < at; text++)
        column += ((unsigned char)*text & 0xC0) != 0x80;
    return column;
}

/* Only the first fault is reported. */
void reader_fail(reader *r, const char *at, const char *format, ...)
{
    char text[SALVO_ERROR_TEXT];
    va_list values;

    if (r->status != SALVO_OK)
        return;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    r->status = salvo_fail_at(r->err, SALVO_BAD_INPUT, "expression", 1, column_of(r->text, at), "%s", text);
}

/* isalpha() depends on the locale, and an expression must not. */
bool reader_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool reader_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void reader_skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

/* Takes the sign if it is next. */
bool reader_take_sign(reader *r, const char *sign)
{
    reader_skip_blanks(r);
    if (strncmp(r->at, sign, strlen(sign)) != 0)
        return false;
    r->at += strlen(sign);
    return true;
}

static size_t word_length(const char *at)
{
    size_t length = 0;

    while (reader_is_letter(at[length]))
        length++;
    return length;
}

/* Takes the word if it is next. It must be a whole word, so that "d" is not the beginning of "drop". */
bool reader_take_word(reader *r, const char *word)
{
    reader_skip_blanks(r);
    if (word_length(r->at) != strlen(word) || strncasecmp(r->at, word, strlen(word)) != 0)
        return false;
    r->at += strlen(word);
    return true;
}

void reader_expect(reader *r, const char *sign, const char *what)
{
    if (!reader_take_sign(r, sign))
        reader_fail(r, r->at, "%s was expected %s", strcmp(sign, ",") == 0 ? "a comma" : sign, what);
}

/* Reports the text in place of what was expected. */
void reader_fail_here(reader *r, const char *expected)
{
    size_t length;

    reader_skip_blanks(r);
    length = word_length(r->at);
    if (!*r->at)
        reader_fail(r, r->at, "the expression ends where %s was expected", expected);
    else if (length)
        reader_fail(r, r->at, "%s was expected, not '%.*s'", expected, length < WORD_MAX ? (int)length : WORD_MAX,
                    r->at);
    else
        reader_fail(r, r->at, "%s was expected", expected);
}

bool reader_number_follows(reader *r)
{
    reader_skip_blanks(r);
    return reader_is_digit(*r->at);
}

/* Digits beyond the greatest number are skipped and not added, so that no input overflows; the message then names the
 * limits. */
int64_t reader_number(reader *r, const char *what, int64_t least, int64_t most)
{
    const char *begin;
    int64_t number = 0;

    if (!reader_number_follows(r)) {
        reader_fail_here(r, what);
        return least;
    }
    for (begin = r->at; reader_is_digit(*r->at); r->at++)
        number = number > SALVO_EXPRESSION_NUMBER_MAX ? number : 10 * number + (*r->at - '0');
    /* "2.5" would otherwise be reported as an unexpected sign after the number. */
    if (*r->at == '.' && reader_is_digit(r->at[1]))
        reader_fail(r, begin, "a whole number was expected");
    if (number >= least && number <= most)
        return number;
    reader_fail(r, begin, "%s must be from %lld to %lld", what, (long long)least, (long long)most);
    return least;
}
