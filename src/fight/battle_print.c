/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/battle_print.h"

#include "base/hash.h"

static uint64_t hash_words(uint64_t hash, const void *words, size_t n)
{
    return salvo_hash(hash, words, n * sizeof(uint32_t));
}

/* Two words, because hash_words counts words of 4 bytes. */
static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return hash_words(hash, &number, 2);
}

/* Hashes all tables of one side that kernels read. Optional tables are hashed only if present; other hashed numbers
 * imply their presence. */
static uint64_t hash_side(uint64_t hash, const battle_tables *t, int side)
{
    const side_tables *s = &t->side[side];
    const battle_side *army = &t->model->side[side];

    hash = hash_number(hash, (uint64_t)army->n << 32 | s->living_at_break);
    hash = hash_number(hash, (uint64_t)s->n_codes << 32 | s->n_classes);
    hash = hash_number(hash, (uint64_t)s->choice << 32 | s->tied);
    hash = hash_number(hash, (uint64_t)s->acts_by_state << 33 | (uint64_t)s->best_acts << 32 | s->n_fire_classes);
    if (s->best_acts)
        hash = hash_words(hash, s->acts_as, s->n_classes);
    hash = hash_words(hash, s->strength, s->n_codes);
    hash = hash_words(hash, s->fresh, (size_t)army->n);
    hash = hash_words(hash, s->class_of, (size_t)army->n);
    hash = salvo_hash(hash, s->opposite, (size_t)army->n);
    hash = hash_words(hash, s->fire_class, (size_t)t->model->n_places);
    hash = hash_words(hash, s->moved, (size_t)t->model->n_places);
    if (s->throws)
        hash = hash_words(hash, s->throws, s->n_classes);
    if (s->next)
        hash = hash_words(hash, s->next, s->n_codes);
    if (s->after)
        hash = hash_words(hash, s->after, 2 * (size_t)s->n_codes);
    if (s->stopped)
        hash = hash_words(hash, s->stopped, s->n_codes);
    if (s->worn)
        hash = hash_words(hash, s->worn, s->n_codes);
    hash = salvo_hash(hash, army->kind_of, (size_t)army->n);
    hash = hash_number(hash, (uint64_t)army->worn_limit << 32 | (uint64_t)army->out_limit);
    return salvo_hash(hash, s->by_speed, s->n_speeds);
}

uint64_t battle_print(const battle_tables *t)
{
    const battle_model *model = t->model;
    const size_t n_columns = (size_t)t->n_rows << t->bits;
    uint64_t hash = SALVO_HASH;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        hash = hash_side(hash, t, side);
    hash = hash_number(hash, (uint64_t)t->n_rows << 32 | t->bits);
    hash = hash_words(hash, t->columns, 2 * n_columns);
    hash = hash_words(hash, t->flags, t->n_rows);
    if (t->own)
        hash = hash_words(hash, t->own, n_columns);
    if (t->ranks)
        hash = hash_words(hash, t->ranks, t->n_rows);
    if (t->turns)
        hash = hash_words(hash, t->turns, t->n_rows);
    hash = hash_number(hash, t->first_a);
    hash = hash_number(hash, (uint64_t)model->turn_limit);
    hash = hash_number(hash, (uint64_t)model->never_begins << 2 | (uint64_t)t->can_rest << 1 | t->can_idle);
    hash = salvo_hash(hash, t->harms, sizeof t->harms[0] * (size_t)model->n_places);
    hash = hash_words(hash, t->next_place, (size_t)model->n_places * N_PACES * N_PACES);
    return hash ? hash : 1; /* 0 means unknown */
}
