/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/throw_numbers.h"

#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/worker.h"

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

int32_t throw_numbers_kind(lua_State *L, const subject *of, int names, size_t *n)
{
    int32_t kind = (int32_t)*n;

    if (lua_isnil(L, -1) || lua_type(L, -1) == LUA_TTABLE || lua_type(L, -1) == LUA_TFUNCTION)
        worker_fail(L, of, FN_KIND,
                    "kind returned %s; it must return a text or a number, the same for results with the same effect",
                    check_words_of(L, -1));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, names) == LUA_TNUMBER) {
        kind = (int32_t)lua_tointeger(L, -1);
    } else {
        lua_pushvalue(L, -2);
        lua_pushinteger(L, (lua_Integer)(*n)++);
        lua_rawset(L, names);
    }
    lua_pop(L, 2);
    return kind;
}
