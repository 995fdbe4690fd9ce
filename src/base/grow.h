/* Arrays on the heap that grow. */
#ifndef SALVO_BASE_GROW_H
#define SALVO_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for at least `needed` elements in an array on the heap, which grows by doubling. Fresh elements are
 * zeroed. false when memory is out; the array is then as it was. */
bool salvo_grow(void *array_of_pointer, size_t *capacity, size_t needed, size_t size);

#endif
