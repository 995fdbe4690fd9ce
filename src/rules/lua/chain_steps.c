/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/chain_steps.h"

#include <string.h>

#include "base/grow.h"

bool chain_steps_find(const lua_book *book, const content *of, const uint8_t *state, size_t bytes, const uint8_t *faces,
                      step_answer *to)
{
    worker *w;
    struct slot *held = worker_hold(book_changeable(book), &w);
    const bool is_known = w && w->steps_of == of && memcmp(w->steps_state, state, bytes) == 0;
    size_t place = 0;

    if (is_known) {
        for (int i = 0; i < w->steps_count; i++)
            place = place * w->steps_sides[i] + (size_t)faces[i] - 1;
        *to = w->steps[place];
    }
    worker_release(held);
    return is_known;
}

step_answer *chain_steps_begin(lua_State *L, const salvo_dice *dice)
{
    worker *w = worker_of(L);
    const size_t n = (size_t)salvo_dice_results(dice);

    w->steps_of = NULL; /* until they are complete */
    if (!salvo_grow(&w->steps, &w->steps_capacity, n, sizeof *w->steps))
        sandbox_no_memory(L);
    memset(w->steps, 0, n * sizeof *w->steps);
    return w->steps;
}

void chain_steps_end(lua_State *L, const content *of, const uint8_t *state, size_t bytes, const salvo_dice *dice)
{
    worker *w = worker_of(L);

    memcpy(w->steps_state, state, bytes);
    w->steps_count = dice->count;
    memcpy(w->steps_sides, dice->sides, sizeof w->steps_sides);
    w->steps_of = of;
}
