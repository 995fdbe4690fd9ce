/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds texts in a list of them by a hash: the first text that is added has the number 0, the next 1, and so on. */
#ifndef SALVO_BASE_LOOKUP_H
#define SALVO_BASE_LOOKUP_H

#include <stddef.h>

#include <salvo/arena.h>

typedef struct salvo_lookup salvo_lookup;

/* An empty list with room for n texts, in `memory`; NULL when memory is out. */
salvo_lookup *salvo_lookup_new(size_t n, salvo_arena *memory);

/* Adds the text, which must outlive the list, and returns -1; but where one stands there already that differs at most
 * in the case of letters (of ASCII), that one's number. */
long salvo_lookup_add(salvo_lookup *lookup, const char *text);

/* The number of the text that differs at most in case, or -1. */
long salvo_lookup_like(const salvo_lookup *lookup, const char *text);

/* The number of the text that is exactly the `length` bytes at `text`, or -1. */
long salvo_lookup_find(const salvo_lookup *lookup, const char *text, size_t length);

#endif
