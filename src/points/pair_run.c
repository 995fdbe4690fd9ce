/* Pairs are shared out among threads by the schedule, a few at a time; every pair writes only its own result. A battle
 * of a pair is compiled, run for its trials on the calling thread, and dropped; what is kept from one to the next is
 * the thread's cache of activations. */
#include "points/pair_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fight/battle_chain.h"
#include "fight/battle_run.h"
#include "points/fingerprint.h"
#include "rng/draws.h"
#include "rules/fault.h"
#include "simulate/schedule.h"

enum { HALVES = 2, PAIRS_AT_A_TIME = 4 }; /* a pair takes many milliseconds: few at a time keep threads evenly busy */

uint64_t pair_trials(double precision)
{
    const double z = 1.959963984540054;                   /* 97.5 % of a normal distribution */
    double n = ceil(z * z / 4 / (precision * precision)); /* p (1 - p) is at most 1/4 */

    return (uint64_t)(4 * ceil(n / 4)); /* two halves, and either side may attack */
}

double pair_score(const pair_run *run, size_t pair, size_t at)
{
    const float *score = run->results[pair].score[at];

    return ((double)score[0] + (double)score[1]) / 2;
}

/* The army's kinds as a battle's side: no list is parsed for thousands of armies. */
static void enlist(battle_side *to, const unit_pool *m, const army *a, int side)
{
    const salvo_battle_plan *plan = &m->plan->battle;

    for (int k = 0; k < a->n_kinds; k++) {
        const candidate *c = &m->units[a->kind[k]];

        to->kinds[to->n_kinds] = (element_kind){.element = c->element,
                                                .unit = c->unit,
                                                .count = a->count[k],
                                                .price = c->price,
                                                .speed = c->speed,
                                                .full = c->full};
        for (int i = 0; i < a->count[k]; i++)
            to->kind_of[to->n++] = (uint8_t)to->n_kinds;
        to->n_kinds++;
    }
    to->targets = plan->army[side].targets;
    to->breaks_at = battle_model_breaks_at(to->n, plan->break_at);
}

/* What a battle that ended with that code counts for side `of`: 1, 1/2 or 0. */
static double share_of(const battle_model *e, int code, int of)
{
    int winner = code == e->n_outcomes ? -1 : battle_model_winner(e, code); /* n_outcomes: never ended */

    return winner == of ? 1 : winner < 0 ? 0.5 : 0;
}

/* Codes that are listed, or numbered as they came. */
static double score_of(const battle_model *e, const battle_tally *t, int of)
{
    double sum = 0;

    for (size_t i = 0; t->codes && i < t->n_codes; i++)
        if (t->codes[i])
            sum += (double)t->codes[i] * share_of(e, (int)i, of);
    for (size_t i = 0; i < t->seen.count; i++)
        sum += (double)t->seen_counts[i] * share_of(e, *(const int *)intern_table_key(&t->seen, i), of);
    return sum / (double)t->trials;
}

/* One battle of a pair: army `attacker` is side a, the one that advances; its trials are run in two halves. */
typedef struct trial_match {
    const pair_run *run;
    const army_pair *pair;
    const meeting *at;
    int attacker;
    uint64_t first, count;  /* trials */
    pair_match *kept;       /* or NULL */
    const pair_match *like; /* the same match in another book, or NULL */
    double score[HALVES];   /* of the pair's first army, whichever attacks */
} trial_match;

/* The first or the second half of the match's trials. */
static salvo_status fight_half(trial_match *b, battle_run *r, int half, salvo_error *err)
{
    uint64_t count = b->count / HALVES;
    battle_tally tally;
    salvo_status status = battle_tally_init(&tally, r->e)
                              ? battle_run_block(r, b->first + (uint64_t)half * count, count, &tally, err)
                              : salvo_fail_memory(err);

    if (status == SALVO_OK)
        b->score[half] = score_of(r->e, &tally, b->attacker);
    battle_tally_free(&tally);
    return status;
}

/* Whether the result is known from another book; notes the fingerprint for those that come after. */
static bool is_known(trial_match *b, const battle_model *e)
{
    if (b->kept)
        b->kept->print = fingerprint(e);
    if (!b->like || !b->kept || !b->kept->print || b->kept->print != b->like->print)
        return false;
    memcpy(b->score, b->like->score, sizeof b->score);
    return true;
}

/* Compiles the battle once for both halves. */
static salvo_status fight_halves(trial_match *b, const battle_model *e, battle_run *r, activation_cache *cache,
                                 salvo_error *err)
{
    /* The stream's seed: trials of all matches follow each other in it. */
    const salvo_plan trials = {.seed = b->run->stream, .trials = b->count, .isa = b->run->m->plan->isa, .threads = 1};
    salvo_status status = battle_run_prepare(r, e, &trials, cache, err);

    for (int half = 0; half < HALVES && status == SALVO_OK; half++)
        status = fight_half(b, r, half, err);
    battle_run_free(r);
    return status;
}

/* One match from the model to its scores. */
static salvo_status fight_model(trial_match *b, activation_cache *cache, salvo_arena *memory, salvo_error *err)
{
    const unit_pool *m = b->run->m;
    salvo_battle_plan plan = m->plan->battle;
    battle_model *e = salvo_arena_array(memory, 1, sizeof *e);
    battle_run *r = salvo_arena_array(memory, 1, sizeof *r);
    salvo_status status;

    if (!e || !r)
        return salvo_fail_memory(err);
    plan.range = b->at->range;
    plan.scenario = b->at->scenario;
    e->book = m->book;
    e->adapter = m->adapter;
    e->field = m->field.situation;
    e->turn_limit = plan.turns;
    enlist(&e->side[SIDE_A], m, &b->pair->side[b->attacker], 0); /* side a of the battle is the army that attacks */
    enlist(&e->side[SIDE_B], m, &b->pair->side[!b->attacker], 1);
    status = battle_chain_prepare(e, &plan, memory, err);
    status = salvo_fault_or(status, e->book, err);
    return status != SALVO_OK || is_known(b, e) ? status : fight_halves(b, e, r, cache, err);
}

/* The match's memory ends with it. */
static salvo_status fight_match(trial_match *b, activation_cache *cache, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? fight_model(b, cache, memory, err) : salvo_fail_memory(err);

    if (status == SALVO_OK && b->kept)
        memcpy(b->kept->score, b->score, sizeof b->score);
    salvo_arena_free(memory);
    return status;
}

/* Fights one meeting. In an advance each army attacks in one half of the trials, so the score favours neither. */
static salvo_status fight_meeting(const pair_run *run, size_t i, size_t at, activation_cache *cache, salvo_error *err)
{
    int attackers = run->m->meetings[at].scenario == SALVO_ADVANCE ? 2 : 1;
    float *score = run->results[i].score[at];
    salvo_status status = SALVO_OK;

    score[0] = score[1] = 0;
    for (int attacker = 0; attacker < attackers && status == SALVO_OK; attacker++) {
        trial_match b = {.run = run, .pair = &run->pairs[i], .at = &run->m->meetings[at], .attacker = attacker};

        if (run->results[i].matches)
            b.kept = &run->results[i].matches[at][attacker];
        if (run->like)
            b.like = &run->like->results[i].matches[at][attacker];

        b.count = run->trials / (uint64_t)attackers;
        /* Every match has trials of its own, whoever fights it. */
        b.first = ((uint64_t)i * run->m->n_meetings + at) * run->trials + (uint64_t)attacker * b.count;
        status = fight_match(&b, cache, err);
        for (int half = 0; half < HALVES; half++) /* also after a failure, when nobody reads it */
            score[half] += (float)(b.score[half] / attackers);
    }
    return status;
}

/* What the schedule hands to run_pairs. */
typedef struct draft {
    pair_run *run;
    const army_lottery *lottery;
    uint64_t first;
} draft;

/* `tally` is the thread's cache. */
static salvo_status run_pairs(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    const draft *d = context;
    pair_run *run = d->run;
    salvo_status status = SALVO_OK;

    /* the schedule counts trials in 64 bits; these are pairs that stand in memory */
    for (size_t i = (size_t)first, end = i + (size_t)count; i < end && status == SALVO_OK; i++) {
        double sum = 0;

        if (d->lottery && !army_pair_draw(&run->pairs[i], d->lottery, d->first + i))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "no two armies of nearly equal cost can be bought from these units; allow more elements, "
                              "more kinds or a wider tolerance");
        for (size_t at = 0; at < run->m->n_meetings && status == SALVO_OK; at++) {
            status = fight_meeting(run, i, at, tally, err);
            sum += status == SALVO_OK ? pair_score(run, i, at) : 0;
        }
        run->results[i].mean = sum / (double)run->m->n_meetings; /* unweighted: all meetings count the same */
    }
    return status;
}

/* Nothing is tallied, because every pair has its own place; what a thread has for itself is its cache of
 * activations. */
static void *tally_new(void *context)
{
    const draft *d = context;
    activation_cache *cache = malloc(sizeof *cache);

    if (cache)
        activation_cache_init(cache, d->run->m->adapter);
    return cache;
}

static salvo_status tally_add(void *context, void *tally, salvo_error *err)
{
    (void)context;
    (void)tally;
    (void)err;
    return SALVO_OK;
}

static void tally_free(void *context, void *tally)
{
    (void)context;
    activation_cache_free(tally);
    free(tally);
}

static bool look(void *context, const salvo_progress *progress)
{
    pair_progress *w = context;
    salvo_progress all = *progress;

    all.part = w->from + (w->to - w->from) * progress->part; /* this run is a part of the whole */
    w->stopped = w->watch && !w->watch->look(w->watch->context, &all);
    return !w->stopped;
}

salvo_status pair_run_all(pair_run *run, const army_lottery *lottery, uint64_t first, size_t n, pair_progress *watch,
                          salvo_error *err)
{
    draft d = {run, lottery, first};
    const salvo_progress_callback observer = {look, watch};
    const salvo_plan plan = {.trials = n, .threads = run->m->plan->threads, .watch = &observer};
    const job work = {
        .context = &d, .tally_new = tally_new, .run = run_pairs, .tally_add = tally_add, .tally_free = tally_free};
    schedule s = {.plan = &plan, .block_max = PAIRS_AT_A_TIME};
    salvo_status status = schedule_run(&s, &work, err);

    run->n = (size_t)s.done; /* of n */
    return status;
}

salvo_status pair_run_init(pair_run *run, const unit_pool *m, size_t n, uint64_t trials, uint32_t stream,
                           salvo_error *err)
{
    *run =
        (pair_run){.m = m, .trials = trials, .stream = draws_seed(m->plan->seed, stream), .memory = salvo_arena_new()};
    if (!run->memory)
        return salvo_fail_memory(err);
    run->pairs = salvo_arena_array(run->memory, n, sizeof *run->pairs);
    run->results = salvo_arena_array(run->memory, n, sizeof *run->results);
    if (!run->pairs || !run->results)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        run->results[i].score = salvo_arena_array(run->memory, m->n_meetings, sizeof *run->results[i].score);
        if (!run->results[i].score)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

salvo_status pair_run_keep(pair_run *run, size_t n, salvo_error *err)
{
    for (size_t i = 0; i < n; i++) {
        run->results[i].matches = salvo_arena_array(run->memory, run->m->n_meetings, sizeof *run->results[i].matches);
        if (!run->results[i].matches)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

salvo_status pair_run_here(pair_run *run, size_t n, salvo_error *err)
{
    const draft d = {.run = run}; /* no lottery: the pairs are there */
    activation_cache cache;
    salvo_status status;

    activation_cache_init(&cache, run->m->adapter);
    status = run_pairs((void *)&d, &cache, 0, n, err);
    activation_cache_free(&cache);
    run->n = status == SALVO_OK ? n : 0;
    return status;
}

void pair_run_free(pair_run *run)
{
    salvo_arena_free(run->memory);
    memset(run, 0, sizeof *run);
}
