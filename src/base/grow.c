/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 512 };

bool salvo_grow_beyond(void *array_of_pointer, size_t *capacity, size_t needed, size_t size)
{
    size_t room = *capacity ? *capacity : FIRST_BYTES / size + 1; /* in elements; doubled from there */
    char *grown;
    void *array;

    while (room < needed)
        room *= 2;
    /* Through a void pointer, because array_of_pointer is a pointer to some pointer. */
    memcpy(&array, array_of_pointer, sizeof array);
    grown = realloc(array, room * size);
    if (!grown)
        return false;
    memset(grown + *capacity * size, 0, (room - *capacity) * size);
    memcpy(array_of_pointer, &grown, sizeof grown);
    *capacity = room;
    return true;
}
