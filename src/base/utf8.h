/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in UTF-8: its characters, and those that do not belong in text for people. */
#ifndef SALVO_BASE_UTF8_H
#define SALVO_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <salvo/arena.h>

/* Returns the bytes of the UTF-8 character at `at`, before `end`. Returns 0 if it is none (RFC 3629): longer than
 * necessary, half of a surrogate pair, or beyond U+10FFFF. NUL is no character, either. */
size_t salvo_character(const unsigned char *at, const unsigned char *end);

/* Returns the code point of the UTF-8 character of `length` bytes at `at`. */
uint32_t salvo_code(const unsigned char *at, size_t length);

/* Returns why the character does not belong in text for people, such as "a control character". They would not see it,
 * or it would change how they see the rest. Returns NULL for all others, including tabs and line ends. */
const char *salvo_code_fault(uint32_t code);

/* The first place in a text that is not UTF-8, or has a character with a fault. */
typedef struct salvo_text_fault {
    int line, column; /* 1-based, column in characters */
    uint32_t code;    /* the character; 0 for a byte that is not UTF-8 */
    const char *why;  /* the result of salvo_code_fault; NULL for a byte that is not UTF-8 */
} salvo_text_fault;

/* Whether the text has such a place. Lines end with LF, CR LF or CR. A byte order mark at the start is no fault. */
bool salvo_text_has_fault(const char *text, size_t length, salvo_text_fault *fault);

/* Whether all of the text is UTF-8 without such characters. */
bool salvo_is_text(const char *text);

/* Copies the text in a form that can be shown: U+FFFD replaces every fault, and a newline every line end. It is cut to
 * `room` bytes with its NUL, never within a character. Returns the length. SALVO_PLAIN_MOST times that of `text`, plus
 * 1, is always enough room. */
enum { SALVO_PLAIN_MOST = 3 };
size_t salvo_text_plain(char *to, size_t room, const char *text);

/* Returns the text in a form that can be shown: itself, or a copy in `memory`; NULL if memory is out. */
const char *salvo_text_shown(const char *text, salvo_arena *memory);

/* Returns the columns of a terminal that the UTF-8 text takes, one for each character. */
size_t salvo_text_width(const char *utf8);

#endif
