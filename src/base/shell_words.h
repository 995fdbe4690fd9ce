/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits a command line as a shell does. */
#ifndef SALVO_BASE_SHELL_WORDS_H
#define SALVO_BASE_SHELL_WORDS_H

#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/error.h>
#include <salvo/text.h>

/* Splits at blanks; '...' and "..." keep them, and a backslash keeps the character behind it (but not in '...').
 * Writes at most `room` words, which the arena owns. */
salvo_status shell_words(const char *text, char **words, size_t room, size_t *n, salvo_arena *memory, salvo_error *err);

/* Adds a word as a shell would read it again, after a blank unless it is the first one. */
void shell_word_put(salvo_text *to, const char *word);

#endif
