/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in the order of a value. */
#ifndef SALVO_BASE_RANK_H
#define SALVO_BASE_RANK_H

#include <stddef.h>

#include <salvo/arena.h>

typedef struct rank_entry {
    size_t place;
    double value; /* not NAN */
} rank_entry;

/* Sorts: the greatest value first, equal ones in the order of their places. */
void rank_sort(rank_entry *entries, size_t n);

/* Returns copies of the items, each of that size, in the order of the entries; NULL if memory is out. */
void *rank_copy(const rank_entry *entries, size_t n, const void *items, size_t size, salvo_arena *memory);

#endif
