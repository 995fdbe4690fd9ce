/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs battles with compiled tables. If they cannot be compiled, runs the chain in the reference engine. Both fill the
 * same tally. */
#include "fight/battle_run.h"
#include "fight/battle_compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "fight/battle_solve.h"
#include "fight/battle_state.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"
#include "simulate/schedule.h"

/* Maximum numbers of trials that a thread takes at a time, for walks, tables and the reference engine. The faster the
 * engine, the larger the block: each takes some milliseconds. */
enum { WALK_BLOCK_MAX = 1 << 22, BLOCK_MAX = 1 << 16, BOOK_BLOCK_MAX = 1 << 12 };

/* Reads the elements lost so far from the chain's gains. The chain counts losses, the tally survivors. */
static void note_book_turn(const battle_run *r, survivors *to, const int64_t *gain)
{
    /* The last row is for all later turns. */
    int64_t turn = gain[GAIN_TURNS] <= TURNS_TOLD ? gain[GAIN_TURNS] : TURNS_TOLD + 1;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        to[turn][side][r->model->side[side].n - gain[GAIN_DOWN_A + side]]++;
}

/* What note_beginning needs when a turn begins. */
typedef struct turn_observer {
    const battle_run *r;
    battle_tally *tally;
} turn_observer;

static void note_beginning(void *context, const int64_t *gain)
{
    const turn_observer *by = context;

    if (gain[GAIN_TURNS] <= TURNS_TOLD)
        note_book_turn(by->r, by->tally->going, gain);
}

/* Simulates one battle through the chain; returns false if it used up its draws. It uses an observer, because
 * survivors by turn are a gain of each turn, not of a trial. */
static bool fight_by_the_book(const battle_run *r, draws *d, battle_tally *t)
{
    const salvo_question question = {.procedure = &r->model->procedure, .situation = (void *)r->model};
    turn_observer context = {r, t};
    const reference_observer by = {note_beginning, &context};
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
    int outcome = reference_engine_observed(&question, d, gain, &by);

    if (outcome == SALVO_CONTINUES)
        return false;
    battle_tally_code(t, outcome, 1);
    salvo_moments_add(&t->turns, gain[GAIN_TURNS], 1);
    battle_tally_turn(t, (uint32_t)gain[GAIN_TURNS]);
    note_book_turn(r, t->ended, gain);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        salvo_moments_add(&t->lost[side], gain[GAIN_LOST_A + side], 1);
    return true;
}

/* Makes the reference engine's trials of the range. Jumps once to the first trial, then from trial to trial. */
static void throw_block(const battle_run *r, const trial_range *s, battle_tally *t)
{
    draws d = draws_of(s->seed, s->first);

    t->trials += s->count;
    for (uint64_t i = 0; i < s->count && !t->too_long; i++) {
        t->too_long = !fight_by_the_book(r, &d, t);
        draws_next_trial(&d);
    }
    t->thrown += d.thrown;
}

/* Counts codes, listed or numbered as they occurred, for check(). Without it, a kernel that lost a battle would
 * produce chances that add up to less than 1. */
static uint64_t battles_counted(const battle_tally *t)
{
    uint64_t n = 0;

    for (size_t i = 0; t->codes && i < t->n_codes; i++)
        n += t->codes[i];
    for (size_t i = 0; i < t->seen.count; i++)
        n += t->seen_counts[i];
    return n;
}

/* An error in the program, not in the question. */
static salvo_status battles_missing(salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "an internal check failed: battles were begun that never ended");
}

/* Checks what must hold in every run: no battle is missing. */
static salvo_status check(const battle_tally *t, salvo_error *err)
{
    if (t->no_memory)
        return salvo_fail_memory(err);
    if (t->too_long)
        return battle_too_long(err);
    return battles_counted(t) == t->trials ? SALVO_OK : battles_missing(err);
}

static void *tally_new(void *context)
{
    const battle_run *r = context;
    battle_tally *t = calloc(1, sizeof *t);

    if (t && battle_tally_init(t, r->model))
        return t;
    if (t)
        battle_tally_free(t); /* if it is half made */
    free(t);
    return NULL;
}

/* Checks each block, so that a failure is reported for the first block with one. */
salvo_status battle_run_block(const battle_run *r, uint64_t first, uint64_t count, battle_tally *to, salvo_error *err)
{
    const trial_range s = {r->plan->seed, first, count};

    if (r->walk) {
        salvo_status status = battle_walk_run(r->walk, &s, to, err);

        if (status != SALVO_OK)
            return status;
    } else if (r->kernel) {
        battle_kernel_fight(r->kernel, &r->tables, &s, to);
    } else {
        throw_block(r, &s, to);
    }
    return salvo_fault_or(check(to, err), r->model->book, err);
}

/* Makes the same trials as throw_block. */
static salvo_status throw_each(const battle_run *r, const trial_range *s, battle_ending *endings, salvo_error *err)
{
    const salvo_question question = {.procedure = &r->model->procedure, .situation = (void *)r->model};
    draws d = draws_of(s->seed, s->first);

    for (uint64_t i = 0; i < s->count; i++, draws_next_trial(&d)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};

        endings[i].code = reference_engine_trial(&question, &d, gain, NULL);
        endings[i].turns = (uint32_t)gain[GAIN_TURNS];
        if (endings[i].code == SALVO_CONTINUES)
            return battle_too_long(err);
    }
    return SALVO_OK;
}

/* Marks every ending as missing first, so that an ending that the kernel omits is found. */
salvo_status battle_run_each(const battle_run *r, uint64_t first, uint64_t count, battle_ending *endings,
                             salvo_error *err)
{
    const trial_range s = {r->plan->seed, first, count};
    battle_tally none = {.each = endings};

    if (!r->kernel)
        return throw_each(r, &s, endings, err);
    for (uint64_t i = 0; i < count; i++)
        endings[i].code = SALVO_CONTINUES;
    battle_kernel_fight(r->kernel, &r->tables, &s, &none);
    if (none.too_long)
        return battle_too_long(err);
    for (uint64_t i = 0; i < count; i++)
        if (endings[i].code == SALVO_CONTINUES)
            return battles_missing(err);
    return SALVO_OK;
}

static salvo_status run_block(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    return battle_run_block(context, first, count, tally, err);
}

static void pack_tally(void *context, void *tally, packed *p)
{
    (void)context;
    battle_tally_pack(tally, p);
}

static void tally_free(void *context, void *tally)
{
    (void)context;
    battle_tally_free(tally);
    free(tally);
}

/* The schedule's width. If results may stop a run, its intervals must be valid at any time; any end but
 * SALVO_STOPPED_BY_TRIALS means that. Without memory the run counts as not precise. */
static double width_of(void *context)
{
    battle_run *r = context;
    double width;

    r->stopped_by = SALVO_STOPPED_BY_CAP;
    width = r->width(r->observer, r);
    return width < 0 ? INFINITY : width;
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

static uint64_t work_so_far(void *context)
{
    const battle_run *r = context;

    if (!r->kernel)
        return battle_work(r->model, r->tally.thrown);
    return salvo_moments_total(&r->tally.turns) * looks_in_a_turn(&r->tables) / LOOKS;
}

/* May be called again with another plan for the same tables. The counts of the earlier run are dropped. */
salvo_status battle_run_all(battle_run *r, double (*width)(void *context, battle_run *r), void *context,
                            salvo_error *err)
{
    const bool may_take_long = !r->walk && (!r->kernel || chooses_best(r->model)); /* for a default answer */
    const trial_job work = {.context = r,
                            .sum = &r->tally,
                            .tally_new = tally_new,
                            .run = run_block,
                            .pack = pack_tally,
                            .tally_free = tally_free,
                            .width = width_of,
                            .work = may_take_long ? work_so_far : NULL,
                            .kind = job_kind(r->walk ? "battles as walks" : "battles")};
    schedule s = {.plan = r->plan, .block_max = r->walk ? WALK_BLOCK_MAX : r->kernel ? BLOCK_MAX : BOOK_BLOCK_MAX};
    salvo_status status;

    s.block_far = s.block_max << 6;
    battle_tally_free(&r->tally); /* from an earlier run */
    if (!battle_tally_init(&r->tally, r->model))
        return salvo_fail_memory(err);
    r->width = width;
    r->observer = context;
    status = schedule_run(&s, &work, err);
    r->stopped_by = s.stopped_by;
    r->seconds = s.seconds;
    if (status != SALVO_OK)
        return status;
    return check(&r->tally, err);
}

/* The common start of every run, with any engine. */
static salvo_status run_begin(battle_run *r, const battle_model *model, const salvo_plan *plan, salvo_error *err)
{
    salvo_status status = schedule_check(plan, err);

    memset(r, 0, sizeof *r);
    r->model = model;
    r->plan = plan;
    return status;
}

/* Compiles the tables, unless the plan asks for the reference engine. Tables that would be too large are no failure,
 * only slower: the message becomes a remark of the answer. */
static salvo_status compile(battle_run *r, compile_cache *cache, salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    salvo_status status = SALVO_OK;

    TRY(battle_kernel_find(r->plan->isa, &r->kernel, err));
    if (!r->plan->reference_engine)
        /* The caller may use it for the next battle. */
        status = battle_tables_compile(&r->tables, r->model, cache, &too_large);
    if (status == SALVO_TOO_LARGE)
        memcpy(r->why, too_large.text, sizeof r->why);
    if (r->plan->reference_engine || status == SALVO_TOO_LARGE) {
        r->kernel = NULL; /* NULL: the reference engine */
        return SALVO_OK;
    }
    if (status != SALVO_OK && err)
        *err = too_large;
    return status;
}

salvo_status battle_run_prepare(battle_run *r, const battle_model *model, const salvo_plan *plan, compile_cache *cache,
                                salvo_error *err)
{
    TRY(run_begin(r, model, plan, err));
    return compile(r, cache, err);
}

/* The walk is tried first. One against one is small, and the table of endings of a walk is faster than a kernel that
 * plays turns. */
salvo_status battle_run_prepare_alone(battle_run *r, const battle_model *model, const salvo_plan *plan,
                                      salvo_error *err)
{
    salvo_status status;

    TRY(run_begin(r, model, plan, err));
    status = battle_walk_make(&r->walk, model, plan, err);
    return status == SALVO_OK && !r->walk ? compile(r, NULL, err) : status;
}

void battle_run_free(battle_run *r)
{
    battle_walk_free(r->walk);
    battle_tables_free(&r->tables);
    battle_tally_free(&r->tally);
}

const char *battle_run_engine(const battle_run *r)
{
    return r->walk ? battle_walk_engine(r->walk) : r->kernel ? r->kernel->name : "by-the-book";
}
