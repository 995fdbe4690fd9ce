/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From raw words to whole duels. Each benchmark is one question with several contenders, measured in turn in rounds;
 * the report has medians of the rounds. */
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <salvo/simulate.h>

#include "base/try.h"
#include "bench/battles.h"
#include "bench/one_stream.h"
#include "bench/plain.h"
#include "simulate/program.h"

enum {
    ROUNDS = 7, /* odd, so the median is one of them */
    CONTENDERS_MAX = 2 * KERNELS_MAX + 4,
    ASKED_MAX = 8,          /* words of a question */
    QUICK_TRIALS = 1 << 10, /* more than all lanes of any kernel */
    SEED = 1,
};

static const double ROUND_S = 0.08;         /* for one contender */
static const double SIMULATE_ROUND_S = 0.4; /* for one that prepares its question each time */
static const double STANDARD_ERRORS = 5;    /* between an answer and the exact one */

/* clang-format off */
const char *const BENCH_SETTINGS[] = {
    "units.british-churchill-mk5.hp=40", "weapons.cannon-c.damage=5", "weapons.cannon-c.500m=6",
    "units.german-pz-iii-n.hp=40",       "weapons.cannon-d.damage=5", "weapons.cannon-d.500m=7",
};
/* clang-format on */
const size_t BENCH_N_SETTINGS = sizeof BENCH_SETTINGS / sizeof *BENCH_SETTINGS;

struct contest;

/* Runs trials first .. first + n - 1 and adds to *hits how often the benchmark's outcome occurred. For words it adds
 * their sum, so that the compiler cannot remove them. */
typedef struct contender {
    const char *name;
    int threads;
    const kernel *kernel; /* if it runs one */
    salvo_arithmetic arithmetic;
    salvo_status (*run)(const struct contender *self, const struct contest *c, uint64_t first, uint64_t n,
                        uint64_t *hits, salvo_error *err);
} contender;

typedef enum { WORDS, DICE, ROLLS, DUELS, SOLVES } subject; /* SOLVES: exact answers instead of trials */

/* One question, and its numbers for the plain loop. */
typedef struct benchmark {
    const char *name;
    subject about;
    const char *procedure;
    const char *words[ASKED_MAX];
    const char *counted; /* the outcome */
    plain_duel plain;    /* in a roll a's shot counts, in a die the initiative's sides */
} benchmark;

/* One D10, which no ruleset has as a procedure. */
static void die(const void *situation, salvo_dice *dice)
{
    (void)situation;
    *dice = salvo_dice_of(1, 10);
}

/* The face is the outcome. */
static int die_shows(const void *situation, const uint8_t *faces, int64_t *gain)
{
    (void)situation;
    (void)gain;
    return faces[0];
}

static const salvo_roll DIE_ROLL = {.dice = die, .resolve = die_shows};
static const salvo_procedure DIE = {
    .schema = {.name = "a die"},
    .roll = &DIE_ROLL,
};

/* clang-format off */
#define SHOT(target_number, single, full, critical) {10, target_number, single, full, critical}

static const benchmark BENCHMARKS[] = {
    {.name = "words", .about = WORDS},
    {.name = "dice", .about = DICE, .counted = "10", .plain = {.initiative_sides = 10}},
    {.name = "rolls", .about = ROLLS, .procedure = "mad.direct-fire", .words = {"weapon=cannon-b", "range=500"},
     .counted = "double", .plain = {.a = {0, SHOT(6, 17, 34, 68)}}},
    {.name = "duel TF", .about = DUELS, .procedure = "mad.duel",
     .words = {"a=german-tiger-i", "b=british-sherman-firefly", "range=750", "a-cover=normal"},
     .counted = "a-wins",
     .plain = {.initiative_sides = 10, .a = {28, SHOT(7, 17, 34, 68)}, .b = {22, SHOT(8, 20, 40, 80)}}},
    {.name = "duel moving", .about = DUELS, .procedure = "mad.duel",
     .words = {"a=german-tiger-i", "b=british-sherman-firefly", "range=500", "b-moves=yes"},
     .counted = "a-wins",
     .plain = {.initiative_sides = 10, .a = {28, SHOT(6, 17, 34, 68)}, .b = {22, SHOT(8, 20, 40, 80)}}},
    {.name = "duel tough", .about = DUELS, .procedure = "mad.duel",
     .words = {"a=british-churchill-mk5", "b=german-pz-iii-n", "range=500"},
     .counted = "a-wins",
     .plain = {.initiative_sides = 10, .a = {40, SHOT(6, 3, 5, 10)}, .b = {40, SHOT(7, 3, 5, 10)}}},
    {.name = "duel TF 5", .about = DUELS, .procedure = "mad.duel",
     .words = {"a=german-tiger-i", "b=british-sherman-firefly", "range=750", "a-cover=normal", "turns=5"},
     .counted = "a-wins",
     .plain = {.initiative_sides = 10, .a = {28, SHOT(7, 17, 34, 68)}, .b = {22, SHOT(8, 20, 40, 80)}, .turns = 5}},
    {.name = "duel tough 40", .about = DUELS, .procedure = "mad.duel",
     .words = {"a=british-churchill-mk5", "b=german-pz-iii-n", "range=500", "turns=40"},
     .counted = "a-wins",
     .plain = {.initiative_sides = 10, .a = {40, SHOT(6, 3, 5, 10)}, .b = {40, SHOT(7, 3, 5, 10)}, .turns = 40}},
    {.name = "exact TF", .about = SOLVES, .procedure = "mad.duel",
     .words = {"a=german-tiger-i", "b=british-sherman-firefly", "range=750", "a-cover=normal"},
     .counted = "a-wins"},
};
/* clang-format on */

enum { N_BENCHMARKS = sizeof BENCHMARKS / sizeof *BENCHMARKS };

/* A benchmark in progress. The words benchmark has no question and no answer. */
typedef struct contest {
    const benchmark *benchmark;
    salvo_question question;
    program program;
    double p; /* of the counted outcome, exact */
    contender contenders[CONTENDERS_MAX];
    size_t n;
    bool quick;
} contest;

/* Seeds are sequences here, because the plain loop has no addresses. */
static salvo_status run_plain(const contender *self, const contest *c, uint64_t first, uint64_t n, uint64_t *hits,
                              salvo_error *err)
{
    const plain_duel *plain = &c->benchmark->plain;
    pcg32 rng = pcg32_seeded(SEED, first); /* trials of another round are another sequence */

    (void)self;
    (void)err;
    if (c->benchmark->about == WORDS)
        *hits += plain_words(&rng, n);
    else if (c->benchmark->about == DICE)
        *hits += plain_dice(plain->initiative_sides, &rng, n);
    else if (c->benchmark->about == ROLLS)
        *hits += plain_shots(&plain->a.shot, &rng, n);
    else
        *hits += plain_duels(plain, &rng, n);
    return SALVO_OK;
}

/* Outcomes are matched by label, because results may share one. */
static uint64_t count_hits(const contest *c, const tally *t)
{
    uint64_t hits = 0;

    for (size_t i = 0; i < c->program.n_results; i++) {
        char label[SALVO_LABEL_MAX];

        salvo_outcome_label(&c->question, program_outcome(&c->program, i), label);
        if (strcmp(label, c->benchmark->counted) == 0)
            hits += t->results[i];
    }
    return hits;
}

/* The kernel alone: no threads, no intervals, no preparation. */
static salvo_status run_kernel(const contender *self, const contest *c, uint64_t first, uint64_t n, uint64_t *hits,
                               salvo_error *err)
{
    trial_range s = {SEED, first, n};
    tally t;
    salvo_status status = tally_init(&t, c->program.n_results, c->program.n_gains)
                              ? program_run(&c->program, self->kernel, &s, &t, err)
                              : salvo_fail_memory(err);

    if (status == SALVO_OK)
        *hits += count_hits(c, &t);
    tally_free(&t);
    return status;
}

/* Each thread draws its share of the words. */
static salvo_status run_words(const contender *self, const contest *c, uint64_t first, uint64_t n, uint64_t *hits,
                              salvo_error *err)
{
    uint64_t share = n / (uint64_t)self->threads;
    uint32_t words = 0;

    (void)c;
    (void)err;
#pragma omp parallel for num_threads(self->threads) reduction(^ : words) if (self->threads > 1)
    for (int i = 0; i < self->threads; i++)
        words ^= self->kernel->words(
            &(trial_range){SEED, first + (uint64_t)i * share, i + 1 < self->threads ? share : n - (uint64_t)i * share});
    *hits += words;
    return SALVO_OK;
}

/* A simulation as users run it. It starts with the seed's first trials, so different trials need a different seed. */
static salvo_status run_simulate(const contender *self, const contest *c, uint64_t first, uint64_t n, uint64_t *hits,
                                 salvo_error *err)
{
    salvo_plan plan = {.seed = SEED + first, .trials = n, .threads = self->threads};
    salvo_simulation simulation;

    TRY(salvo_simulate(&simulation, &c->question, &plan, err));
    for (size_t i = 0; i < simulation.n_counts; i++)
        if (strcmp(simulation.counts[i].label, c->benchmark->counted) == 0)
            *hits += simulation.counts[i].count;
    salvo_simulation_free(&simulation);
    return SALVO_OK;
}

/* n times the same exact answer. */
static salvo_status run_solve(const contender *self, const contest *c, uint64_t first, uint64_t n, uint64_t *hits,
                              salvo_error *err)
{
    salvo_odds_options options = {.arithmetic = self->arithmetic};
    salvo_status status = SALVO_OK;

    (void)first;
    (void)hits;
    for (uint64_t i = 0; i < n && status == SALVO_OK; i++) {
        salvo_odds odds;

        status = salvo_odds_solve(&odds, &c->question, &options, err);
        salvo_odds_free(&odds); /* accepts a failed one */
    }
    return status;
}

/* Enters the contenders; the first is the base. */
static void enter_contenders(contest *c)
{
    const kernel *here[KERNELS_MAX];
    size_t n_kernels = kernels_here(here);
    subject about = c->benchmark->about;

    if (about == SOLVES) {
        c->contenders[c->n++] = (contender){.name = "fractions", .threads = 1, .run = run_solve};
        c->contenders[c->n++] =
            (contender){.name = "doubles", .threads = 1, .arithmetic = SALVO_DOUBLE, .run = run_solve};
        return;
    }
    c->contenders[c->n++] = (contender){.name = "plain loop", .threads = 1, .run = run_plain};
    for (size_t i = n_kernels; i-- > 0;) { /* the narrowest kernel first */
        /* Without addresses: only if a trial takes several draws. */
        const kernel *loose = about == DUELS ? one_stream_like(here[i]) : NULL;

        if (loose)
            c->contenders[c->n++] = (contender){.name = loose->name, .threads = 1, .kernel = loose, .run = run_kernel};
        c->contenders[c->n++] = (contender){
            .name = here[i]->name, .threads = 1, .kernel = here[i], .run = about == WORDS ? run_words : run_kernel};
    }
    if (about == WORDS)
        c->contenders[c->n++] = (contender){.name = here[0]->name, .threads = 2, .kernel = here[0], .run = run_words};
    for (int threads = 1; threads <= 2 && about != WORDS; threads++)
        c->contenders[c->n++] = (contender){.name = "simulate", .threads = threads, .run = run_simulate};
}

static size_t count_words(const benchmark *b)
{
    size_t n = 0;

    while (n < ASKED_MAX && b->words[n])
        n++;
    return n;
}

/* The exact probability, against which every contender is checked. */
/* A benchmark without a procedure throws a die. */
static salvo_status ask_question(contest *c, const salvo_rulebook *mad, salvo_error *err)
{
    const benchmark *b = c->benchmark;
    const salvo_procedure *procedure;

    c->question = (salvo_question){.procedure = &DIE};
    if (!b->procedure)
        return SALVO_OK;
    TRY(salvo_procedure_find(mad->ruleset, b->procedure, &procedure, err));
    return salvo_question_ask(&c->question, mad, procedure, b->words, count_words(b), err);
}

/* The exact probability, against which every contender is checked. */
static salvo_status ask(contest *c, const salvo_rulebook *mad, salvo_error *err)
{
    salvo_odds odds;

    TRY(ask_question(c, mad, err));
    TRY(program_compile(&c->program, &c->question, err));
    TRY(salvo_odds_solve(&odds, &c->question, NULL, err));
    c->p = salvo_odds_probability(&odds, c->benchmark->counted);
    salvo_odds_free(&odds);
    return SALVO_OK;
}

/* Wall clock time, which two threads should reduce. */
static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The results of a contender so far. */
typedef struct score {
    uint64_t round_trials; /* in each round */
    uint64_t trials, hits;
    double rate[ROUNDS], ratio[ROUNDS];
} score;

/* Continues with the trials after the contender's last round. */
static salvo_status run_timed(const contest *c, size_t i, score *s, uint64_t n, double *seconds, salvo_error *err)
{
    const contender *who = &c->contenders[i];
    double begin = now_s();
    salvo_status status = who->run(who, c, s->trials, n, &s->hits, err);

    *seconds = now_s() - begin;
    s->trials += n;
    return status;
}

/* Finds the number of trials that fill a round, which also warms up the machine. A simulation prepares its question
 * each time, which would disturb that search. So it uses the number of the kernel before it, scaled to its longer
 * rounds. */
static salvo_status set_pace(const contest *c, size_t i, score *s, salvo_error *err)
{
    bool simulates = c->contenders[i].run == run_simulate;
    salvo_status status = SALVO_OK;
    double seconds = 0;

    s->round_trials = c->benchmark->about == SOLVES ? 1 : QUICK_TRIALS;
    if (c->quick)
        return SALVO_OK;
    if (simulates) {
        double longer =
            /* The second simulation has more threads, and proportionally more trials. */
            c->contenders[i - 1].run == run_simulate ? c->contenders[i].threads : SIMULATE_ROUND_S / ROUND_S;

        s->round_trials = (uint64_t)((double)s[-1].round_trials * longer);
        return run_timed(c, i, s, s->round_trials, &seconds, err);
    }
    while (seconds < ROUND_S / 2 && status == SALVO_OK) {
        s->round_trials *= 2;
        status = run_timed(c, i, s, s->round_trials, &seconds, err);
    }
    if (seconds < ROUND_S)
        s->round_trials = (uint64_t)((double)s->round_trials * ROUND_S / seconds);
    return status;
}

/* Ratios to the base of the same round. */
static salvo_status run_rounds(const contest *c, score *scores, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < c->n && status == SALVO_OK; i++)
        status = set_pace(c, i, &scores[i], err);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < c->n && status == SALVO_OK; i++) {
            score *s = &scores[i];
            double seconds;

            status = run_timed(c, i, s, s->round_trials, &seconds, err);
            s->rate[round] = (double)s->round_trials / seconds;
            s->ratio[round] = s->rate[round] / scores[0].rate[round];
        }
    return status;
}

/* A fast wrong answer is worthless. */
static salvo_status check(const contest *c, const contender *who, const score *s, salvo_error *err)
{
    double share = (double)s->hits / (double)s->trials;
    double error = sqrt(c->p * (1 - c->p) / (double)s->trials);

    /* Words and exact answers have no counts. */
    if (c->benchmark->about == WORDS || c->benchmark->about == SOLVES || fabs(share - c->p) <= STANDARD_ERRORS * error)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "%s, %s: %s has a share of %.6f in %llu trials, %.1f standard errors from the exact %.6f; "
                      "are these the shipped tables?",
                      c->benchmark->name, who->name, c->benchmark->counted, share, (unsigned long long)s->trials,
                      fabs(share - c->p) / error, c->p);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The median round, with the least and greatest ratio. */
static void add_row(bench_results *results, const contest *c, const contender *who, score *s)
{
    bench_row *row = &results->rows[results->n_rows++];

    qsort(s->rate, ROUNDS, sizeof *s->rate, ascending);
    qsort(s->ratio, ROUNDS, sizeof *s->ratio, ascending);
    *row = (bench_row){
        .benchmark = c->benchmark->name,
        .contender = who->name,
        .threads = who->threads,
        .million_per_s = s->rate[ROUNDS / 2] / 1e6,
        .ratio = {s->ratio[ROUNDS / 2], s->ratio[0], s->ratio[ROUNDS - 1]},
    };
    if (c->benchmark->about == SOLVES && results->solve_us == 0) /* the first contender: fractions */
        results->solve_us = 1 / row->million_per_s;
}

/* Measures, checks, and then reports. */
static salvo_status hold(contest *c, bench_results *results, salvo_error *err)
{
    score scores[CONTENDERS_MAX] = {{0}};
    salvo_status status = run_rounds(c, scores, err);

    for (size_t i = 0; i < c->n && status == SALVO_OK; i++)
        status = check(c, &c->contenders[i], &scores[i], err);
    for (size_t i = 0; i < c->n && status == SALVO_OK; i++)
        add_row(results, c, &c->contenders[i], &scores[i]);
    return status;
}

/* Words of the generator have no question. */
static salvo_status ask_and_hold(contest *c, const salvo_rulebook *mad, bench_results *results, salvo_error *err)
{
    TRY(c->benchmark->about == WORDS ? SALVO_OK : ask(c, mad, err));
    enter_contenders(c);
    return hold(c, results, err);
}

static salvo_status run_benchmark(const benchmark *b, const salvo_rulebook *mad, bool quick, bench_results *results,
                                  salvo_error *err)
{
    contest c = {.benchmark = b, .quick = quick};
    salvo_status status = ask_and_hold(&c, mad, results, err);

    program_free(&c.program); /* accepts a failed question */
    salvo_question_free(&c.question);
    return status;
}

/* Runs one benchmark after the other, because each needs the whole machine. */
salvo_status bench_run(bench_results *results, const salvo_rulebook *mad, const salvo_rulebook *books, size_t n_books,
                       bool quick, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    *results = (bench_results){.n_rows = 0};
    for (size_t i = 0; i < N_BENCHMARKS && status == SALVO_OK; i++)
        status = run_benchmark(&BENCHMARKS[i], mad, quick, results, err);
    if (status != SALVO_OK)
        return status;
    return bench_battles(results, books, n_books, quick, err);
}
