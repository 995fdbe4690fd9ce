/* Compiles in three stages. Matchups: kinds that fire at each other, those with equal fires as one. Closure: every
 * activation of every unit state on every other is composed until no new unit state turns up. Tables (battle_lay.c). */
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "fight/at_once.h"
#include "fight/battle_lay.h"

/* Adds the action to its matchup; the number under which it is known is its place there. */
static salvo_status compose(compiler *c, matchup *by, uint32_t actor, uint32_t target, salvo_error *err)
{
    action d = {.actor = actor, .target = target, .first = c->n_ends};
    salvo_status status = is_at_once(c->e) ? at_once_compose(c, by, &d, err) : compiler_compose(c, by, &d, err);

    if (status == SALVO_OK && !salvo_grow(&by->actions, &by->capacity, by->n_actions + 1, sizeof *by->actions))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        by->actions[by->n_actions++] = d;
    return status;
}

/* Composes the actions of the matchup that were not composed yet, for all unit states that have numbers. */
static salvo_status widen(compiler *c, matchup *by, salvo_error *err)
{
    int enemy = enemy_of(by->side);
    salvo_status status = SALVO_OK;

    for (uint32_t actor = 0; actor < c->unit_states[by->side].count; actor++)
        for (uint32_t target = 0; target < c->unit_states[enemy].count && status == SALVO_OK; target++) {
            /* The key of an action; its number is its place in by->actions. */
            const uint32_t key[] = {actor, target};
            uint32_t number;
            bool is_new;

            if (!is_fit(c, by->side, by->kind, actor) || !is_fit(c, enemy, by->at, target))
                continue;
            if (!intern_table_of(&by->known, key, &number, &is_new))
                return salvo_fail_memory(err);
            if (is_new)
                status = compose(c, by, actor, target, err);
        }
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

salvo_status battle_tables_compile(battle_tables *t, const battle_model *e, activation_cache *cache, salvo_error *err)
{
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
    if (status == SALVO_OK)
        status = close(c, err);
    if (status == SALVO_OK)
        status = battle_lay(c, err);
    t->tried = c->activation.tried;
    compiler_free(c);
    if (status != SALVO_OK)
        battle_tables_free(t);
    return status;
}
