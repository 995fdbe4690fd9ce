/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/chain_kinds.h"

#include <string.h>

#include "rules/lua/chain_throw.h"
#include "rules/lua/throw.h"
#include "rules/lua/throw_numbers.h"
#include "rules/lua/worker.h"

/* Returns the number of a throw whose kinds are known; -1: it is none. *free is the first number without a throw. */
static int known_number(const content *of, const salvo_dice *dice, int *free)
{
    const throw_numbers *known;

    for (*free = 0; (known = throw_numbers_of(of, *free)) != NULL; (*free)++)
        if (chain_throws_are_equal(&known->dice, dice))
            return *free;
    return -1;
}

typedef struct kinds_asked {
    const content *of;
    const uint8_t *state;
    int number;
} kinds_asked;

enum { WORTH = 1, NAMES };

static void ask_kinds(lua_State *L, void *of)
{
    const kinds_asked *asked = of;
    worker *w = worker_of(L);
    uint8_t faces[SALVO_DICE_MAX] = {0};
    int32_t *numbers;
    size_t n = 0, place = 0;

    worker_make_room(L);
    chain_throw_find(L, asked->of, asked->state);
    lua_newtable(L);
    numbers = worker_results(L, salvo_dice_results(&w->throw_dice) * sizeof *numbers);
    w->asked_dice = &w->throw_dice;
    w->asked_faces = faces;
    salvo_dice_first(&w->throw_dice, faces);
    do {
        sandbox_renew(L);
        worker_push_function(L, asked->of->subject, FN_KIND);
        situation_push(L, asked->of);
        throw_push(L, WORTH, &w->throw_dice, faces);
        lua_call(L, w->throw_dice.count + 1, 1);
        numbers[place++] = throw_numbers_kind(L, asked->of->subject, NAMES, &n);
    } while (salvo_dice_next(&w->throw_dice, faces));
    throw_numbers_keep(book_changeable(w->book), asked->of, asked->number, &w->throw_dice, numbers);
}

/* Another thread may take the free number for other dice meanwhile. Then these have no kinds this time. */
int chain_kinds_number(const situation *s, const uint8_t *state, const salvo_dice *dice)
{
    kinds_asked asked = {.of = s->content, .state = state};
    const uint64_t n = salvo_dice_results(dice);
    int number;

    if (n < 2 || n > THROW_NUMBERS_MAX || book_is_faulty(s->book))
        return -1;
    number = known_number(s->content, dice, &asked.number);
    if (number >= 0 || asked.number == THROWS_NUMBERED ||
        !worker_ask(book_changeable(s->book), s->content, ask_kinds, &asked, NULL))
        return number;
    return known_number(s->content, dice, &asked.number);
}

int chain_kinds_known(const situation *s, const salvo_dice *dice)
{
    int free;

    return known_number(s->content, dice, &free);
}

int chain_kinds_of(const situation *s, int number, const uint8_t *faces)
{
    return throw_numbers_at(throw_numbers_of(s->content, number), faces);
}
