/* Trials one by one, for pairs: both variants of a battle are run on the same trials and compared battle by battle. A
 * fingerprint of the compiled tables tells beforehand that a variant cannot differ. */
#include "fight/battle_trials.h"
#include "fight/battle_compile.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "simulate/reference_engine.h"

static uint64_t hash_words(uint64_t hash, const void *words, size_t n)
{
    return salvo_hash(hash, words, n * sizeof(uint32_t));
}

/* Two words: hash_words counts words of 4 bytes. */
static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return hash_words(hash, &number, 2);
}

/* All tables of one side that kernels read. */
static uint64_t hash_side(uint64_t hash, const battle_tables *t, int side)
{
    const side_tables *s = &t->side[side];
    const battle_side *army = &t->e->side[side];
    size_t n_rows = (size_t)t->e->n_places * s->n_classes * t->side[!side].n;

    hash = hash_number(hash, (uint64_t)army->n << 32 | s->living_at_break);
    hash = hash_number(hash, (uint64_t)s->n << 32 | s->n_classes);
    hash = hash_number(hash, (uint64_t)s->spreads << 1 | s->fixed_classes);
    hash = hash_words(hash, s->strength, s->n);
    hash = hash_words(hash, s->packed_state, s->n);
    hash = hash_words(hash, s->class_of, s->n);
    hash = hash_words(hash, s->class_at_start, (size_t)army->n);
    hash = hash_words(hash, s->fresh, (size_t)army->n);
    hash = hash_words(hash, s->rows, n_rows);
    if (s->ranks)
        hash = hash_words(hash, s->ranks, n_rows);
    if (s->turned)
        hash = hash_words(hash, s->turned, s->n_effects * s->n);
    if (s->after)
        hash = hash_words(hash, s->after, 2 * (size_t)s->n * s->n);
    if (s->stopped)
        hash = hash_words(hash, s->stopped, s->n);
    hash = hash_number(hash, s->n_speeds);
    for (int k = 0; k < army->n_kinds; k++)
        hash = hash_number(hash, (uint64_t)s->by_speed[k] << 32 | s->of_kind[k]);
    return hash;
}

/* The fingerprint of all that decides a battle: which throw leads to which state, where the lines go, when it is
 * over. */
static uint64_t print_of(const battle_tables *t)
{
    const battle_model *e = t->e;
    uint64_t hash = SALVO_HASH;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        hash = hash_side(hash, t, side);
    hash = hash_words(hash, t->threshold, t->n_columns);
    hash = hash_words(hash, t->results, 2 * t->n_columns);
    if (t->own)
        hash = hash_words(hash, t->own, 2 * t->n_columns);
    hash = hash_number(hash, t->first_a);
    hash = hash_number(hash, (uint64_t)e->turn_limit);
    hash = hash_number(hash, e->never_begins);
    hash = hash_number(hash, (uint64_t)t->can_rest << 1 | t->can_idle);
    hash = hash_words(hash, t->harms, (size_t)e->n_places * N_SIDES * SALVO_KINDS_MAX);
    for (int place = 0; place < e->n_places; place++)
        hash = salvo_hash(hash, e->next_place[place], sizeof e->next_place[place]);
    return hash ? hash : 1; /* 0 means that it is not known */
}

/* Tables are compiled even for the reference engine: they give the fingerprint. */
static salvo_status make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                         const salvo_plan *how, salvo_error *err)
{
    salvo_error too_large;
    salvo_status status = battle_ready_make(&t->ready, book, plan, t->memory, err);

    if (status == SALVO_OK)
        status = battle_kernel_find(how->isa, &t->kernel, err);
    if (status != SALVO_OK)
        return status;
    status = battle_tables_compile(&t->tables, t->ready.battle_model, NULL, &too_large);
    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    if (status == SALVO_OK && !t->ready.battle_model->adapter->limits) /* tables do not say who is worn */
        t->print = print_of(&t->tables);
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

/* On the heap, because a tally is too large for the stack. */
battle_tally *battle_trials_room(void)
{
    return calloc(1, sizeof(battle_tally));
}

/* The reference engine's battles share dice element by element (battle_chain.c), too. */
static salvo_status throw_each(const battle_trials *t, const trial_range *s, battle_ending *endings)
{
    const battle_model *e = t->ready.battle_model;
    const salvo_question question = {.procedure = &e->procedure, .situation = (void *)(uintptr_t)e};
    draws d = draws_of(s->seed, s->first);

    for (uint64_t i = 0; i < s->count; i++, draws_next_trial(&d)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        int outcome = reference_engine_trial(&question, &d, gain, NULL);

        if (outcome == SALVO_GOES_ON)
            return SALVO_TOO_LARGE;
        endings[i] = (battle_ending){outcome, (uint32_t)gain[GAIN_TURNS]};
    }
    return SALVO_OK;
}

/* room->each makes the kernel report trials in place of counting them. */
salvo_status battle_trials_run(const battle_trials *t, const trial_range *s, battle_tally *room, battle_ending *endings,
                               salvo_error *err)
{
    salvo_status status = SALVO_OK;

    room->each = endings; /* the kernel then counts nothing */
    if (t->kernel)
        t->kernel->fight(&t->tables, s, room);
    else
        status = throw_each(t, s, endings);
    if (status != SALVO_OK || room->too_long)
        return salvo_fail(err, SALVO_TOO_LARGE, "a battle took more turns than it has dice for; it hardly ever ends");
    return SALVO_OK;
}
