/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/throw_numbers.h"

#include <string.h>

/* Threads that arrive at once have equal numbers, and the first one's are kept. */
void throw_numbers_keep(lua_book *book, const content *of, int throw, const salvo_dice *dice, const int32_t *numbers)
{
    const uint64_t n = salvo_dice_results(dice);
    content *changeable = (content *)(uintptr_t)of;
    throw_numbers *kept;

    if (throw >= THROWS_NUMBERED || n == 0 || n > THROW_NUMBERS_MAX)
        return;
    pthread_mutex_lock(&book->lock);
    if (!atomic_load(&changeable->numbers[throw]) &&
        (kept = salvo_arena_array(book->memory, 1, sizeof *kept + n * sizeof *numbers)) != NULL) {
        kept->dice = *dice;
        memcpy(kept->numbers, numbers, n * sizeof *numbers);
        atomic_store_explicit(&changeable->numbers[throw], kept, memory_order_release);
    }
    pthread_mutex_unlock(&book->lock);
}
