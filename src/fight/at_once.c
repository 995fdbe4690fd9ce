/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/at_once.h"

#include <stdlib.h>

/* Sets the dice that a unit state throws at the end of a turn; false if it throws none. `moving`: the line moves; an
 * element of speed 0 does not move with it. */
static bool after_dice(const compiler *c, int side, bool moving, uint32_t number, salvo_dice *dice)
{
    const unit_state *at = unit_state_at(c, side, number);
    const element_kind *kind = &c->e->side[side].kinds[at->kind];

    return c->e->adapter->after_dice && at->strength > 0 &&
           c->e->adapter->after_dice(kind->element, moving && kind->speed != 0, at->before, at->bytes, dice);
}

/* Numbers the unit state that the throw at the end of the turn leads to. */
static salvo_status number_after(compiler *c, int side, uint32_t number, const uint8_t *faces, uint32_t *after,
                                 salvo_error *err)
{
    const unit_state at = *unit_state_at(c, side, number); /* a copy, because the list may move */
    uint8_t to[SALVO_ELEMENT_BYTES];

    memcpy(to, at.bytes, sizeof to);
    c->e->adapter->after(c->e->side[side].kinds[at.kind].element, faces, to);
    return compiler_number(c, side, at.kind, to, after, err);
}

static salvo_status number_afters(compiler *c, int side, uint32_t number, bool moving, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint32_t after;

    if (!after_dice(c, side, moving, number, &dice))
        return SALVO_OK;
    salvo_dice_first(&dice, faces);
    do
        status = number_after(c, side, number, faces, &after, err);
    while (status == SALVO_OK && salvo_dice_next(&dice, faces));
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
static uint32_t throws_at(const compiler *c, const matchup *by, uint32_t actor, uint32_t target)
{
    composed *known = compiler_composed(c, by, actor, target); /* NULL: no memory to keep the count */
    salvo_dice dice;
    uint32_t n = 0;

    if (known && known->next_throws)
        return known->next_throws - 1;
    while (n <= THROWS_AIMED_MAX && c->e->adapter->dice(by->fire, (int)n, unit_state_at(c, by->side, actor)->bytes,
                                                        unit_state_at(c, enemy_of(by->side), target)->before, &dice))
        n++;
    if (known)
        known->next_throws = n + 1;
    return n;
}

/* The throws of the matchup depend on the actor alone, unless the target cannot be harmed. */
static uint32_t throws_of(const compiler *c, const matchup *by, uint32_t actor)
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

    for (size_t i = 0; i < c->n_matchups && c->e->adapter->aims_each_throw; i++)
        if (c->matchups[i].side == side && c->matchups[i].kind == by->kind) {
            const uint32_t n = throws_of(c, &c->matchups[i], actor);

            most = n > most ? n : most;
        }
    return most;
}

/* Sets the dice that an element throws at the end of a turn; false if it throws none. */
static bool code_dice(const compiler *c, int side, bool moving, uint32_t code, salvo_dice *dice)
{
    return c->number_of[side][code] != NO_NUMBER && after_dice(c, side, moving, c->number_of[side][code], dice);
}

/* Fills in the code after the throw, one result for each result of the dice. */
static salvo_status fill_after(compiler *c, int side, uint32_t code, const salvo_dice *dice, uint32_t row,
                               salvo_error *err)
{
    uint32_t results[WEIGHTS_MAX];
    double p[WEIGHTS_MAX];
    const uint64_t ways = salvo_dice_ways(dice);
    uint8_t faces[SALVO_DICE_MAX];
    size_t n = 0;

    salvo_dice_first(dice, faces);
    do {
        uint32_t after;
        salvo_status status = number_after(c, side, c->number_of[side][code], faces, &after, err);

        if (status != SALVO_OK)
            return status;
        results[n] = c->code_of[side][after];
        p[n++] = (double)salvo_dice_chance(dice, ways, faces);
    } while (salvo_dice_next(dice, faces));
    compiler_row(c, row, results, results, p, n);
    return SALVO_OK;
}

static size_t count_results(const salvo_dice *dice)
{
    uint8_t faces[SALVO_DICE_MAX];
    size_t n = 0;

    salvo_dice_first(dice, faces);
    do
        n++;
    while (salvo_dice_next(dice, faces));
    return n;
}

salvo_status at_once_measure(compiler *c, uint64_t *rows, salvo_error *err)
{
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (uint32_t i = 0; i < 2 * c->t->side[side].n_codes; i++) {
            salvo_dice dice;
            size_t n;

            if (!code_dice(c, side, i & 1, i >> 1, &dice))
                continue;
            n = count_results(&dice);
            if (n > WEIGHTS_MAX)
                return salvo_fail(err, SALVO_TOO_LARGE,
                                  "the throws at the end of a turn have too many results to be compiled");
            c->most_results = n > c->most_results ? n : c->most_results;
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
        salvo_status status;

        if (c->number_of[side][code] == NO_NUMBER)
            continue;
        status = number_next(c, side, c->number_of[side][code], &next, err);
        if (status != SALVO_OK)
            return status;
        s->next[code] = c->code_of[side][next];
        s->turns_change = s->turns_change || s->next[code] != code;
    }
    return SALVO_OK;
}

static salvo_status lay_after(compiler *c, int side, salvo_error *err)
{
    side_tables *s = &c->t->side[side];
    salvo_status status = SALVO_OK;
    salvo_dice dice;

    for (uint32_t moving = 0; moving < 2; moving++)
        for (uint32_t code = 0; code < s->n_codes && status == SALVO_OK; code++) {
            if (!code_dice(c, side, moving, code, &dice))
                continue;
            if (!s->after)
                s->after = salvo_arena_array(c->t->memory, 2 * (size_t)s->n_codes, sizeof *s->after);
            if (!s->after)
                return salvo_fail_memory(err);
            s->after[moving * s->n_codes + code] = c->after_row;
            status = fill_after(c, side, code, &dice, c->after_row++, err);
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
