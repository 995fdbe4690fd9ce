/* Compiles in three stages. Matchups: kinds that fire at each other, those with equal fires as one. Closure: every
 * activation of every unit state on every other is composed until no new unit state turns up. Tables (battle_lay.c). */
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "fight/at_once.h"
#include "fight/battle_lay.h"
#include "rules/fault.h"

/* Adds the action to its matchup. */
static salvo_status compose(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    action d = {.actor = actor, .target = target, .first = c->n_ends};
    salvo_status status = is_at_once(c->e) ? at_once_compose(c, by, &d, err) : compiler_compose(c, by, &d, err);

    if (status != SALVO_OK)
        return status;
    if (!salvo_grow(&by->actions, &by->capacity, by->n_actions + 1, sizeof *by->actions))
        return salvo_fail_memory(err);
    by->actions[by->n_actions++] = d;
    return SALVO_OK;
}

/* Composes the actions of the matchup that were not composed yet, for all unit states that have numbers by now. */
static salvo_status widen(compiler *c, matchup *by, salvo_error *err)
{
    const int enemy = enemy_of(by->side);
    const uint32_t actors = (uint32_t)c->unit_states[by->side].count, targets = (uint32_t)c->unit_states[enemy].count;
    salvo_status status = SALVO_OK;

    for (uint32_t actor = 0; actor < actors; actor++) {
        uint32_t target = actor < by->done[by->side] ? by->done[enemy] : 0;

        for (; is_fit(c, by->side, by->kind, actor) && target < targets && status == SALVO_OK; target++)
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

/* Actions are looked up by the numbers of both unit states from now on. */
static salvo_status number_actions(compiler *c, salvo_error *err)
{
    for (size_t i = 0; i < c->n_matchups; i++) {
        matchup *by = &c->matchups[i];

        by->n_targets = (uint32_t)c->unit_states[enemy_of(by->side)].count;
        by->number_of = calloc(c->unit_states[by->side].count * by->n_targets + 1, sizeof *by->number_of);
        if (!by->number_of)
            return salvo_fail_memory(err);
        for (uint32_t k = 0; k < by->n_actions; k++)
            by->number_of[by->actions[k].actor * by->n_targets + by->actions[k].target] = k;
    }
    return SALVO_OK;
}

salvo_status battle_tables_compile(battle_tables *t, const battle_model *e, activation_cache *cache, salvo_error *err)
{
    static salvo_status (*const STAGES[])(compiler * c, salvo_error * err) = {close, number_actions, battle_lay};
    compiler *c = calloc(1, sizeof *c); /* too large for the stack */
    salvo_status status;

    *t = (battle_tables){.e = e, .memory = NULL};
    t->memory = salvo_arena_new();
    if (!c || !t->memory) {
        free(c);
        battle_tables_free(t);
        return salvo_fail_memory(err);
    }
    c->t = t;
    t->draws_a_turn = is_at_once(e) || has_cards(t) ? DRAWS_WITH_MORE : DRAWS_A_TURN;
    t->asks_first = e->adapter->recovers;
    status = compiler_prepare(c, e, cache, err);
    for (size_t i = 0; i < sizeof STAGES / sizeof *STAGES && status == SALVO_OK; i++)
        status = STAGES[i](c, err);
    status = salvo_fault_or(status, e->book, err);
    t->tried = c->activation.tried;
    compiler_free(c);
    if (status != SALVO_OK)
        battle_tables_free(t);
    return status;
}
