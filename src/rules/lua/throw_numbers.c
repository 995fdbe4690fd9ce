/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/throw_numbers.h"

#include <string.h>

static size_t count_results(const uint8_t *sides, int count)
{
    size_t n = 1;

    for (int i = 0; i < count && n <= THROW_NUMBERS_MAX; i++)
        n *= sides[i];
    return n;
}

/* Threads that arrive at once have equal numbers, and the first one's are kept. */
void throw_numbers_keep(lua_book *book, const content *of, int throw, const uint8_t *sides, int count,
                        const int32_t *numbers)
{
    const size_t n = count_results(sides, count);
    content *changeable = (content *)(uintptr_t)of;
    throw_numbers *kept;

    if (throw >= THROWS_NUMBERED || n > THROW_NUMBERS_MAX)
        return;
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&changeable->numbers[throw]) &&
        (kept = salvo_arena_array(book->memory, 1, sizeof *kept + n * sizeof *numbers)) != NULL) {
        kept->count = (uint8_t)count;
        memcpy(kept->sides, sides, sizeof kept->sides);
        memcpy(kept->numbers, numbers, n * sizeof *numbers);
        atomic_store_explicit(&changeable->numbers[throw], kept, memory_order_release);
    }
    pthread_mutex_unlock(&book->lock);
}
