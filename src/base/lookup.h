/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds texts in a list by a hash. The first text added has the number 0, the next 1, and so on. */
#ifndef SALVO_BASE_LOOKUP_H
#define SALVO_BASE_LOOKUP_H

#include <stddef.h>

#include <salvo/arena.h>

typedef struct salvo_lookup salvo_lookup;

/* Makes an empty list with room for n texts, in `memory`; NULL if memory is out. */
salvo_lookup *salvo_lookup_new(size_t n, salvo_arena *memory);

/* Adds the text, which must outlive the list, and returns -1. If a text is there that differs at most in the case of
 * ASCII letters, returns its number. */
long salvo_lookup_add(salvo_lookup *lookup, const char *text);

/* Returns the number of the text that differs at most in case, or -1. */
long salvo_lookup_like(const salvo_lookup *lookup, const char *text);

/* Returns the number of the text that equals the `length` bytes at `text`, or -1. */
long salvo_lookup_find(const salvo_lookup *lookup, const char *text, size_t length);

#endif
