/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays on the heap that grow. */
#ifndef SALVO_BASE_GROW_H
#define SALVO_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* What salvo_grow() does where there is not room enough. */
bool salvo_grow_beyond(void *array_of_pointer, size_t *capacity, size_t needed, size_t size);

/* Makes room for at least `needed` elements in an array on the heap, which grows by doubling. Fresh elements are
 * zeroed. false when memory is out; the array is then as it was. */
static inline bool salvo_grow(void *array_of_pointer, size_t *capacity, size_t needed, size_t size)
{
    return needed <= *capacity || salvo_grow_beyond(array_of_pointer, capacity, needed, size);
}

#endif
