/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays on the heap that grow. */
#ifndef SALVO_BASE_GROW_H
#define SALVO_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* The part of salvo_grow() for arrays that are too small. */
bool salvo_grow_beyond(void *array_of_pointer, size_t *capacity, size_t needed, size_t size);

/* Makes room for at least `needed` elements in an array on the heap, which grows by doubling. New elements are zeroed.
 * Returns false if memory is out; the array is then unchanged. */
static inline bool salvo_grow(void *array_of_pointer, size_t *capacity, size_t needed, size_t size)
{
    return needed <= *capacity || salvo_grow_beyond(array_of_pointer, capacity, needed, size);
}

#endif
