/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials one by one, for pairs: both variants of a battle run on the same trials and are compared battle by battle. A
 * fingerprint of the compiled tables shows in advance that a variant cannot differ. */
#include "fight/battle_trials.h"
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

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

/* The fingerprint of all that decides a battle: the states that throws lead to, the movement of lines, the end. It
 * covers whatever could change the end of one trial. Two variants with the same fingerprint need not run: their
 * difference is 0. */
static uint64_t fingerprint_of(const battle_tables *t)
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

/* Compiles tables even for the reference engine, because the fingerprint needs them. If they are too large, there is
 * no fingerprint and no kernel, which is no failure. */
static salvo_status make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                         const salvo_plan *how, salvo_error *err)
{
    salvo_error too_large;
    salvo_status status = battle_ready_make(&t->ready, book, plan, t->memory, err);

    if (status != SALVO_OK || !how)
        return status;
    status = battle_kernel_find(how->isa, &t->kernel, err);
    if (status != SALVO_OK)
        return status;
    status = battle_tables_compile(&t->tables, t->ready.battle_model, NULL, &too_large);
    if (status != SALVO_OK && status != SALVO_TOO_LARGE) {
        if (err)
            *err = too_large;
        return status;
    }
    if (status == SALVO_OK)
        t->print = fingerprint_of(&t->tables);
    if (status != SALVO_OK || how->reference_engine)
        t->kernel = NULL;
    return SALVO_OK;
}

salvo_status battle_trials_make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_plan *how, salvo_error *err)
{
    salvo_status status;

    *t = (battle_trials){.memory = salvo_arena_new()};
    status = t->memory ? make(t, book, plan, how, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        battle_trials_free(t);
    return status;
}

void battle_trials_free(battle_trials *t)
{
    battle_tables_free(&t->tables);
    battle_ready_free(&t->ready);
    salvo_arena_free(t->memory);
    memset(t, 0, sizeof *t);
}

/* In the reference engine, battles also share dice element by element (battle_chain.c). The caller reports an ending
 * without a code, in the same words as for kernels. */
static salvo_status throw_each(const battle_trials *t, const trial_range *s, battle_ending *endings)
{
    const battle_model *model = t->ready.battle_model;
    const salvo_question question = {.procedure = &model->procedure, .situation = (void *)(uintptr_t)model};
    draws d = draws_of(s->seed, s->first);

    for (uint64_t i = 0; i < s->count; i++, draws_next_trial(&d)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        int outcome = reference_engine_trial(&question, &d, gain, NULL);

        if (outcome == SALVO_CONTINUES)
            return SALVO_TOO_LARGE;
        endings[i] = (battle_ending){outcome, (uint32_t)gain[GAIN_TURNS]};
    }
    return SALVO_OK;
}

salvo_status battle_trials_run(const battle_trials *t, const trial_range *s, battle_ending *endings, salvo_error *err)
{
    battle_tally tally = {.each = endings}; /* so the kernel counts nothing */
    salvo_status status = SALVO_OK;

    if (t->kernel)
        battle_kernel_fight(t->kernel, &t->tables, s, &tally);
    else
        status = throw_each(t, s, endings);
    if (status != SALVO_OK || tally.too_long)
        status = battle_too_long(err);
    return salvo_fault_or(status, t->ready.battle_model->book, err);
}
