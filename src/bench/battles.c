/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain loop and every kernel fight the same matchups, in turn, in rounds of equal time. Ratios compare times of one
 * round, so a machine that changes its speed changes both sides of them. */
#include "bench/battles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <salvo/fight.h>

#include "base/try.h"
#include "bench/matchups.h"
#include "simulate/kernel.h"

/* ROUNDS is odd, so the median is one of them. */
enum { ROUNDS = 7, ENTRANTS_MAX = KERNELS_MAX + 2, QUICK_BATTLES = 1 << 10, SEED = 1 };

static const double ROUND_S = 0.1;       /* for one contender */
static const double STANDARD_ERRORS = 5; /* more than chance explains */

/* A contender; without an instruction set it is the plain loop. */
typedef struct entrant {
    const char *name, *isa;
    int threads;
    uint64_t round_battles; /* in each round */
    uint64_t battles, wins; /* `wins`: of side a */
    double rate[ROUNDS], ratio[ROUNDS];
} entrant;

/* A measured matchup in its rulebook, with the exact chance that a wins, if it is solved. */
typedef struct subject {
    const matchup *m;
    const salvo_rulebook *book;
    double exact;
} subject;

static size_t count_words(const matchup *m)
{
    size_t n = 0;

    while (n < MATCHUP_WORDS_MAX && m->words[n])
        n++;
    return n;
}

static salvo_battle_plan battle_plan(const matchup *m)
{
    return (salvo_battle_plan){
        .army = {{.list = m->army[0], .targets = m->targets}, {.list = m->army[1], .targets = m->targets}},
        .words = m->words,
        .n_words = count_words(m),
        .range = m->range,
        .turns = m->turns,
        .close_to = -1};
}

/* Lists turns, as for a user's answer. */
static const salvo_odds_options WHOLE = {.turns_max = 1000, .turns_tail = 1e-6};

/* In floating point, because fractions of battles grow too long. */
static salvo_status solve(subject *of, salvo_error *err)
{
    const salvo_battle_plan plan = battle_plan(of->m);
    const salvo_approach how = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE}};
    salvo_battle battle;

    TRY(salvo_battle_fight(&battle, of->book, &plan, &how, err));
    of->exact = battle.p_a.exact.value;
    salvo_battle_free(&battle);
    return SALVO_OK;
}

/* Runs n battles. A run starts with the seed's first trials, so different trials need a different seed. */
static salvo_status run_kernel(entrant *who, const subject *of, uint64_t n, salvo_error *err)
{
    const salvo_battle_plan plan = battle_plan(of->m);
    const salvo_approach how = {
        .method = SALVO_MONTE_CARLO,
        .options = WHOLE,
        .plan = {.seed = SEED + who->battles, .trials = n, .threads = who->threads, .isa = who->isa}};
    salvo_battle battle;

    TRY(salvo_battle_fight(&battle, of->book, &plan, &how, err));
    who->wins += battle.p_a.count;
    salvo_battle_free(&battle);
    return SALVO_OK;
}

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The time includes the whole cost of a battle: compiling, running, reading. */
static salvo_status run_timed(entrant *who, const subject *of, uint64_t n, double *seconds, salvo_error *err)
{
    double begin = now_s();
    salvo_status status = SALVO_OK;

    if (who->isa) { /* NULL: the plain loop */
        status = run_kernel(who, of, n, err);
    } else {
        pcg32 rng = pcg32_seeded(SEED, who->battles);

        who->wins += of->m->loop(of->m->plain, &rng, n);
    }
    *seconds = now_s() - begin;
    who->battles += n;
    return status;
}

/* Finds the number of battles that fill a round. */
static salvo_status set_pace(entrant *who, const subject *of, bool quick, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    double seconds = 0;

    who->round_battles = QUICK_BATTLES;
    while (!quick && seconds < ROUND_S / 2 && status == SALVO_OK) {
        who->round_battles *= 2;
        status = run_timed(who, of, who->round_battles, &seconds, err);
    }
    if (!quick && seconds < ROUND_S)
        who->round_battles = (uint64_t)((double)who->round_battles * ROUND_S / seconds);
    return status;
}

static size_t enter(entrant entrants[ENTRANTS_MAX])
{
    const kernel *here[KERNELS_MAX];
    size_t n_kernels = kernels_here(here), n = 0;

    entrants[n++] = (entrant){.name = "plain loop", .threads = 1};
    for (size_t i = n_kernels; i-- > 0;) /* the narrowest first; "simulate" is the program's own way, on two threads */
        entrants[n++] = (entrant){.name = here[i]->name, .isa = here[i]->name, .threads = 1};
    entrants[n++] = (entrant){.name = "simulate", .isa = "auto", .threads = 2};
    return n;
}

/* Checks all battles of the contender, including those before the rounds. A fast wrong answer is worthless. */
static salvo_status check_exact(const subject *of, const entrant *who, salvo_error *err)
{
    double share = (double)who->wins / (double)who->battles;
    double error = sqrt(of->exact * (1 - of->exact) / (double)who->battles);

    if (fabs(share - of->exact) <= STANDARD_ERRORS * error)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "%s, %s: a won %.6f of the battles, the exact chance is %.6f; are these the shipped tables?",
                      of->m->name, who->name, share, of->exact);
}

/* By the standard error of the difference if both had the same chance. */
static salvo_status check_plain(const subject *of, const entrant *plain, const entrant *who, salvo_error *err)
{
    double n = (double)who->battles, n_plain = (double)plain->battles;
    double share = (double)who->wins / n, expected = (double)plain->wins / n_plain;
    double both = (double)(who->wins + plain->wins) / (n + n_plain);

    if (fabs(share - expected) <= STANDARD_ERRORS * sqrt(both * (1 - both) * (1 / n + 1 / n_plain)))
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "%s, %s: a won %.6f of the battles, and %.6f of the plain loop's; are these the shipped tables?",
                      of->m->name, who->name, share, expected);
}

static salvo_status check(const subject *of, const entrant *plain, const entrant *who, salvo_error *err)
{
    return of->m->solved ? check_exact(of, who, err) : check_plain(of, plain, who, err);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Medians, with the least and greatest ratio. */
static void add_row(bench_results *results, const matchup *m, entrant *who)
{
    qsort(who->rate, ROUNDS, sizeof *who->rate, ascending); /* sorted for the median, the least and the greatest */
    qsort(who->ratio, ROUNDS, sizeof *who->ratio, ascending);
    results->rows[results->n_rows++] =
        (bench_row){.benchmark = m->name,
                    .contender = who->name,
                    .threads = who->threads,
                    .million_per_s = who->rate[ROUNDS / 2] / 1e6,
                    .ratio = {who->ratio[ROUNDS / 2], who->ratio[0], who->ratio[ROUNDS - 1]}};
}

/* Runs the contenders in turn, in every round. */
static salvo_status hold(bench_results *results, const subject *of, bool quick, salvo_error *err)
{
    entrant entrants[ENTRANTS_MAX];
    size_t n = enter(entrants);
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = set_pace(&entrants[i], of, quick, err);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < n && status == SALVO_OK; i++) {
            entrant *who = &entrants[i];
            double seconds;

            status = run_timed(who, of, who->round_battles, &seconds, err);
            who->rate[round] = (double)who->round_battles / seconds;
            who->ratio[round] = who->rate[round] / entrants[0].rate[round]; /* to the plain loop of the same round */
        }
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = check(of, &entrants[0], &entrants[i], err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        add_row(results, of->m, &entrants[i]);
    return status;
}

/* Measures how exact the answer is after a given time. */
static salvo_status time_error(bench_results *results, const subject *of, double seconds, salvo_error *err)
{
    const salvo_battle_plan plan = battle_plan(of->m);
    const salvo_approach how = {
        .method = SALVO_MONTE_CARLO, .options = WHOLE, .plan = {.seed = SEED, .time_s = seconds}};
    double begin = now_s();
    salvo_battle battle;

    TRY(salvo_battle_fight(&battle, of->book, &plan, &how, err));
    results->errors[results->n_errors++] =
        (bench_error){.benchmark = of->m->name,
                      .seconds = seconds,
                      .whole_seconds = now_s() - begin,
                      .trials = battle.answer.simulation.trials,
                      .half_width = (battle.p_a.simulated.high - battle.p_a.simulated.low) / 2,
                      .error = fabs(battle.p_a.simulated.value - of->exact)};
    salvo_battle_free(&battle);
    return SALVO_OK;
}

static salvo_status time_errors(bench_results *results, const subject *of, bool quick, salvo_error *err)
{
    static const double SECONDS[] = {0.01, 0.1, 1};
    const size_t n = !of->m->solved ? 0 : quick ? 1 : sizeof SECONDS / sizeof *SECONDS;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = time_error(results, of, SECONDS[i], err);
    return status;
}

/* Uses the last book if none has the name, because the caller opens all books of the matchups. */
static const salvo_rulebook *book_of(const matchup *m, const salvo_rulebook *books, size_t n_books)
{
    size_t i = 0;

    while (i + 1 < n_books && strcmp(books[i].ruleset->id, m->ruleset) != 0)
        i++;
    return &books[i];
}

static salvo_status measure(bench_results *results, subject *of, bool quick, salvo_error *err)
{
    TRY(of->m->solved ? solve(of, err) : SALVO_OK);
    TRY(hold(results, of, quick, err));
    return time_errors(results, of, quick, err);
}

salvo_status bench_battles(bench_results *results, const salvo_rulebook *books, size_t n_books, bool quick,
                           salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < N_MATCHUPS && status == SALVO_OK; i++) {
        subject of = {.m = &MATCHUPS[i], .book = book_of(&MATCHUPS[i], books, n_books)};

        if (of.m->small || !quick)
            status = measure(results, &of, quick, err);
    }
    return status;
}
