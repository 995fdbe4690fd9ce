/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule distributes pairs to threads, a few at a time, and every pair writes only its own result. A battle of a
 * pair is compiled, run for its trials on the calling thread, and dropped (pair_match.c). The thread's compile cache is
 * all that is kept. */
#include "points/pair_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fight/compile_cache.h"
#include "rng/draws.h"
#include "simulate/statistics.h"
#include "simulate/work.h"

enum { PAIRS_AT_A_TIME = 4 }; /* a pair takes milliseconds: few at a time balance the threads */

uint64_t pair_trials(double precision)
{
    const double z = salvo_normal_reach();
    double n = ceil(z * z / 4 / (precision * precision)); /* p (1 - p) is at most 1/4 */

    return (uint64_t)(4 * ceil(n / 4)); /* two halves, and either side may attack */
}

double pair_score(const pair_run *run, size_t pair, size_t at)
{
    const float *score = run->results[pair].score[at];

    return ((double)score[0] + (double)score[1]) / 2;
}

bool pair_is_won(const pair_run *run, size_t pair, size_t at)
{
    return !isnan(run->results[pair].score[at][0]);
}

bool pair_meets(const pair_run *run, size_t pair, size_t at)
{
    const pool_condition *m = &run->pool->conditions[at];
    /* Scenarios are shifted against each other, so that a pair meets at different ranges in them. */
    const size_t turn = pair + m->range_at + 3 * (size_t)m->scenario;

    return m->setting == run->pairs[pair].setting && (!run->only || run->only[at]) &&
           (!run->one_range || turn % run->pool->n_ranges == 0);
}

const army_pair *pair_armies(const pair_run *run, size_t pair, size_t at)
{
    return run->attacks && has_odds(&run->pool->conditions[at]) ? &run->attacks[pair * run->pool->n_conditions + at]
                                                                : &run->pairs[pair];
}

bool pair_match_is_taken(const pair_run *run, size_t number)
{
    return run->like && run->same && run->same[number];
}

/* Fights one condition. In an advance each army attacks in one half of the trials, so that the score favours neither.
 * If nobody ever wins, there is no score, because 1/2 would call fair what no price decides. */
static salvo_status fight_in_condition(const pair_run *run, size_t i, size_t at, compile_cache *cache, salvo_error *err)
{
    const pool_condition *m = &run->pool->conditions[at];
    int attackers = run->attacks ? attackers_at(m) : m->scenario == SALVO_ADVANCE ? 2 : 1;
    const uint64_t count = run->trials / (uint64_t)attackers; /* of each match */
    match_trials trials = {.plan = {.seed = run->stream, .trials = count, .isa = run->pool->plan->isa, .threads = 1},
                           .prints = run->prints};
    float *score = run->results[i].score[at];
    bool won = false;
    salvo_status status = SALVO_OK;

    score[0] = score[1] = 0;
    for (int attacker = 0; attacker < attackers && status == SALVO_OK; attacker++) {
        const size_t number = pair_match_number(run->pool, i, at, attacker);
        match_result result = {.won = false};

        /* Every match has its own trials, whichever rank or thread fights it. */
        trials.first = ((uint64_t)i * run->pool->n_conditions + at) * run->trials + (uint64_t)attacker * count;
        trials.like = run->like ? &run->like->matches[number] : NULL;
        if (pair_match_is_taken(run, number))
            result = *trials.like;
        else
            status = pair_match_fight(&result, run->pool, pair_armies(run, i, at), m, attacker, &trials, cache, err);
        if (run->matches)
            run->matches[number] = result;
        won |= result.won;
        for (int half = 0; half < MATCH_HALVES; half++) /* also after a failure, when nothing reads it */
            score[half] += (float)(result.score[half] / attackers);
    }
    if (!won)
        score[0] = score[1] = NAN;
    return status;
}

/* The context of the pieces of work. */
typedef struct draft {
    pair_run *run;
    const army_sampler *sampler;
    uint64_t first;
} draft;

static void swap_sides(army_pair *pair)
{
    const army side = pair->side[0];
    const double cost = pair->cost[0];

    pair->side[0] = pair->side[1];
    pair->cost[0] = pair->cost[1];
    pair->side[1] = side;
    pair->cost[1] = cost;
    pair->wanted = -pair->wanted;
}

/* Attacks at odds draw their own armies, from a stream of the condition. The first army attacks. If it has the unit
 * asked about, it defends in every second pair of each unit. */
static bool draw_attack(const pair_run *run, const army_sampler *sampler, uint64_t number, size_t at, army_pair *pair)
{
    const bool defends = run->pool->asked && number / run->pool->n_asked % 2 == 1;
    const double odds = log(run->pool->conditions[at].odds);
    army_sampler attack = *sampler;

    attack.centre += defends ? -odds : odds;
    attack.stream += (uint32_t)(at + 1) << 16; /* above all streams */
    if (!army_pair_draw(pair, &attack, number))
        return false;
    if (defends)
        swap_sides(pair);
    return true;
}

salvo_status pair_run_attacks(pair_run *run, size_t n, salvo_error *err)
{
    bool odds = false;

    for (size_t at = 0; at < run->pool->n_conditions; at++)
        odds = odds || has_odds(&run->pool->conditions[at]);
    if (odds && !run->attacks)
        run->attacks = salvo_arena_array(run->memory, n * run->pool->n_conditions, sizeof *run->attacks);
    return odds && !run->attacks ? salvo_fail_memory(err) : SALVO_OK;
}

bool pair_run_draw(pair_run *run, size_t i, const army_sampler *sampler, uint64_t number)
{
    const size_t conditions = run->pool->n_conditions;

    if (!army_pair_draw(&run->pairs[i], sampler, number)) /* first: its setting decides where it meets */
        return false;
    for (size_t at = 0; run->attacks && at < conditions; at++)
        if (has_odds(&run->pool->conditions[at]) && pair_meets(run, i, at) &&
            !draw_attack(run, sampler, number, at, &run->attacks[i * conditions + at]))
            return false;
    return true;
}

/* A pair is drawn wherever it is needed: its address identifies it. */
static salvo_status draw_or_fail(const draft *d, size_t i, salvo_error *err)
{
    if (!d->sampler || pair_run_draw(d->run, i, d->sampler, d->first + i))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "no two armies of %s can be bought from these units; allow more elements, more kinds or a wider "
                      "tolerance",
                      d->run->attacks ? "nearly equal cost, or at the odds of an attack," : "nearly equal cost");
}

/* Fights the pair in all its conditions. */
static salvo_status fight_drawn(pair_run *run, size_t i, compile_cache *cache, salvo_error *err)
{
    double sum[2] = {0, 0}, weights[2] = {0, 0}; /* of equal armies; of attacks at odds */
    salvo_status status = SALVO_OK;

    for (size_t at = 0; at < run->pool->n_conditions && status == SALVO_OK; at++) {
        const pool_condition *m = &run->pool->conditions[at];
        const int attack = run->attacks && has_odds(m);

        if (!pair_meets(run, i, at)) {
            run->results[i].score[at][0] = run->results[i].score[at][1] = NAN;
            continue;
        }
        status = fight_in_condition(run, i, at, cache, err);
        if (status != SALVO_OK || !pair_is_won(run, i, at))
            continue;
        sum[attack] += m->weight * pair_score(run, i, at);
        weights[attack] += m->weight;
    }
    run->results[i].mean = weights[0] > 0 ? sum[0] / weights[0] : weights[1] > 0 ? sum[1] / weights[1] : NAN;
    return status;
}

/* `own` are the thread's caches. */
static salvo_status fight_pair(void *context, void *own, size_t i, salvo_error *err)
{
    const draft *d = context;
    salvo_status status = draw_or_fail(d, i, err);
    compile_cache *caches = own;

    return status == SALVO_OK ? fight_drawn(d->run, i, &caches[d->run->pairs[i].setting], err) : status;
}

/* Frees the caches of all settings, up to the first that was not made. */
static void caches_free(void *own)
{
    compile_cache *caches = own;

    for (size_t in = 0; caches && caches[in].adapter; in++)
        compile_cache_free(&caches[in]);
    free(caches);
}

/* Packs the scores, and the battles behind them if the run keeps them. */
static bool pack_pair(void *context, size_t i, packed *p)
{
    const draft *d = context;
    pair_run *run = d->run;
    const size_t first = pair_match_number(run->pool, i, 0, 0), end = pair_match_number(run->pool, i + 1, 0, 0);

    if (p->reads && draw_or_fail(d, i, NULL) != SALVO_OK)
        p->damaged = true;
    for (size_t at = 0; at < run->pool->n_conditions; at++)
        for (int half = 0; half < MATCH_HALVES; half++)
            packed_float(p, &run->results[i].score[at][half]);
    packed_real(p, &run->results[i].mean);
    for (size_t k = first; run->matches && k < end; k++) {
        packed_flag(p, &run->matches[k].won);
        if (run->prints)
            packed_number(p, &run->matches[k].print);
        for (int half = 0; half < MATCH_HALVES; half++)
            packed_real(p, &run->matches[k].score[half]);
    }
    return true;
}

/* Makes the thread's own data: a compile cache for every setting, because a cache is of one field. */
static void *caches_new(void *context)
{
    const draft *d = context;
    const size_t n = d->run->pool->n_settings;
    compile_cache *caches = calloc(n + 1, sizeof *caches);
    bool made = caches != NULL;

    for (size_t in = 0; made && in < n; in++)
        made = compile_cache_init(&caches[in], d->run->pool->adapter);
    if (made)
        return caches;
    caches_free(caches);
    return NULL;
}

static bool report_pairs(void *context, const salvo_progress *progress)
{
    pair_progress *w = context;
    salvo_progress all = *progress;

    all.part = w->from + (w->to - w->from) * progress->part; /* this run is a part of the whole */
    w->stopped = w->watch && !w->watch->report(w->watch->context, &all);
    return !w->stopped;
}

salvo_status pair_run_all(pair_run *run, const army_sampler *sampler, uint64_t first, size_t n, pair_progress *watch,
                          salvo_error *err)
{
    draft d = {run, sampler, first};
    salvo_status status = sampler ? pair_run_attacks(run, n, err) : SALVO_OK;
    const salvo_progress_callback observer = {report_pairs, watch};
    const salvo_points_plan *plan = run->pool->plan;
    const salvo_plan how = {
        .trials = run->trials, .threads = plan->threads, .progress = &observer, .share = plan->share};
    const pieces work = {.n = n,
                         .at_a_time = PAIRS_AT_A_TIME,
                         .context = &d,
                         .own_new = caches_new,
                         .own_free = caches_free,
                         .work = fight_pair,
                         .pack = pack_pair,
                         .kind = "pairs of armies"};

    return status == SALVO_OK ? work_run(&how, &work, &run->n, err) : status;
}

salvo_status pair_run_init(pair_run *run, const unit_pool *pool, size_t n, uint64_t trials, uint32_t stream,
                           salvo_error *err)
{
    *run = (pair_run){
        .pool = pool, .trials = trials, .stream = pcg32_mixed(pool->plan->seed, stream), .memory = salvo_arena_new()};
    if (!run->memory)
        return salvo_fail_memory(err);
    run->pairs = salvo_arena_array(run->memory, n, sizeof *run->pairs);
    run->results = salvo_arena_array(run->memory, n, sizeof *run->results);
    if (!run->pairs || !run->results)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        run->results[i].score = salvo_arena_array(run->memory, pool->n_conditions, sizeof *run->results[i].score);
        if (!run->results[i].score)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

salvo_status pair_run_keep(pair_run *run, size_t n, salvo_error *err)
{
    run->matches = salvo_arena_array(run->memory, pair_match_number(run->pool, n, 0, 0), sizeof *run->matches);
    return run->matches ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status pair_run_here(pair_run *run, size_t n, salvo_error *err)
{
    draft d = {.run = run}; /* no sampler: the pairs exist */
    compile_cache *caches = caches_new(&d);
    salvo_status status = caches ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = fight_pair(&d, caches, i, err);
    if (caches)
        caches_free(caches);
    run->n = status == SALVO_OK ? n : 0;
    return status;
}

void pair_run_free(pair_run *run)
{
    salvo_arena_free(run->memory);
    memset(run, 0, sizeof *run);
}
