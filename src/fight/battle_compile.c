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

static bool has_number(const unit_state_list *list, int kind, uint32_t cached)
{
    return cached < list->room[kind] && list->next_number[kind][cached];
}

/* Whether both have numbers that this end of the activation leads to. */
static bool is_numbered(const compiler *c, const matchup *by, const composed_end *to)
{
    return has_number(&c->unit_states[enemy_of(by->side)], by->at, to->target) &&
           (!c->cache->actor_matters || has_number(&c->unit_states[by->side], by->kind, to->actor));
}

static salvo_status compose(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    const composed *of;
    salvo_status status;

    if (is_at_once(c->e))
        return compose_action(c, by, actor, target, err);
    status = compiler_compose(c, by, actor, target, &of, err);
    for (size_t i = 0; status == SALVO_OK && i < of->n; i++) {
        uint32_t number[2];

        if (!is_numbered(c, by, &of->ends[i]))
            status = compiler_number_end(c, by, actor, &of->ends[i], number, err);
    }
    c->most_results = status == SALVO_OK && of->n > c->most_results ? of->n : c->most_results;
    return status;
}

/* Whether the actions of that unit state must be composed. Where it makes no difference who acts, those of one do. */
static bool is_actor(const compiler *c, matchup *by, uint32_t actor)
{
    if (!is_fit(c, by->side, by->kind, actor))
        return false;
    if (by->only_actor == NO_NUMBER)
        by->only_actor = actor;
    return is_at_once(c->e) || c->cache->actor_matters || by->only_actor == actor;
}

/* Composes the actions of the matchup that were not composed yet, for all unit states that have numbers by now. */
static salvo_status widen(compiler *c, matchup *by, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const uint32_t actors = (uint32_t)c->unit_states[by->side].count, targets = (uint32_t)c->unit_states[enemy].count;
    salvo_status status = SALVO_OK;

    for (uint32_t actor = 0; actor < actors; actor++) {
        uint32_t target = actor < by->done[by->side] ? by->done[enemy] : 0;

        if (!is_actor(c, by, actor))
            continue;
        for (; target < targets && status == SALVO_OK; target++)
            if (is_fit(c, enemy, by->at, target))
                status = compose(c, by, actor, target, err);
    }
    by->done[by->side] = actors;
    by->done[enemy] = targets;
    return status;
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
