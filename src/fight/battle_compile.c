/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles in three stages. Matchups: kinds that fire at each other, those with equal fires as one. Closure: every
 * activation of every unit state on every other is composed until no new unit state turns up. Tables (battle_lay.c). */
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "fight/at_once.h"
#include "fight/battle_lay.h"
#include "rules/fault.h"

/* Where all act at once: adds the action to its matchup. */
static salvo_status compose_action(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    action d = {.actor = actor, .target = target, .first = c->n_ends};
    salvo_status status = at_once_compose(c, by, &d, err);

    if (status != SALVO_OK)
        return status;
    if (!salvo_grow(&by->actions, &by->capacity, by->n_actions + 1, sizeof *by->actions))
        return salvo_fail_memory(err);
    by->actions[by->n_actions++] = d;
    return SALVO_OK;
}

/* Of a kind's unit states, by their numbers in the cache: who has a number in this battle. */
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

/* The first end, from number i on, that leads to a unit state without a number; of->n when there is none. Most have one:
 * many activations lead to the same few states. */
static size_t find_new_end(const compiler *c, const matchup *by, const composed *of, size_t i)
{
    const numbered targets = numbered_of(c, enemy_of(by->side), by->at), actors = numbered_of(c, by->side, by->kind);
    const bool actor_matters = c->cache->actor_matters;

    while (i < of->n && has_number(&targets, of->ends[i].target) &&
           (!actor_matters || has_number(&actors, of->ends[i].actor)))
        i++;
    return i;
}

/* New unit states get their numbers in the order in which the activation found them, whether it was in the cache or not:
 * so tables do not depend on the cache. */
static salvo_status compose(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    const composed *of;
    salvo_status status;

    if (is_at_once(c->e))
        return compose_action(c, by, actor, target, err);
    status = compiler_compose(c, by, actor, target, &of, err);
    if (status != SALVO_OK)
        return status;
    for (size_t i = find_new_end(c, by, of, 0); i < of->n; i = find_new_end(c, by, of, i + 1)) {
        uint32_t number[2];

        status = compiler_number_end(c, by, actor, &of->ends[i], number, err);
        if (status != SALVO_OK)
            return status;
    }
    c->most_results = of->n > c->most_results ? of->n : c->most_results;
    return SALVO_OK;
}

/* Composes the actions of that actor on the targets from the given one to the last. */
static salvo_status widen_actor(compiler *c, matchup *by, uint32_t actor, uint32_t target, uint32_t last,
                                salvo_error *err)
{
    const int enemy = enemy_of(by->side);

    for (; target != NO_NUMBER && target <= last; target = next_fit(c, enemy, target)) {
        salvo_status status = compose(c, by, actor, target, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* Composes the actions of the matchup that were not composed yet, for all unit states in the fight that have numbers by
 * now: they are listed in the order of their numbers, and composing adds to the lists. Where it makes no difference who
 * acts, the first actor stands for all. */
static salvo_status widen(compiler *c, matchup *by, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const bool one_for_all = !is_at_once(c->e) && !c->cache->actor_matters;
    const uint32_t first = first_fit(c, by->side, by->kind), at = first_fit(c, enemy, by->at),
                   last_actor = one_for_all ? first : c->unit_states[by->side].last[by->kind],
                   last_target = c->unit_states[enemy].last[by->at],
                   next_target = by->last_target == NO_NUMBER ? at : next_fit(c, enemy, by->last_target);

    if (first == NO_NUMBER || at == NO_NUMBER)
        return SALVO_OK;
    for (uint32_t actor = first; actor != NO_NUMBER && actor <= last_actor; actor = next_fit(c, by->side, actor)) {
        const bool is_known = by->last_actor != NO_NUMBER && actor <= by->last_actor;
        salvo_status status = widen_actor(c, by, actor, is_known ? next_target : at, last_target, err);

        if (status != SALVO_OK)
            return status;
    }
    by->last_actor = last_actor;
    by->last_target = last_target;
    return SALVO_OK;
}

/* Repeats until no action leads to a unit state without a number. */
static salvo_status close(compiler *c, salvo_error *err)
{
    size_t before;
    salvo_status status = is_at_once(c->e) ? at_once_close(c, err) : SALVO_OK;

    do {
        before = c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count;
        for (size_t i = 0; i < c->n_matchups && status == SALVO_OK; i++)
            status = widen(c, &c->matchups[i], err);
    } while (status == SALVO_OK && before < c->unit_states[SIDE_A].count + c->unit_states[SIDE_B].count);
    return status;
}

/* Where all act at once: actions are looked up by the numbers of both unit states from now on. */
static salvo_status number_actions(compiler *c, salvo_error *err)
{
    for (size_t i = 0; i < c->n_matchups && is_at_once(c->e); i++) {
        matchup *by = &c->matchups[i];

        by->n_targets = (uint32_t)c->unit_states[enemy_of(by->side)].count;
        by->number_of =
            salvo_arena_array(c->memory, c->unit_states[by->side].count * by->n_targets + 1, sizeof *by->number_of);
        if (!by->number_of)
            return salvo_fail_memory(err);
        for (uint32_t k = 0; k < by->n_actions; k++)
            by->number_of[by->actions[k].actor * by->n_targets + by->actions[k].target] = k;
    }
    return SALVO_OK;
}

/* Rules cannot fail in between. What was compiled by rules that turn out to be at fault is thrown away. */
static salvo_status compile(compiler *c, const battle_model *e, compile_cache *cache, salvo_error *err)
{
    static salvo_status (*const STAGES[])(compiler * c, salvo_error * err) = {close, number_actions, battle_lay};
    salvo_status status = compiler_prepare(c, e, cache, err);

    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES && status == SALVO_OK; i++)
        status = STAGES[i](c, err);
    status = salvo_fault_or(status, e->book, err);
    compiler_free(c);
    return status;
}

salvo_status battle_tables_compile(battle_tables *t, const battle_model *e, compile_cache *cache, salvo_error *err)
{
    compiler c = {.t = t, .most_results = 2}; /* at least one bit: no word is shifted by 32 */
    salvo_status status;

    *t = (battle_tables){
        .e = e, .memory = cache ? compile_cache_take_arena(cache) : salvo_arena_new(), .memory_of = cache};
    if (!t->memory)
        return salvo_fail_memory(err);
    t->draws_a_turn = is_at_once(e) || has_cards(t) ? DRAWS_WITH_MORE : DRAWS_A_TURN;
    t->asks_first = e->adapter->recovers;
    status = compile(&c, e, cache, err);
    if (status != SALVO_OK)
        battle_tables_free(t);
    return status;
}
