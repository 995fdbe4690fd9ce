/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule distributes pairs to threads, a few at a time, and every pair writes only its own result. A battle of a
 * pair is compiled, run for its trials on the calling thread, and dropped. The thread's compile cache is all that is
 * kept. */
#include "points/pair_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fight/battle_engine.h"
#include "fight/battle_print.h"
#include "points/pair_match.h"
#include "rng/draws.h"
#include "rules/fault.h"
#include "simulate/statistics.h"
#include "simulate/work.h"

enum { HALVES = 2, PAIRS_AT_A_TIME = 4 }; /* a pair takes milliseconds: few at a time balance the threads */

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

/* Returns the value of a battle that ended with that code for side `of`: 1, 1/2 or 0. */
static double share_of(const battle_model *model, int code, int of)
{
    int winner = code == model->n_outcomes ? -1 : battle_model_winner(model, code); /* n_outcomes: never ended */

    return winner == of ? 1 : winner < 0 ? 0.5 : 0;
}

/* Scores by code, as far as they were needed. Those beyond the last are computed every time. */
typedef struct score_list {
    float *of;
    size_t n;
} score_list;

enum { SCORES_LISTED_MAX = 1 << 16 };
static const float NOT_LISTED = -1;

static double score_of(score_list *scores, const battle_model *model, int code, int of)
{
    const size_t at = (size_t)code;

    if (at >= scores->n)
        return share_of(model, code, of);
    if (scores->of[at] == NOT_LISTED)
        scores->of[at] = (float)share_of(model, code, of); /* exact: 0, 1/2 or 1 */
    return (double)scores->of[at];
}

static bool score_list_make(score_list *scores, const battle_model *model, salvo_arena *memory)
{
    scores->n = (size_t)model->n_outcomes + 1 < SCORES_LISTED_MAX ? (size_t)model->n_outcomes + 1 : SCORES_LISTED_MAX;
    scores->of = salvo_arena_array(memory, scores->n, sizeof *scores->of);
    for (size_t i = 0; scores->of && i < scores->n; i++)
        scores->of[i] = NOT_LISTED;
    return scores->of != NULL;
}

/* One battle of a pair: army `attacker` is side a, the one that advances. Its trials run in two halves. */
typedef struct trial_match {
    const pair_run *run;
    const army_pair *pair;
    const pool_condition *at;
    int attacker;
    size_t number;         /* pair_match_number */
    uint64_t first, count; /* trials */
    match_result result;   /* of the pair's first army, whichever army attacks */
} trial_match;

/* Returns the score of the first or the second half of the match's trials, `count` of them. */
static double score_half(trial_match *b, const battle_model *model, score_list *scores, const battle_ending *endings,
                         uint64_t count)
{
    double sum = 0;

    for (uint64_t i = 0; i < count; i++) {
        const double score = score_of(scores, model, endings[i].code, b->attacker);

        sum += score;
        b->result.won |= score != 0.5;
    }
    return sum / (double)count;
}

/* Allocates the endings of all trials of the match. NULL also if the size exceeds the address space: with 32 bits it
 * would wrap to less than is written. */
static battle_ending *room_for_trials(const trial_match *b, salvo_arena *memory)
{
    return b->count <= SIZE_MAX ? salvo_arena_array(memory, (size_t)b->count, sizeof(battle_ending)) : NULL;
}

/* Returns whether `like` has fought a battle with the same tables on the same trials, and takes its result. */
static bool has_fought(trial_match *b, const engine *e)
{
    const pair_run *like = b->run->like;

    if (!b->run->prints || !battle_engine_tables(e))
        return false;
    b->result.print = battle_print(battle_engine_tables(e));
    if (!like || like->matches[b->number].print != b->result.print)
        return false;
    b->result = like->matches[b->number];
    return true;
}

/* Compiles and runs the battle once for both halves. Trials that run out leave lanes empty, which two runs would pay
 * twice. */
static salvo_status fight_halves(trial_match *b, const battle_model *model, salvo_arena *memory, salvo_error *err)
{
    const uint64_t count = b->count / HALVES; /* of a half */
    battle_ending *endings = room_for_trials(b, memory);
    score_list scores = {.n = 0};
    engine e = {.kind = NULL};
    /* The stream's seed: the trials of all matches follow each other in it. */
    const salvo_plan trials = {
        .seed = b->run->stream, .trials = b->count, .isa = b->run->pool->plan->isa, .threads = 1};
    salvo_status status = endings && score_list_make(&scores, model, memory)
                              ? engine_choose(&e, PAIRED_BATTLE_ENGINES, &model->question, &trials, err)
                              : salvo_fail_memory(err);

    if (status == SALVO_OK && !has_fought(b, &e)) {
        status = battle_engine_each(&e, &(trial_range){trials.seed, b->first, HALVES * count}, endings, err);
        for (int half = 0; half < HALVES && status == SALVO_OK; half++)
            b->result.score[half] = score_half(b, model, &scores, endings + (size_t)half * count, count);
    }
    engine_free(&e);
    return status;
}

/* Fights one match and computes its scores. */
static salvo_status fight_model(trial_match *b, compile_cache *cache, salvo_arena *memory, salvo_error *err)
{
    battle_model *model = salvo_arena_array(memory, 1, sizeof *model);
    salvo_status status;

    if (!model || !compile_cache_make_room(cache))
        return salvo_fail_memory(err);
    status = pair_match_prepare(model, b->run->pool, b->pair, b->at, b->attacker, cache, memory, err);
    status = salvo_fault_or(status, b->run->pool->book, err);
    return status == SALVO_OK ? fight_halves(b, model, memory, err) : status;
}

/* The match's memory ends with it. */
static salvo_status fight_match(trial_match *b, compile_cache *cache, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? fight_model(b, cache, memory, err) : salvo_fail_memory(err);

    salvo_arena_free(memory);
    return status;
}

/* Returns whether the result is known from the same match in another book. */
static bool is_known(trial_match *b)
{
    const pair_run *run = b->run;

    if (!run->like || !run->same || !run->same[b->number])
        return false;
    b->result = run->like->matches[b->number];
    return true;
}

/* Fights one condition. In an advance each army attacks in one half of the trials, so that the score favours neither.
 * If nobody ever wins, there is no score, because 1/2 would call fair what no price decides. */
static salvo_status fight_in_condition(const pair_run *run, size_t i, size_t at, compile_cache *cache, salvo_error *err)
{
    const pool_condition *m = &run->pool->conditions[at];
    int attackers = run->attacks ? attackers_at(m) : m->scenario == SALVO_ADVANCE ? 2 : 1;
    float *score = run->results[i].score[at];
    bool won = false;
    salvo_status status = SALVO_OK;

    score[0] = score[1] = 0;
    for (int attacker = 0; attacker < attackers && status == SALVO_OK; attacker++) {
        trial_match b = {.run = run,
                         .pair = pair_armies(run, i, at),
                         .at = m,
                         .attacker = attacker,
                         .number = pair_match_number(run->pool, i, at, attacker)};

        b.count = run->trials / (uint64_t)attackers;
        /* Every match has its own trials, whichever rank or thread fights it. */
        b.first = ((uint64_t)i * run->pool->n_conditions + at) * run->trials + (uint64_t)attacker * b.count;
        if (!is_known(&b))
            status = fight_match(&b, cache, err);
        if (run->matches)
            run->matches[b.number] = b.result;
        won |= b.result.won;
        for (int half = 0; half < HALVES; half++) /* also after a failure, when nothing reads it */
            score[half] += (float)(b.result.score[half] / attackers);
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
static salvo_status draw_pair(const draft *d, size_t i, salvo_error *err)
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
    salvo_status status = draw_pair(d, i, err);
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

    if (p->reads && draw_pair(d, i, NULL) != SALVO_OK)
        p->damaged = true;
    for (size_t at = 0; at < run->pool->n_conditions; at++)
        for (int half = 0; half < HALVES; half++)
            packed_float(p, &run->results[i].score[at][half]);
    packed_real(p, &run->results[i].mean);
    for (size_t k = first; run->matches && k < end; k++) {
        packed_flag(p, &run->matches[k].won);
        if (run->prints)
            packed_number(p, &run->matches[k].print);
        for (int half = 0; half < HALVES; half++)
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
