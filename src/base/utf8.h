/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in UTF-8: its characters, and those that have no place in a text that people read. */
#ifndef SALVO_BASE_UTF8_H
#define SALVO_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <salvo/arena.h>

/* How many bytes the UTF-8 character at `at` has, of those up to `end`; 0 when it is none (RFC 3629: written longer
 * than it needs, half of a surrogate pair, beyond U+10FFFF). NUL is no text either. */
size_t salvo_character(const unsigned char *at, const unsigned char *end);

/* The code point of the UTF-8 character of `length` bytes at `at`. */
uint32_t salvo_code(const unsigned char *at, size_t length);

/* Why the character has no place in a text that people read, "a control character": they would not see it, or it would
 * change what they see of the rest. NULL for all others, tabs and line ends among them. */
const char *salvo_code_fault(uint32_t code);

/* The first place of a text that is no UTF-8, or a character with a fault. */
typedef struct salvo_text_fault {
    int line, column; /* 1-based, column in characters */
    uint32_t code;    /* the character; 0 for a byte that is no UTF-8 */
    const char *why;  /* what salvo_code_fault says of it; NULL for a byte that is no UTF-8 */
} salvo_text_fault;

/* Whether the text has such a place. Lines end with LF, CR LF or CR; a byte order mark at the start is no fault. */
bool salvo_text_has_fault(const char *text, size_t length, salvo_text_fault *fault);

/* Whether all of the text is UTF-8 without such characters. */
bool salvo_is_text(const char *text);

/* Copies the text as it may be shown: U+FFFD in place of every fault, every line end a newline. Cut to `room` bytes
 * with its NUL, never within a character. Returns the length; SALVO_PLAIN_MOST times that of `text` and 1 is always
 * enough. */
enum { SALVO_PLAIN_MOST = 3 };
size_t salvo_text_plain(char *to, size_t room, const char *text);

/* The text as it may be shown: itself, or a copy in `memory`; NULL when that is out. */
const char *salvo_text_shown(const char *text, salvo_arena *memory);

/* How many columns of a terminal the UTF-8 text takes, one for each character. */
size_t salvo_text_width(const char *utf8);

#endif
