/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides whether a battle's sides are fronts (battle_tables.h), and makes their tables.
 *
 * A side that fires at the first of the list fires at that element until it is destroyed. The same holds for the
 * weakest, if no activation makes any element less wanted. Then the element that was hit is wanted more than before,
 * when it was already wanted most. */
#include "fight/battle_lay.h"

/* How the enemy orders codes, least first. Equally wanted codes are equal, and then the first of the list is chosen. */
static uint32_t wanted(const battle_tables *t, int side, uint32_t code)
{
    const side_tables *enemy = &t->side[enemy_of(side)];

    return enemy->choice == FIND_FIRST ? 0 : code | enemy->tied;
}

/* A destroyed element is wanted least, and is never chosen. */
static bool stays_wanted(const battle_tables *t, int side, uint32_t before, uint32_t now)
{
    return now >= (t->narrow ? NARROW_CODES : WIDE_CODES) || wanted(t, side, now) <= wanted(t, side, before);
}

/* Whether no result of a row of `side` makes its target less wanted. */
static bool keep_targets(const battle_tables *t, int side)
{
    const side_tables *s = &t->side[side];
    const int enemy = enemy_of(side);
    const uint32_t n_codes = t->side[enemy].n_codes;
    const size_t n_rows = (size_t)s->n_fire_classes * s->n_classes * n_codes;
    bool keep = true;

    for (size_t row = 0; row < n_rows && keep; row++)
        for (size_t i = 0; i < (size_t)1 << t->bits && keep; i++) {
            const walk_column *column = &t->columns[((s->first_row + row) << t->bits) + i];

            keep = stays_wanted(t, enemy, (uint32_t)(row % n_codes), column->own) &&
                   stays_wanted(t, enemy, (uint32_t)(row % n_codes), column->other);
        }
    return keep;
}

static bool fires_until_gone(const battle_tables *t, int side)
{
    if (t->side[side].choice == FIND_FIRST)
        return true;
    return t->side[side].choice == FIND_LEAST && keep_targets(t, side);
}

/* The number of elements that fall before element i of the list. */
static uint32_t fall_before(const battle_tables *t, int side, int i)
{
    const side_tables *s = &t->side[side];
    const uint32_t own = wanted(t, side, s->fresh[i]);
    uint32_t n = 0;

    for (int k = 0; k < t->model->side[side].n; k++) {
        const uint32_t other = wanted(t, side, s->fresh[k]);

        n += other < own || (other == own && k < i);
    }
    return n;
}

/* Returns false if an element is out of the fight from the start, or if there are too many blocks. */
static bool list_blocks(battle_tables *t, int side)
{
    side_tables *s = &t->side[side];
    front_tables *f = &s->front;

    f->n_blocks = 0;
    for (int i = 0; i < t->model->side[side].n; i++) {
        if (s->fresh[i] == CODE_GONE)
            return false;
        if (i == 0 || s->fresh[i] != s->fresh[i - 1]) {
            if (f->n_blocks == BLOCKS_MAX)
                return false;
            f->listed[f->n_blocks++] =
                (block){.first = (uint32_t)i, .fallen = fall_before(t, side, i), .fresh = s->fresh[i]};
        }
        f->listed[f->n_blocks - 1].end = (uint32_t)i + 1;
    }
    return true;
}

static void order_falls(front_tables *f)
{
    f->in_order = true;
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        uint32_t place = 0;

        for (uint32_t k = 0; k < f->n_blocks; k++)
            place += f->listed[k].fallen < f->listed[i].fallen;
        f->falls[place] = f->listed[i];
        f->in_order = f->in_order && place == i;
    }
}

/* What one element of the kind adds to an outcome code (battle_model.h). Kinds are its digits, side b's the last. */
static uint32_t digit_of(const battle_model *model, int side, int kind)
{
    uint32_t digit = 1;

    for (int s = side; s <= SIDE_B; s++)
        for (int k = s == side ? kind + 1 : 0; k < model->side[s].n_kinds; k++)
            digit *= (uint32_t)model->side[s].kinds[k].count + 1;
    return digit;
}

/* From the last element that falls to the first. */
static void sum_left(battle_tables *t, int side)
{
    const battle_side *army = &t->model->side[side];
    front_tables *f = &t->side[side].front;
    uint32_t living = 0, strength = 0;

    f->left[0] = f->behind[0] = 0;
    for (uint32_t i = f->n_blocks; i-- > 0;) {
        const block *b = &f->falls[i];
        const uint32_t digit = digit_of(t->model, side, army->kind_of[b->first]);

        for (uint32_t k = b->first; k < b->end; k++) {
            living++;
            f->left[living] = f->left[living - 1] + digit;
            f->behind[living] = strength;
            strength += t->side[side].strength[b->fresh];
        }
    }
}

/* Whether a side does nothing but fire and fall. */
static bool is_plain(const battle_tables *t, int side)
{
    const side_tables *s = &t->side[side];

    return !s->acts_by_state && !s->best_acts && !s->worn && !s->after && fires_until_gone(t, side);
}

salvo_status lay_fronts(compiler *c, salvo_error *err)
{
    battle_tables *t = c->t;
    const salvo_battle_order order = c->model->adapter->sequence;

    (void)err;
    t->has_fronts =
        (order == SALVO_ALTERNATELY || order == SALVO_AT_ONCE) && !t->own && t->most_throws <= THROWS_AT_FRONT_MAX;
    for (int side = SIDE_A; side <= SIDE_B && t->has_fronts; side++)
        t->has_fronts = is_plain(t, side) && list_blocks(t, side);
    for (int side = SIDE_A; side <= SIDE_B && t->has_fronts; side++) {
        order_falls(&t->side[side].front);
        sum_left(t, side);
    }
    return SALVO_OK;
}
