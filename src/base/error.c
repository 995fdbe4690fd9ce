/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A message may quote what users typed or files contain: any bytes of any length. It is made plain (one line of
 * visible characters). Long words in it are shortened, so that the helpful part is not cut off. */
#include <salvo/error.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/utf8.h"

/* The longest word that is shown in full; the bytes that are kept of a longer one; the length at which a message is
 * cut before that. */
enum { WORD_MAX = 80, WORD_KEPT = 60, WHOLE_MAX = 8192 };
static const char ELLIPSIS[] = "...";

static const char CLOSING[] = "';:,.?)"; /* characters that may follow a word without a blank */

static bool ends_word(char c)
{
    return c == '\0' || c == ' ';
}

/* The length of the first word. A quoted name extends to its closing quote, with its blanks; any other word to the
 * next blank. */
static size_t word_length(const char *text)
{
    const char *end = *text == '\'' ? strchr(text + 1, '\'') : NULL;
    size_t length = 1;

    /* Skips a quote inside the name: no end of word follows it. */
    while (end && !ends_word(end[1]) && !strchr(CLOSING, end[1]))
        end = strchr(end + 1, '\'');
    if (end)
        length = (size_t)(end + 1 - text);
    while (*text != ' ' && !ends_word(text[length]))
        length++;
    return length;
}

/* The number of bytes of a long word that are kept, without splitting a character. */
static size_t kept_of(const char *word)
{
    size_t kept = WORD_KEPT;

    while (kept > 0 && ((unsigned char)word[kept] & 0xC0) == 0x80) /* continuation bytes of UTF-8 */
        kept--;
    return kept;
}

/* The place of the characters that close a long word: its quote, a comma. */
static size_t closing_of(const char *word, size_t length)
{
    size_t at = length;

    while (at > WORD_MAX && strchr(CLOSING, word[at - 1]))
        at--;
    return at;
}

/* Returns the new length. */
static size_t put(char *to, size_t used, const char *from, size_t length)
{
    memcpy(to + used, from, length);
    return used + length;
}

/* Copies word by word with the blanks, and stops before the buffer is full. */
static void copy_shortened(char *to, size_t room, const char *from)
{
    size_t used = 0;

    while (*from && used + 2 * WORD_MAX < room) { /* space for one shortened word and its ending */
        size_t length = word_length(from), closing = closing_of(from, length);

        if (length <= WORD_MAX) {
            used = put(to, used, from, length);
        } else {
            used = put(to, used, from, kept_of(from));
            used = put(to, used, ELLIPSIS, sizeof ELLIPSIS - 1);
            used = put(to, used, from + closing, length - closing < WORD_KEPT / 2 ? length - closing : 0);
        }
        from += length;
    }
    to[used] = '\0';
}

/* Makes the text one line that a terminal can show. */
static void put_plainly(char *to, size_t room, const char *from)
{
    salvo_text_plain(to, room, from);
    for (; *to; to++)
        if (*to == '\n' || *to == '\t')
            *to = ' ';
}

/* Allocates nothing: messages are built on the stack. */
salvo_status salvo_vfail_at(salvo_error *err, salvo_status status, const char *path, int line, int column,
                            const char *format, va_list values)
{
    char place[SALVO_ERROR_PATH], whole[WHOLE_MAX], plain[WHOLE_MAX];

    if (!err)
        return status;
    put_plainly(place, sizeof place, path); /* a copy, because it may be the error's own path */
    vsnprintf(whole, sizeof whole, format, values);
    put_plainly(plain, sizeof plain, whole);
    *err = (salvo_error){.status = status, .line = line, .column = column};
    snprintf(err->path, sizeof err->path, "%s", place);
    copy_shortened(err->text, sizeof err->text, plain);
    return status;
}

salvo_status salvo_fail(salvo_error *err, salvo_status status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    salvo_vfail_at(err, status, "", 0, 0, format, values);
    va_end(values);
    return status;
}

salvo_status salvo_fail_at(salvo_error *err, salvo_status status, const char *path, int line, int column,
                           const char *format, ...)
{
    va_list values;

    va_start(values, format);
    salvo_vfail_at(err, status, path, line, column, format, values);
    va_end(values);
    return status;
}

salvo_status salvo_fail_memory(salvo_error *err)
{
    return salvo_fail(err, SALVO_NO_MEMORY, "out of memory");
}
