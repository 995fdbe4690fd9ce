/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/explorer.h"

#include <string.h>

void explorer_init(explorer *x, const salvo_question *question)
{
    const salvo_chain *chain = question->procedure->chain;

    x->question = question;
    x->chain = chain;
    x->situation = question->situation;
    x->by_future = x->by_kind = false;
    x->states = x->futures = (intern_table){.key_size = chain->state_size};
    x->kinds = (throw_kinds){.n = 0};
}

void explorer_free(explorer *x)
{
    intern_table_free(&x->states);
    intern_table_free(&x->futures);
    throw_kinds_free(&x->kinds);
}

/* Finds the future of a state; returns whether its dice are alike. */
static bool find_future(explorer *x, const void *state)
{
    memset(x->future, 0, x->chain->state_size);
    return x->chain->future(x->situation, state, x->future);
}

/* States with equal bytes have equal futures, so both tables give the same numbers. */
static bool number(explorer *x, uint32_t *to, bool *is_new)
{
    uint32_t same;

    if (!x->by_future)
        return intern_table_of(&x->states, x->next, to, is_new);
    return intern_table_of(&x->futures, x->future, to, is_new) &&
           (!*is_new || intern_table_of(&x->states, x->next, &same, is_new));
}

/* Neighbouring results of the dice often lead to the same state, so the last is kept: comparing is cheaper than
 * hashing. */
bool explorer_number(explorer *x, uint32_t *to, bool *is_new)
{
    const intern_table *numbers = x->by_future ? &x->futures : &x->states;

    if (x->by_future)
        find_future(x, x->next);
    *is_new = false;
    if ((!numbers->count ||
         memcmp(x->by_future ? x->future : x->next, intern_table_key(numbers, x->last), numbers->key_size) != 0) &&
        !number(x, &x->last, is_new))
        return false;
    *to = x->last;
    return true;
}

static bool start_from_next(explorer *x)
{
    uint32_t zero;
    bool is_new;

    intern_table_clear(&x->states);
    intern_table_clear(&x->futures);
    return explorer_number(x, &zero, &is_new);
}

/* Zeroed with its padding, because states are compared by their bytes. */
bool explorer_start(explorer *x)
{
    memset(x->next, 0, x->chain->state_size);
    if (x->chain->start)
        x->chain->start(x->situation, x->next);
    return start_from_next(x);
}

bool explorer_start_from(explorer *x, const void *state)
{
    memcpy(x->next, state, x->chain->state_size);
    return start_from_next(x);
}

void explorer_stand(explorer *x, const void *state)
{
    memcpy(x->here, state, x->chain->state_size);
}

void explorer_go_to(explorer *x, size_t state)
{
    explorer_stand(x, intern_table_key(&x->states, state));
}

/* Rules change a state in place. */
bool explorer_step(explorer *x, const uint8_t *faces, int64_t *gain)
{
    memcpy(x->next, x->here, x->chain->state_size);
    memset(gain, 0, SALVO_EXPECTATIONS_MAX * sizeof *gain);
    return x->chain->step(x->situation, x->next, faces, gain);
}

/* A chain whose dice are alike in some states has a throw of its own in each. */
salvo_status explorer_throw(explorer *x, throw_results *r, salvo_error *err)
{
    if (x->by_future)
        return throw_results_begin(r, x->question, x->here, find_future(x, x->here), err);
    if (x->by_kind)
        return throw_results_begin_kinds(r, &x->kinds, x->question, x->here, err);
    return throw_results_begin(r, x->question, x->here, false, err);
}
