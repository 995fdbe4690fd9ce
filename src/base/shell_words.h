/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line as one text, taken apart as a shell does it. */
#ifndef SALVO_BASE_SHELL_WORDS_H
#define SALVO_BASE_SHELL_WORDS_H

#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/error.h>

/* Splits at blanks; '...' and "..." keep them, and a backslash keeps the character behind it (but not in '...'). At most
 * `room` words, which live in the arena. */
salvo_status shell_words(const char *text, char **words, size_t room, size_t *n, salvo_arena *memory, salvo_error *err);

#endif
