/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles with compiled tables and, if they cannot be compiled, their chain in the reference engine. Both fill the same
 * tally. */
#include "fight/battle_engine.h"

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "fight/battle_compile.h"
#include "fight/battle_solve.h"
#include "fight/battle_state.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

static const battle_model *model_of(const engine *e)
{
    return e->question->situation;
}

/* The tally of both engines. */

static void free_battle_tally(tally *t)
{
    battle_tally_free((battle_tally *)t);
    free(t);
}

static tally *new_battle_tally(const engine *e)
{
    battle_tally *t = calloc(1, sizeof *t);

    if (t && !battle_tally_init(t, model_of(e))) {
        free_battle_tally(&t->all); /* it may be half made */
        return NULL;
    }
    return t ? &t->all : NULL;
}

static void pack_battle_tally(tally *t, packed *p)
{
    battle_tally_pack((battle_tally *)t, p);
}

/* Checks after each block, so that a failure is reported for the first block with one. */
static salvo_status check_tally(const engine *e, const battle_tally *t, salvo_error *err)
{
    salvo_status status = t->no_memory ? salvo_fail_memory(err) : t->too_long ? battle_too_long(err) : SALVO_OK;

    return salvo_fault_or(status, model_of(e)->book, err);
}

static ending ending_of_code(const engine *e, size_t code)
{
    (void)e;
    return (ending){.outcome = (int)code};
}

bool battle_has_mean(const engine *e, const tally *t, size_t k)
{
    (void)e;
    (void)t;
    return k == GAIN_TURNS || k == GAIN_LOST_A || k == GAIN_LOST_B;
}

static salvo_moments moments_of_gain(const engine *e, const tally *t, size_t k)
{
    (void)e;
    return t->gain[k];
}

salvo_interval battle_range_of_mean(double mean, double most)
{
    return (salvo_interval){mean < 0 ? -most : 0, most};
}

salvo_interval battle_gain_range(const battle_model *model, size_t k, double mean)
{
    double most = 0;

    if (k == GAIN_TURNS)
        return battle_range_of_mean(mean, model->turn_limit ? (double)model->turn_limit : INFINITY);
    for (int kind = 0; kind < model->side[k - GAIN_LOST_A].n_kinds; kind++)
        most += (double)model->side[k - GAIN_LOST_A].kinds[kind].full * model->side[k - GAIN_LOST_A].kinds[kind].count;
    return battle_range_of_mean(mean, most);
}

static salvo_interval range_of_gain(const engine *e, const tally *t, size_t k)
{
    return battle_gain_range(model_of(e), k, salvo_moments_mean(&t->gain[k]));
}

/* The kernels. */

static salvo_status compile_battle(engine *e, const salvo_plan *plan, salvo_error *err)
{
    compiled_battle *own = e->own = calloc(1, sizeof *own);

    if (!own)
        return salvo_fail_memory(err);
    TRY(battle_kernel_find(plan->isa, &own->kernel, err));
    e->name = own->kernel->name;
    e->limited = chooses_best(model_of(e));
    return battle_tables_compile(&own->tables, model_of(e), model_of(e)->cache, err);
}

static void free_compiled_battle(void *own)
{
    if (own)
        battle_tables_free(&((compiled_battle *)own)->tables);
    free(own);
}

static salvo_status run_kernel(const engine *e, const trial_range *trials, tally *to, salvo_error *err)
{
    const compiled_battle *own = e->own;

    battle_kernel_fight(own->kernel, &own->tables, trials, (battle_tally *)to);
    return check_tally(e, (battle_tally *)to, err);
}

/* If the best is chosen, a kernel looks at all targets of each activation. It does so for every class that may act or,
 * more slowly, for every element. This many looks take as long as a die of the reference engine. */
enum { LOOKS = 600, LOOKS_OF_MANY = 4 };

static uint64_t looks_in_a_turn(const battle_tables *t)
{
    uint64_t looks = 0;

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        const uint64_t n = (uint64_t)t->model->side[side].n, pairs = n * (uint64_t)t->model->side[enemy_of(side)].n;

        looks += has_few_wishes(t, side) ? pairs * t->side[side].n_classes : pairs * n * LOOKS_OF_MANY;
    }
    return looks * t->most_throws;
}

static uint64_t work_of_looks(const engine *e, const tally *t)
{
    return salvo_moments_total(&t->gain[GAIN_TURNS]) * looks_in_a_turn(battle_engine_tables(e)) / LOOKS;
}

static const engine_kind BATTLE_KERNELS = {
    .job = "battles",
    .block_max = 1 << 16,
    .prepare = compile_battle,
    .free = free_compiled_battle,
    .tally_new = new_battle_tally,
    .tally_free = free_battle_tally,
    .run = run_kernel,
    .pack = pack_battle_tally,
    .work = work_of_looks,
    .result = ending_of_code,
    .has_mean = battle_has_mean,
    .moments = moments_of_gain,
    .range = range_of_gain,
};

const battle_tables *battle_engine_tables(const engine *e)
{
    const compiled_battle *own = e->own;

    return e->kind == &BATTLE_KERNELS ? &own->tables : NULL;
}

/* The reference engine. */

/* Reads the elements lost so far from the chain's gains. The chain counts losses, the tally survivors. */
static void note_survivors(const battle_model *model, survivors *to, const int64_t *gain)
{
    /* The last row is for all later turns. */
    int64_t turn = gain[GAIN_TURNS] <= TURNS_TOLD ? gain[GAIN_TURNS] : TURNS_TOLD + 1;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        to[turn][side][model->side[side].n - gain[GAIN_DOWN_A + side]]++;
}

/* What note_beginning needs when a turn begins. */
typedef struct turn_observer {
    const battle_model *model;
    battle_tally *to;
} turn_observer;

static void note_beginning(void *context, const int64_t *gain)
{
    const turn_observer *by = context;

    if (gain[GAIN_TURNS] <= TURNS_TOLD)
        note_survivors(by->model, by->to->going, gain);
}

/* Simulates one battle through the chain; returns false if it used up its draws. It uses an observer, because
 * survivors by turn are a gain of each turn, not of a trial. */
static bool fight_by_the_book(const engine *e, draws *d, battle_tally *t)
{
    turn_observer context = {model_of(e), t};
    const reference_observer by = {note_beginning, &context};
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
    int outcome = reference_engine_observed(e->question, d, gain, &by);

    if (outcome == SALVO_CONTINUES)
        return false;
    battle_tally_code(t, outcome);
    battle_tally_turn(t, (uint32_t)gain[GAIN_TURNS]);
    note_survivors(model_of(e), t->ended, gain);
    for (size_t k = GAIN_TURNS; k <= GAIN_LOST_B; k++)
        salvo_moments_add(&t->all.gain[k], gain[k], 1);
    return true;
}

/* Jumps once to the first trial, then from trial to trial. */
static salvo_status run_by_the_book(const engine *e, const trial_range *trials, tally *to, salvo_error *err)
{
    battle_tally *t = (battle_tally *)to;
    draws d = draws_of(trials->seed, trials->first);

    to->trials += trials->count;
    for (uint64_t i = 0; i < trials->count && !t->too_long; i++, draws_next_trial(&d))
        t->too_long = !fight_by_the_book(e, &d, t);
    to->thrown += d.thrown;
    return check_tally(e, t, err);
}

static salvo_status name_reference(engine *e, const salvo_plan *plan, salvo_error *err)
{
    (void)plan;
    (void)err;
    e->name = "by-the-book";
    e->limited = true;
    return SALVO_OK;
}

static uint64_t work_of_dice(const engine *e, const tally *t)
{
    return battle_work(model_of(e), t->thrown);
}

static const engine_kind BATTLE_BY_THE_BOOK = {
    .job = "battles",
    .block_max = 1 << 12,
    .prepare = name_reference,
    .tally_new = new_battle_tally,
    .tally_free = free_battle_tally,
    .run = run_by_the_book,
    .pack = pack_battle_tally,
    .work = work_of_dice,
    .result = ending_of_code,
    .has_mean = battle_has_mean,
    .moments = moments_of_gain,
    .range = range_of_gain,
};

const engine_kind *const BATTLE_ENGINES[] = {&BATTLE_WALK, &BATTLE_KERNELS, &BATTLE_BY_THE_BOOK, NULL};
const engine_kind *const PAIRED_BATTLE_ENGINES[] = {&BATTLE_KERNELS, &BATTLE_BY_THE_BOOK, NULL};

/* Trials one by one. */

/* In the reference engine, battles also share dice element by element (battle_chain.c). */
static salvo_status throw_each(const engine *e, const trial_range *trials, battle_ending *endings, salvo_error *err)
{
    draws d = draws_of(trials->seed, trials->first);

    for (uint64_t i = 0; i < trials->count; i++, draws_next_trial(&d)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        const int code = reference_engine_trial(e->question, &d, gain, NULL);

        if (code == SALVO_CONTINUES)
            return battle_too_long(err);
        endings[i] = (battle_ending){code, (uint32_t)gain[GAIN_TURNS]};
    }
    return SALVO_OK;
}

/* Marks every ending as missing first, so that an ending that the kernel omits is found. */
static salvo_status fight_each(const compiled_battle *own, const trial_range *trials, battle_ending *endings,
                               salvo_error *err)
{
    battle_tally none = {.each = endings}; /* so the kernel counts nothing */

    for (uint64_t i = 0; i < trials->count; i++)
        endings[i].code = SALVO_CONTINUES;
    battle_kernel_fight(own->kernel, &own->tables, trials, &none);
    if (none.too_long)
        return battle_too_long(err);
    for (uint64_t i = 0; i < trials->count; i++)
        if (endings[i].code == SALVO_CONTINUES)
            return salvo_fail(err, SALVO_TOO_LARGE, "an internal check failed: battles were begun that never ended");
    return SALVO_OK;
}

salvo_status battle_engine_each(const engine *e, const trial_range *trials, battle_ending *endings, salvo_error *err)
{
    const salvo_status status =
        e->kind == &BATTLE_KERNELS ? fight_each(e->own, trials, endings, err) : throw_each(e, trials, endings, err);

    return salvo_fault_or(status, model_of(e)->book, err);
}

bool survival_read(survival *to, const engine *e, const tally *sum)
{
    if (e->kind != &BATTLE_WALK) {
        *to = (survival){((const battle_tally *)sum)->going, ((const battle_tally *)sum)->ended, false};
        return true;
    }
    *to = (survival){calloc(TURNS_TOLD + 2, sizeof *to->going), calloc(TURNS_TOLD + 2, sizeof *to->ended), true};
    if (!to->going || !to->ended)
        return false;
    battle_walk_survivors(e, sum, to->going, to->ended);
    return true;
}

void survival_free(survival *s)
{
    if (!s->is_own)
        return;
    free(s->going);
    free(s->ended);
}
