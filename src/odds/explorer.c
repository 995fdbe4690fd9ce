/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/explorer.h"

#include <string.h>

#include "odds/alike_dice.h"
#include "odds/outcome_table.h"

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

/* The results of a throw. */

static void take_kind(throw_results *r, const throw_kind *kind)
{
    r->kind = kind;
    r->ways = kind->ways;
    r->results = kind->results;
    memcpy(r->faces, kind->faces, sizeof r->faces);
}

static void take_faces(throw_results *r)
{
    r->results = 1;
    r->ways = r->are_alike ? alike_dice_results(&r->dice, r->faces) : salvo_dice_weight(&r->dice, r->faces);
}

bool throw_results_next(throw_results *r)
{
    if (r->kind) {
        if (r->kind == r->last)
            return false;
        take_kind(r, r->kind + 1);
        return true;
    }
    if (!(r->are_alike ? alike_dice_next : salvo_dice_next)(&r->dice, r->faces))
        return false;
    take_faces(r);
    return true;
}

/* Asks every state for its dice, because they may depend on it. */
static salvo_status begin_dice(explorer *x, throw_results *r, salvo_error *err)
{
    salvo_status status;

    r->kind = r->last = NULL;
    x->chain->dice(x->situation, x->here, &r->dice);
    status = throw_check(&r->dice, x->question->procedure->schema.name, err);
    if (status != SALVO_OK)
        return status;
    r->are_alike = x->by_future && find_future(x, x->here);
    r->all_ways = throw_is_long(&r->dice) ? 0 : salvo_dice_ways(&r->dice);
    salvo_dice_first(&r->dice, r->faces);
    take_faces(r);
    return SALVO_OK;
}

/* If a chain numbers its throws, states share a throw, and its kinds are found once. */
salvo_status explorer_throw(explorer *x, throw_results *r, salvo_error *err)
{
    const int number = x->by_kind && x->chain->throw_number ? x->chain->throw_number(x->situation, x->here) : -1;
    const known_throw *known;
    salvo_status status;

    if (number < 0)
        return begin_dice(x, r, err);
    status = throw_kinds_find(&x->kinds, x->question, number, x->here, &known, err);
    if (status != SALVO_OK)
        return status;
    if (known->is_long)
        return begin_dice(x, r, err);
    r->all_ways = known->ways;
    r->last = &x->kinds.list[known->first + known->n - 1];
    take_kind(r, &x->kinds.list[known->first]);
    return SALVO_OK;
}
