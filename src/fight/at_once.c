/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/at_once.h"
#include "base/try.h"

#include <stdlib.h>

/* What the end of a turn does to a unit state, for an element that is left and has a throw then; *end is NULL for
 * another. `moving`: the line moves; an element of speed 0 does not move with it. */
static salvo_status find_end(const compiler *c, int side, bool moving, uint32_t number, const turn_end **end,
                             salvo_error *err)
{
    const unit_state *at = unit_state_at(c, side, number);

    *end = NULL;
    if (!c->model->adapter->after_dice || at->strength <= 0)
        return SALVO_OK;
    *end = compile_cache_turn_end(c->cache, at->cached, moving && c->model->side[side].kinds[at->kind].speed != 0);
    if (!*end)
        return salvo_fail_memory(err);
    if ((*end)->n > WEIGHTS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the throws at the end of a turn have too many results to be compiled");
    *end = (*end)->n ? *end : NULL;
    return SALVO_OK;
}

/* Numbers the unit states that the throw at the end of the turn leads to. */
static salvo_status number_afters(compiler *c, int side, uint32_t number, bool moving, salvo_error *err)
{
    const int kind = unit_state_at(c, side, number)->kind;
    const turn_end *end;
    salvo_status status = find_end(c, side, moving, number, &end, err);
    uint32_t after;

    for (uint32_t i = 0; status == SALVO_OK && end && i < end->n; i++)
        status = compiler_number_cached(c, side, kind, end->after[i], &after, err);
    return status;
}

/* Numbers the unit state in which an element without such a throw begins the next turn. */
static salvo_status number_next(compiler *c, int side, uint32_t number, uint32_t *next, salvo_error *err)
{
    const unit_state at = *unit_state_at(c, side, number);

    return compiler_number(c, side, at.kind, at.bytes, next, err);
}

salvo_status at_once_end_turns(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (uint32_t i = 0; i < c->unit_states[side].count && status == SALVO_OK; i++) {
            uint32_t next;

            if (strength_of(c, side, i) <= 0)
                continue;
            status = number_next(c, side, i, &next, err);
            for (int moving = 0; moving < 2 && status == SALVO_OK; moving++)
                status = number_afters(c, side, i, moving, err);
        }
    return status;
}

/* Counts the throws that are aimed by themselves. The count stays with the composed activation, because every battle
 * asks again. */
static uint32_t throws_at(const compiler *c, const fire_pair *by, uint32_t actor, uint32_t target)
{
    composed *known = compiler_composed(c, by, actor, target); /* NULL: no memory to keep the count */
    salvo_dice dice;
    uint32_t n = 0;

    if (known && known->next_throws)
        return known->next_throws - 1;
    while (n <= THROWS_AIMED_MAX &&
           c->model->adapter->dice(by->fire, (int)n, unit_state_at(c, by->side, actor)->bytes,
                                   unit_state_at(c, enemy_of(by->side), target)->before, &dice))
        n++;
    if (known)
        known->next_throws = n + 1;
    return n;
}

/* The throws of the fire pair depend on the actor alone, unless the target cannot be harmed. */
static uint32_t throws_of(const compiler *c, const fire_pair *by, uint32_t actor)
{
    const int enemy = enemy_of(by->side);
    uint32_t n = 0;

    for (uint32_t at = first_fit(c, enemy, by->at); at != NO_NUMBER && n == 0; at = next_fit(c, enemy, at))
        n = throws_at(c, by, actor, at);
    return n;
}

uint32_t at_once_count_throws(const compiler *c, int side, uint32_t actor)
{
    const unit_state *by = unit_state_at(c, side, actor);
    uint32_t most = 1;

    for (size_t i = 0; i < c->n_fire_pairs && c->model->adapter->aims_each_throw; i++)
        if (c->fire_pairs[i].side == side && c->fire_pairs[i].kind == by->kind) {
            const uint32_t n = throws_of(c, &c->fire_pairs[i], actor);

            most = n > most ? n : most;
        }
    return most;
}

/* The same by code. */
static salvo_status find_code_end(const compiler *c, int side, bool moving, uint32_t code, const turn_end **end,
                                  salvo_error *err)
{
    const uint32_t number = number_of_code(c, side, code);

    *end = NULL;
    return number == NO_NUMBER ? SALVO_OK : find_end(c, side, moving, number, end, err);
}

/* Fills in the code after the throw, one result for each result of the dice. */
static salvo_status fill_after(compiler *c, int side, uint32_t code, const turn_end *end, uint32_t row,
                               salvo_error *err)
{
    const int kind = unit_state_at(c, side, number_of_code(c, side, code))->kind;
    uint32_t results[WEIGHTS_MAX];

    for (uint32_t i = 0; i < end->n; i++) {
        uint32_t after;
        salvo_status status = compiler_number_cached(c, side, kind, end->after[i], &after, err);

        if (status != SALVO_OK)
            return status;
        results[i] = unit_state_at(c, side, after)->code;
    }
    compiler_row(c, row, results, results, end->p, end->n);
    return SALVO_OK;
}

salvo_status at_once_measure(compiler *c, uint64_t *rows, salvo_error *err)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (uint32_t i = 0; i < 2 * c->t->side[side].n_codes; i++) {
            const turn_end *end;
            salvo_status status = find_code_end(c, side, i & 1, i >> 1, &end, err);

            if (status != SALVO_OK)
                return status;
            if (!end)
                continue;
            c->most_results = end->n > c->most_results ? end->n : c->most_results;
            (*rows)++;
        }
    return SALVO_OK;
}

static salvo_status lay_next(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];

    s->next = salvo_arena_array(c->t->memory, s->n_codes + LOOK_UP_ROOM, sizeof *s->next);
    if (!s->next)
        return salvo_fail_memory(err);
    for (uint32_t code = 0; code < s->n_codes; code++) {
        uint32_t next;

        if (number_of_code(c, side, code) == NO_NUMBER)
            continue;
        TRY(number_next(c, side, number_of_code(c, side, code), &next, err));
        s->next[code] = unit_state_at(c, side, next)->code;
        s->turns_change = s->turns_change || s->next[code] != code;
    }
    return SALVO_OK;
}

static salvo_status lay_after(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    salvo_status status = SALVO_OK;
    const turn_end *end;

    for (uint32_t moving = 0; moving < 2; moving++)
        for (uint32_t code = 0; code < s->n_codes && status == SALVO_OK; code++) {
            status = find_code_end(c, side, moving, code, &end, err);
            if (status != SALVO_OK || !end)
                continue;
            if (!s->after)
                s->after = salvo_arena_array(c->t->memory, 2 * (size_t)s->n_codes, sizeof *s->after);
            if (!s->after)
                return salvo_fail_memory(err);
            s->after[moving * s->n_codes + code] = c->after_row;
            status = fill_after(c, side, code, end, c->after_row++, err);
        }
    return status;
}

salvo_status at_once_lay(compiler *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (int side = SIDE_A; side <= SIDE_B && status == SALVO_OK; side++) {
        status = lay_next(c, side, err);
        if (status == SALVO_OK)
            status = lay_after(c, side, err);
    }
    return status;
}
