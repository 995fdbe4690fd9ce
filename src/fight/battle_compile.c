/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles in three stages. Fire pairs: pairs of kinds that fire at each other; equal fires are one. Closure: composes
 * every activation of every unit state on every other, until no new unit state appears. Tables: battle_lay.c. */
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "fight/at_once.h"
#include "fight/battle_lay.h"
#include "rules/fault.h"

/* A kind's unit states by their numbers in the cache: those with a number in this battle. */
typedef struct numbered {
    const uint32_t *next_number;
    size_t room;
} numbered;

static numbered numbered_of(const compiler *c, int side, int kind)
{
    const unit_state_list *list = &c->unit_states[side];

    return (numbered){list->next_number[kind], list->room[kind]};
}

static bool has_number(const numbered *of, uint32_t cached)
{
    return cached < of->room && of->next_number[cached];
}

/* Returns the first end from number i on that leads to a unit state without a number; of->n if there is none. Most
 * ends lead to known states, because activations lead to the same few. */
static size_t find_new_end(const compiler *c, const fire_pair *by, const composed *of, size_t i)
{
    const numbered targets = numbered_of(c, enemy_of(by->side), by->at), actors = numbered_of(c, by->side, by->kind);

    while (i < of->n && has_number(&targets, of->ends[i].target) &&
           (!c->by_actor || has_number(&actors, of->ends[i].actor)))
        i++;
    return i;
}

/* New unit states are numbered in the order in which the activation found them, whether it was in the cache or not. So
 * tables do not depend on the cache. */
static salvo_status compose_activation(compiler *c, fire_pair *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    const composed *of;

    TRY(compiler_compose(c, by, actor, target, &of, err));
    for (size_t i = find_new_end(c, by, of, 0); i < of->n; i = find_new_end(c, by, of, i + 1)) {
        uint32_t number[2];

        TRY(compiler_number_end(c, by, actor, &of->ends[i], number, err));
    }
    c->most_results = of->n > c->most_results ? of->n : c->most_results;
    return SALVO_OK;
}

/* Composes that actor's actions on the targets from `target` to the last. */
static salvo_status widen_actor(compiler *c, fire_pair *by, uint32_t actor, uint32_t target, uint32_t last,
                                salvo_error *err)
{
    const int enemy = enemy_of(by->side);

    for (; target != NO_NUMBER && target <= last; target = next_fit(c, enemy, target)) {
        salvo_status status = compose_activation(c, by, actor, target, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Composes the missing actions of the fire pair, for all unit states in the fight that have numbers by now. They are
 * listed in the order of their numbers, and composing extends the lists. If the actor's state does not matter, the
 * first actor represents all. */
static salvo_status count_results(compiler *c, fire_pair *by, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const bool one_for_all = !c->by_actor;
    const uint32_t first = first_fit(c, by->side, by->kind), at = first_fit(c, enemy, by->at),
                   last_actor = one_for_all ? first : c->unit_states[by->side].last[by->kind],
                   last_target = c->unit_states[enemy].last[by->at],
                   next_target = by->last_target == NO_NUMBER ? at : next_fit(c, enemy, by->last_target);

    if (first == NO_NUMBER || at == NO_NUMBER)
        return SALVO_OK;
    for (uint32_t actor = first; actor != NO_NUMBER && actor <= last_actor; actor = next_fit(c, by->side, actor)) {
        const bool is_known = by->last_actor != NO_NUMBER && actor <= by->last_actor;
        salvo_status status = SALVO_OK;

        if (unit_state_at(c, by->side, actor)->acts)
            status = widen_actor(c, by, actor, is_known ? next_target : at, last_target, err);
        if (status != SALVO_OK)
            return status;
    }
    by->last_actor = last_actor;
    by->last_target = last_target;
    return SALVO_OK;
}

/* Repeats until no action leads to a unit state without a number. */
static salvo_status close_states(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    size_t before;

    do {
        before = c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count;
        for (size_t i = 0; i < c->n_fire_pairs && status == SALVO_OK; i++)
            status = count_results(c, &c->fire_pairs[i], err);
        if (status == SALVO_OK && is_at_once(c->model))
            status = at_once_end_turns(c, err);
    } while (status == SALVO_OK && before < c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count);
    return status;
}

/* Rules cannot fail in between. If rules turn out to be faulty, everything they compiled is discarded. */
static salvo_status compile(compiler *c, const battle_model *model, compile_cache *cache, salvo_error *err)
{
    static salvo_status (*const STAGES[])(compiler * c, salvo_error * err) = {close_states, battle_lay};
    salvo_status status = compiler_prepare(c, model, cache, err);

    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES && status == SALVO_OK; i++)
        status = STAGES[i](c, err);
    status = salvo_fault_or(status, model->book, err);
    compiler_free(c);
    return status;
}

salvo_status battle_tables_compile(battle_tables *t, const battle_model *model, compile_cache *cache, salvo_error *err)
{
    compiler c = {.t = t, .most_results = 2}; /* at least one bit, so that no word is shifted by 32 */
    salvo_status status;

    *t = (battle_tables){
        .model = model, .memory = cache ? compile_cache_take_arena(cache) : salvo_arena_new(), .memory_of = cache};
    if (!t->memory)
        return salvo_fail_memory(err);
    t->most_throws = 1;
    t->asks_first = model->adapter->recovers;
    status = compile(&c, model, cache, err);
    t->draws_before = 1 + t->most_throws * DRAWS_OF_ALL;
    t->draws_a_turn = t->draws_before + (is_at_once(model) || has_cards(t) ? DRAWS_OF_ALL : 0);
    if (status != SALVO_OK)
        battle_tables_free(t);
    return status;
}

void battle_tables_free(battle_tables *t)
{
    if (t->memory_of)
        compile_cache_give_arena(t->memory_of, t->memory);
    else
        salvo_arena_free(t->memory);
    memset(t, 0, sizeof *t);
}
