/* The same matchups are fought by a plain loop and by every kernel, by turns, in rounds of equal time. Ratios are those
 * of one round, so that a machine that changes its pace changes both sides of them. */
#include "bench/battles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <salvo/fight.h>

#include "bench/plain_battle.h"
#include "simulate/kernel.h"

/* ROUNDS is odd: a median is one of them. */
enum { ROUNDS = 7, ENTRANTS_MAX = KERNELS_MAX + 2, QUICK_BATTLES = 1 << 10, SEED = 1 };

static const double ROUND_S = 0.2;       /* of one entrant */
static const double STANDARD_ERRORS = 5; /* more than chance explains */

/* A number of equal tanks. */
typedef struct platoon {
    int n;
    plain_tank tank;
} platoon;

enum { PLATOONS_MAX = 2 };

/* One battle in both forms: salvo's lists, and the plain loop's numbers. */
typedef struct matchup {
    const char *name;
    const char *army[2];
    platoon platoons[2][PLATOONS_MAX];
} matchup;

/* Numbers of the plain loop, by hand from the tables at 750 m: hit points, target number, damage. */
/* clang-format off */
#define SHOT(target_number, damage) {10, target_number, (damage) / 2, damage, 2 * (damage)}
#define TIGER   {28, SHOT(7, 34)}
#define PANTHER {34, SHOT(7, 40)}
#define FIREFLY {22, SHOT(7 + COVER, 40)}
#define M10     {22, SHOT(7 + COVER, 34)}
enum { COVER = 1 };

/* All at 750 m; nobody moves and only side a is in cover. So no chance is 1/2: a coin, or a battle with its sides
 * exchanged, would not pass for the answer. */
#define IN_COVER " (cover=normal)"
static const matchup MATCHUPS[] = {
    {"battle 1v1", {"Tiger I" IN_COVER, "Sherman Firefly"}, {{{1, TIGER}}, {{1, FIREFLY}}}},
    {"battle 4v4", {"2 Tiger I" IN_COVER ", 2 Panther" IN_COVER, "3 Wolverine GMC M10, 1 Sherman Firefly"},
     {{{2, TIGER}, {2, PANTHER}}, {{3, M10}, {1, FIREFLY}}}},
    {"battle 12v12", {"6 Tiger I" IN_COVER ", 6 Panther" IN_COVER, "9 Wolverine GMC M10, 3 Sherman Firefly"},
     {{{6, TIGER}, {6, PANTHER}}, {{9, M10}, {3, FIREFLY}}}},
};
/* clang-format on */

/* A contender; without an instruction set it is the plain loop. */
typedef struct entrant {
    const char *name, *isa;
    int threads;
    uint64_t round_battles; /* in each round */
    uint64_t battles, wins; /* of a */
    double rate[ROUNDS], ratio[ROUNDS];
} entrant;

/* The initiative of M.A.D. is a D10 a side. */
static plain_battle plain_of(const matchup *c)
{
    plain_battle b = {.initiative_sides = 10};

    for (int s = 0; s < 2; s++)
        for (int p = 0; p < PLATOONS_MAX; p++)
            for (int i = 0; i < c->platoons[s][p].n; i++)
                b.side[s].tanks[b.side[s].n++] = c->platoons[s][p].tank;
    return b;
}

static salvo_battle_plan battle_plan(const matchup *c)
{
    return (salvo_battle_plan){.army = {{.list = c->army[0]}, {.list = c->army[1]}}, .range = 750, .close_to = -1};
}

/* Turns are listed, as for a user's answer. */
static const salvo_odds_options WHOLE = {.turns_max = 1000, .turns_tail = 1e-6};

/* The chance that a wins, as the check of all contenders. */
static salvo_status solve(const matchup *c, const salvo_rulebook *mad, double *p_a, salvo_error *err)
{
    const salvo_battle_plan plan = battle_plan(c);
    const salvo_approach how = {.method = SALVO_EXACT};
    salvo_battle battle;
    salvo_status status = salvo_battle_fight(&battle, mad, &plan, &how, err);

    if (status != SALVO_OK)
        return status;
    *p_a = battle.p_a.exact.value;
    salvo_battle_free(&battle);
    return SALVO_OK;
}

/* Runs n battles. A run begins with the seed's first trials, so that other trials need another seed. */
static salvo_status run_kernel(entrant *who, const matchup *c, const salvo_rulebook *mad, uint64_t n, salvo_error *err)
{
    const salvo_battle_plan plan = battle_plan(c);
    const salvo_approach how = {
        .method = SALVO_MONTE_CARLO,
        .options = WHOLE,
        .plan = {.seed = SEED + who->battles, .trials = n, .threads = who->threads, .isa = who->isa}};
    salvo_battle battle;
    salvo_status status = salvo_battle_fight(&battle, mad, &plan, &how, err);

    if (status != SALVO_OK)
        return status;
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

/* Everything that a battle costs is in the time: compiling, running, reading. */
static salvo_status run_timed(entrant *who, const matchup *c, const salvo_rulebook *mad, uint64_t n, double *seconds,
                              salvo_error *err)
{
    double begin = now_s();
    salvo_status status = SALVO_OK;

    if (who->isa) { /* NULL: the plain loop */
        status = run_kernel(who, c, mad, n, err);
    } else {
        const plain_battle plain = plain_of(c);
        pcg32 rng = pcg32_seeded(SEED, who->battles);

        who->wins += plain_battles(&plain, &rng, n);
    }
    *seconds = now_s() - begin;
    who->battles += n;
    return status;
}

/* Finds the number of battles that take a round's time. */
static salvo_status set_pace(entrant *who, const matchup *c, const salvo_rulebook *mad, bool quick, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    double seconds = 0;

    who->round_battles = QUICK_BATTLES;
    while (!quick && seconds < ROUND_S / 2 && status == SALVO_OK) {
        who->round_battles *= 2;
        status = run_timed(who, c, mad, who->round_battles, &seconds, err);
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

/* Of all battles of the contender, the rounds' and those before. */
static salvo_status check(const matchup *c, double exact, const entrant *who, salvo_error *err)
{
    double share = (double)who->wins / (double)who->battles;
    double error = sqrt(exact * (1 - exact) / (double)who->battles);

    if (fabs(share - exact) <= STANDARD_ERRORS * error) /* a fast wrong answer is no answer */
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "%s, %s: a won %.6f of the battles, the exact chance is %.6f; are these the shipped tables?",
                      c->name, who->name, share, exact);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Medians, with the least and greatest ratio. */
static void note(bench_results *results, const matchup *c, entrant *who)
{
    qsort(who->rate, ROUNDS, sizeof *who->rate, ascending); /* sorted for the median, the least and the greatest */
    qsort(who->ratio, ROUNDS, sizeof *who->ratio, ascending);
    results->rows[results->n_rows++] =
        (bench_row){.benchmark = c->name,
                    .contender = who->name,
                    .threads = who->threads,
                    .million_per_s = who->rate[ROUNDS / 2] / 1e6,
                    .ratio = {who->ratio[ROUNDS / 2], who->ratio[0], who->ratio[ROUNDS - 1]}};
}

/* Contenders by turns in every round. */
static salvo_status hold(bench_results *results, const matchup *c, const salvo_rulebook *mad, double exact, bool quick,
                         salvo_error *err)
{
    entrant entrants[ENTRANTS_MAX];
    size_t n = enter(entrants);
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = set_pace(&entrants[i], c, mad, quick, err);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < n && status == SALVO_OK; i++) {
            entrant *who = &entrants[i];
            double seconds;

            status = run_timed(who, c, mad, who->round_battles, &seconds, err);
            who->rate[round] = (double)who->round_battles / seconds;
            who->ratio[round] = who->rate[round] / entrants[0].rate[round]; /* to the plain loop of the same round */
        }
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = check(c, exact, &entrants[i], err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        note(results, c, &entrants[i]);
    return status;
}

/* How near the answer is after a given time. */
static salvo_status time_error(bench_results *results, const matchup *c, const salvo_rulebook *mad, double exact,
                               double seconds, salvo_error *err)
{
    const salvo_battle_plan plan = battle_plan(c);
    const salvo_approach how = {
        .method = SALVO_MONTE_CARLO, .options = WHOLE, .plan = {.seed = SEED, .time_s = seconds}};
    double begin = now_s();
    salvo_battle battle;
    salvo_status status = salvo_battle_fight(&battle, mad, &plan, &how, err);

    if (status != SALVO_OK)
        return status;
    results->errors[results->n_errors++] =
        (bench_error){.benchmark = c->name,
                      .seconds = seconds,
                      .whole_seconds = now_s() - begin,
                      .trials = battle.answer.simulation.trials,
                      .half_width = (battle.p_a.simulated.high - battle.p_a.simulated.low) / 2,
                      .error = fabs(battle.p_a.simulated.value - exact)};
    salvo_battle_free(&battle);
    return SALVO_OK;
}

static salvo_status time_errors(bench_results *results, const matchup *c, const salvo_rulebook *mad, double exact,
                                bool quick, salvo_error *err)
{
    static const double SECONDS[] = {0.01, 0.1, 1};
    const size_t n = quick ? 1 : sizeof SECONDS / sizeof *SECONDS;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = time_error(results, c, mad, exact, SECONDS[i], err);
    return status;
}

static salvo_status measure(bench_results *results, const matchup *c, const salvo_rulebook *mad, bool quick,
                            salvo_error *err)
{
    double exact;
    salvo_status status = solve(c, mad, &exact, err);

    if (status != SALVO_OK)
        return status;
    status = hold(results, c, mad, exact, quick, err);
    return status == SALVO_OK ? time_errors(results, c, mad, exact, quick, err) : status;
}

salvo_status bench_battles(bench_results *results, const salvo_rulebook *mad, bool quick, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    /* The exact answer of the last and largest takes seconds: not where only everything is tried. */
    for (size_t i = 0; i < sizeof MATCHUPS / sizeof *MATCHUPS - quick && status == SALVO_OK; i++)
        status = measure(results, &MATCHUPS[i], mad, quick, err);
    return status;
}
