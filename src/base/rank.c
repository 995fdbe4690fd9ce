/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/rank.h"

#include <stdlib.h>
#include <string.h>

/* Places order equal values, because qsort is not stable. */
static int by_value(const void *a, const void *b)
{
    const rank_entry *p = a, *q = b;

    return p->value != q->value ? (p->value < q->value) - (p->value > q->value)
                                : (p->place > q->place) - (p->place < q->place);
}

void rank_sort(rank_entry *entries, size_t n)
{
    qsort(entries, n, sizeof *entries, by_value);
}

void *rank_copy(const rank_entry *entries, size_t n, const void *items, size_t size, salvo_arena *memory)
{
    char *copy = salvo_arena_array(memory, n + 1, size);

    for (size_t i = 0; copy && i < n; i++)
        memcpy(copy + i * size, (const char *)items + entries[i].place * size, size);
    return copy;
}
