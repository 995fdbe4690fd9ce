/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The armies of a points test are drawn and fought once. Every variant fights the same pairs on the same dice. It takes
 * over the battles whose inputs show that the step does not affect them. */
#include "sensitivity/armies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/try.h"
#include "fight/battle_kernel.h"
#include "points/bounds.h"
#include "points/judge.h"

enum { PAIRS = 40, BRACKETS = 2 }; /* fewer than in a test, because every probe fights them again */

static salvo_estimate estimate_of(double sum, double squares, size_t n)
{
    salvo_bounds b = bounds_of_mean(sum, squares, n);

    return (salvo_estimate){b.value, b.low, b.high};
}

/* Returns the mean over the pairs and its interval. Pairs are independent draws; conditions of one pair are not, and
 * are joined before. A pair in which nobody won does not count; *n is the number of the others. */
static salvo_estimate imbalance_of(const pair_run *run, size_t *n)
{
    double sum = 0, squares = 0;

    *n = 0;
    for (size_t i = 0; i < run->n; i++) {
        double off = pair_imbalance(run, i);

        if (isnan(off))
            continue;
        ++*n;
        sum += off;
        squares += off * off;
    }
    return estimate_of(sum, squares, *n);
}

/* Scores are floats of whole-number tallies, so they have the same bytes on any number of threads. */
static uint64_t hash_scores(uint64_t hash, const pair_run *run)
{
    for (size_t i = 0; i < run->n; i++)
        hash = salvo_hash(hash, run->results[i].score, run->pool->n_conditions * sizeof *run->results[i].score);
    return hash;
}

/* Copies the plan and settles what it leaves open. Threads and progress callback are those of the approach. */
static void settle(salvo_points_plan *plan, const batch *b)
{
    *plan = *b->subject->points;
    plan->threads = b->how->plan.threads;
    plan->progress = b->how->plan.progress;
    plan->share = b->how->plan.share;
    plan->pairs = plan->pairs ? plan->pairs : PAIRS;
    plan->brackets_max = plan->brackets_max ? plan->brackets_max : BRACKETS;
}

/* A variant prepares only bought units anew, because steps of others cannot matter. */
static void mark_bought(armies *a)
{
    for (size_t i = 0; i < a->run.n; i++)
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < a->run.pairs[i].side[side].n_kinds; k++)
                a->bought[a->run.pairs[i].side[side].kind[k]] = true;
}

/* Every variant uses the base's prices. Otherwise a step in a price list would change the composition of the armies,
 * and nothing could be compared. Other rules may fight another battle with the same inputs, so these need fingerprints. */
static salvo_status fight_base(armies *a, const batch *b, salvo_error *err)
{
    const unit_pool *pool = &a->battles.pool;
    const army_set set = {.prices = a->battles.prices,
                          .stream = STREAM_EQUAL,
                          .spread = 1,
                          .pairs = pool->plan->pairs,
                          .keeps = true,
                          .prints = b->n && b->probes[0].variant};

    a->bought = salvo_arena_array(pool->memory, pool->n, sizeof *a->bought);
    if (!a->bought)
        return salvo_fail_memory(err);
    TRY(price_battles_fight(&a->battles, &a->run, &set, err));
    if (a->run.n == 0)
        return salvo_fail(err, SALVO_STOPPED, "interrupted before any pair of armies was finished");
    mark_bought(a);
    return inputs_read(&a->inputs, &a->run, a->bought, err);
}

/* Fills the baseline's report on the armies. Ranges are copied, because the pool may be freed before. */
static salvo_status note_imbalance(const armies *a, salvo_baseline *asked, salvo_error *err)
{
    double *ranges = salvo_arena_array(asked->memory, a->battles.pool.n_ranges, sizeof *ranges);
    const battle_kernel *found;
    size_t judged;
    salvo_status status = battle_kernel_find(a->battles.pool.plan->isa, &found, err);

    if (status != SALVO_OK || !ranges)
        return status != SALVO_OK ? status : salvo_fail_memory(err);
    memcpy(ranges, a->battles.pool.ranges, a->battles.pool.n_ranges * sizeof *ranges);
    asked->armies.pairs = a->run.n;
    asked->armies.ranges = ranges;
    asked->armies.n_ranges = a->battles.pool.n_ranges;
    asked->simulated = true;
    asked->base.simulated = imbalance_of(&a->run, &judged);
    asked->simulation = (salvo_simulation){
        .seed = a->battles.pool.plan->seed,
        .trials = a->run.trials,
        /* Fewer pairs than planned: the run was stopped. */
        .stopped_by = a->run.n < a->battles.pool.plan->pairs ? SALVO_INTERRUPTED : SALVO_STOPPED_BY_TRIALS,
        .isa = found->name,
        .hash = hash_scores(SALVO_HASH, &a->run),
    };
    return SALVO_OK;
}

/* After a failure, what was opened stays open: armies_free() closes it. */
salvo_status armies_fight(armies *a, salvo_baseline *asked, batch *b, salvo_error *err)
{
    salvo_points_plan *plan = salvo_arena_array(asked->memory, 1, sizeof *plan);

    *a = (armies){.bought = NULL};
    if (!plan)
        return salvo_fail_memory(err);
    settle(plan, b);
    asked->armies = *plan;
    a->battles.memory = asked->memory;
    a->battles.watch.watch = plan->progress;
    TRY(price_battles_open(&a->battles, b->book, plan, NULL, err));
    TRY(fight_base(a, b, err));
    return note_imbalance(a, asked, err);
}

void armies_free(armies *a)
{
    inputs_free(&a->inputs);
    pair_run_free(&a->run);
    price_battles_close(&a->battles);
}

/* The batch with further data for its work. vary_one receives the batch and casts back. */
typedef struct variant_batch {
    batch batch; /* first: questions receive a pointer to it */
    const armies *armies;
    salvo_changed_answer *moves;
    uint64_t *hashes; /* by probe; 0 if nothing moved */
} variant_batch;

/* Returns a pair's contribution to a mean over `n` of all pairs, less that mean's part: 0 if nobody won. */
static double beyond_mean(double off, double mean, size_t n, size_t all)
{
    return isnan(off) ? 0 : (off - mean) * (double)all / (double)n;
}

/* Compares the variant's imbalance with the base's, pair by pair: what pairs have in common cancels out. A step may
 * remove a pair's last winner, or give it one. The difference is still that of the two means, and its interval is that
 * of the pairs' contributions. */
static void compare(const pair_run *base, const pair_run *run, salvo_changed_answer *m)
{
    size_t n[2];
    const double before = imbalance_of(base, &n[0]).value;
    double sum = 0, squares = 0, mean;

    m->known = true;
    m->value.simulated = imbalance_of(run, &n[1]);
    mean = m->value.simulated.value;
    for (size_t i = 0; i < base->n; i++) {
        const double was = pair_imbalance(base, i), is = pair_imbalance(run, i);
        const double adds =
            mean - before + beyond_mean(is, mean, n[1], base->n) - beyond_mean(was, before, n[0], base->n);

        sum += adds;
        squares += adds * adds;
        m->pairs_less += is < was;
        m->pairs_greater += is > was;
    }
    m->difference.simulated = estimate_of(sum, squares, base->n);
}

/* Runs in the calling thread, because threads divide the probes, not the pairs. */
static salvo_status fight_again(const armies *a, pair_run *run, const unit_pool *pool, salvo_error *err)
{
    const army_set set = {.pool = pool,
                          .stream = STREAM_EQUAL,
                          .pairs = a->run.n,
                          .keeps = true,
                          .prints = a->run.prints,
                          .like = &a->run};
    bool *same;

    TRY(price_battles_prepare(&a->battles, run, &set, err));
    same = salvo_arena_array(run->memory, pair_match_number(pool, a->run.n, 0, 0), sizeof *same);
    TRY(same ? inputs_compare(&a->inputs, pool, a->bought, same, err) : salvo_fail_memory(err));
    memcpy(run->pairs, a->run.pairs, a->run.n * sizeof *run->pairs);
    run->same = same;
    return pair_run_here(run, a->run.n, err);
}

/* Scores are of the same trials, so equal bytes mean that no result differs. */
static bool is_same(const pair_run *a, const pair_run *b)
{
    for (size_t i = 0; i < a->n; i++)
        if (memcmp(a->results[i].score, b->results[i].score, a->pool->n_conditions * sizeof *a->results[i].score) != 0)
            return false;
    return true;
}

static salvo_status fight_variant(const armies *a, const salvo_rulebook *book, unit_pool *pool, pair_run *run,
                                  salvo_error *why)
{
    TRY(unit_pool_vary(pool, &a->battles.pool, book, a->bought, why));
    return fight_again(a, run, pool, why);
}

/* Each probe writes to its own place, so threads need no lock. */
static void note_moves(variant_batch *variants, probe *p, const pair_run *run)
{
    size_t at = (size_t)(p - variants->batch.probes);

    p->state = is_same(&variants->armies->run, run) ? PROBE_IDLE : PROBE_MOVES;
    if (p->state == PROBE_IDLE)
        return;
    compare(&variants->armies->run, run, &variants->moves[at]);
    variants->hashes[at] = hash_scores(SALVO_HASH, run);
}

/* Asks one probe: the variant's pool, the same armies again. */
static salvo_status vary_one(batch *b, probe *p, const salvo_rulebook *book, salvo_error *why)
{
    variant_batch *variants = (variant_batch *)b;
    unit_pool pool;
    pair_run run = {.n = 0};
    const salvo_status status = fight_variant(variants->armies, book, &pool, &run, why);

    if (status == SALVO_OK)
        note_moves(variants, p, &run);
    pair_run_free(&run);
    unit_pool_close(&pool);
    return status;
}

static void pack_estimate(packed *p, salvo_estimate *e)
{
    packed_real(p, &e->value);
    packed_real(p, &e->low);
    packed_real(p, &e->high);
}

/* Packs what note_moves notes. */
static void pack_moves(batch *b, probe *of, packed *p)
{
    variant_batch *variants = (variant_batch *)b;
    const size_t at = (size_t)(of - b->probes);
    salvo_changed_answer *m = &variants->moves[at];

    packed_flag(p, &m->known);
    pack_estimate(p, &m->value.simulated);
    pack_estimate(p, &m->difference.simulated);
    packed_number(p, &m->pairs_less);
    packed_number(p, &m->pairs_greater);
    packed_number(p, &variants->hashes[at]);
}

/* After a stop in the base no probe is fought: they all wait. */
salvo_status armies_vary(const armies *a, salvo_baseline *asked, batch *b, salvo_changed_answer *moves,
                         salvo_error *err)
{
    variant_batch variants = {.batch = *b, .armies = a, .moves = moves};
    salvo_status status = SALVO_OK;

    variants.batch.n_stages = 1;
    variants.batch.pack = pack_moves;
    variants.hashes = salvo_arena_array(asked->memory, b->n, sizeof *variants.hashes);
    if (!variants.hashes)
        return salvo_fail_memory(err);
    if (asked->simulation.stopped_by != SALVO_INTERRUPTED)
        status = batch_run(&variants.batch, 1U << PROBE_WAITS, vary_one, err);
    *b = variants.batch; /* n_stages, interrupted */
    b->pack = NULL;
    if (b->interrupted)
        asked->simulation.stopped_by = SALVO_INTERRUPTED;
    /* Adds the variants' hashes, so that one number identifies the whole run. */
    asked->simulation.hash = salvo_hash(asked->simulation.hash, variants.hashes, b->n * sizeof *variants.hashes);
    return status;
}
