/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fought.h"

#include <math.h>
#include <string.h>

#include "support.h"

enum { SEED = 7, SIMULATED_TRIALS = 20000 };

/* A share misses its chance by more than share_tolerance() with a chance of at most 2 exp(-LOG), one in 1.6 million
 * (Bernstein's inequality). Means are compared at as many standard errors. */
static const double LOG = 15;

static double share_tolerance(double p, int trials)
{
    return sqrt(2 * p * (1 - p) * LOG / trials) + LOG / 3 / trials;
}

void fought_add(struct fought_tally *t, const struct fought *f)
{
    t->trials++;
    t->ends[f->end]++;
    t->turns[0] += f->turns;
    t->turns[1] += (double)f->turns * f->turns;
    for (int s = 0; s < 2; s++) {
        t->lost[s][f->lost[s]]++;
        t->by[s][f->by[s]]++;
        t->strength_lost[s][0] += f->strength_lost[s];
        t->strength_lost[s][1] += (double)f->strength_lost[s] * f->strength_lost[s];
    }
}

struct comparison {
    const char *name;
    int trials; /* by hand */
    int n;
};

static void assert_share(struct comparison *c, const char *what, const char *how, double exact, double share,
                         int trials)
{
    c->n++;
    if (fabs(exact - share) > share_tolerance(exact, trials))
        fail_msg("%s: %s is %.6f, %s %.6f, %.1f tolerances off", c->name, what, exact, how, share,
                 (exact - share) / share_tolerance(exact, trials));
}

/* An exact mean against sums of what happened. */
static void assert_mean_happens(struct comparison *c, const char *what, double exact, const double sums[2])
{
    double mean = sums[0] / c->trials, variance = fmax(sums[1] / c->trials - mean * mean, 1.0 / c->trials);
    double tolerance = sqrt(2 * LOG * variance / c->trials);

    c->n++;
    if (fabs(exact - mean) > tolerance)
        fail_msg("%s: %s is %.6f, by hand %.6f, %.1f tolerances off", c->name, what, exact, mean,
                 (exact - mean) / tolerance);
}

/* Against the 95 % interval, whose wider half is 1.96 standard errors. */
static void assert_mean_simulated(struct comparison *c, const char *what, const salvo_figure *f)
{
    double half = fmax(f->simulated.high - f->simulated.value, f->simulated.value - f->simulated.low);

    c->n++;
    if (fabs(f->exact.value - f->simulated.value) > sqrt(2 * LOG) / 1.96 * half + LOG / SIMULATED_TRIALS)
        fail_msg("%s: %s is %.6f, simulated %.6f", c->name, what, f->exact.value, f->simulated.value);
}

/* `happened` is a count of what was fought by hand. */
static void compare_share(struct comparison *c, const char *what, const salvo_figure *f, int happened)
{
    assert_share(c, what, "by hand", f->exact.value, (double)happened / c->trials, c->trials);
    assert_share(c, what, "simulated", f->exact.value, f->simulated.value, SIMULATED_TRIALS);
}

static void compare_mean(struct comparison *c, const char *what, const salvo_figure *f, const double sums[2])
{
    assert_mean_happens(c, what, f->exact.value, sums);
    assert_mean_simulated(c, what, f);
}

static void compare(struct comparison *c, const struct fought_tally *t, const salvo_battle *b)
{
    static const char *const ENDS[] = {"P(a wins)", "P(b wins)", "P(both lost)", "P(undecided)"};
    const salvo_figure *const ends[] = {&b->p_a, &b->p_b, &b->p_mutual, &b->p_undecided};

    for (int i = 0; i < N_FOUGHT_ENDS; i++)
        compare_share(c, ENDS[i], ends[i], t->ends[i]);
    for (int s = 0; s < 2; s++) {
        const salvo_battle_side *side = &b->side[s];

        for (int k = 0; k <= side->count; k++)
            compare_share(c, "a number of losses", &side->lost_exactly[k], t->lost[s][k]);
        for (int by = 0; by < SALVO_N_DEFEATS && t->tells_defeats; by++)
            compare_share(c, SALVO_DEFEATS[by], &side->loses_by[by], t->by[s][by]);
        compare_mean(c, "strength lost", &side->strength_lost, t->strength_lost[s]);
    }
    if (b->ends)
        compare_mean(c, "turns", &b->expected_turns, t->turns);
}

/* Every instruction set that the machine has gives the same counts, on any threads. */
static void assert_same_counts(const struct comparison *c, const salvo_rulebook *book, const salvo_battle_plan *plan,
                               const salvo_simulation *expected)
{
    static const char *const SETS[] = {"portable", "avx2", "avx512"};

    for (size_t i = 0; i < COUNT_OF(SETS); i++) {
        const salvo_approach trials = {
            .method = SALVO_MONTE_CARLO,
            .plan = {.seed = SEED, .trials = SIMULATED_TRIALS, .isa = SETS[i], .threads = 1 + (int)i % 2}};
        salvo_error err = {0};
        salvo_battle battle;

        if (salvo_battle_fight(&battle, book, plan, &trials, &err) != SALVO_OK)
            continue; /* not of this machine */
        if (strcmp(battle.answer.simulation.isa, SETS[i]) != 0 || battle.answer.simulation.hash != expected->hash)
            fail_msg("%s: %s counts otherwise than %s", c->name, SETS[i], expected->isa);
        salvo_battle_free(&battle);
    }
}

int fought_check(const struct fought_tally *t, const char *name, const salvo_rulebook *book,
                 const salvo_battle_plan *plan)
{
    const salvo_approach both = {.method = SALVO_BOTH,
                                 .options = {.arithmetic = SALVO_DOUBLE},
                                 .plan = {.seed = SEED, .trials = SIMULATED_TRIALS}};
    struct comparison c = {.name = name, .trials = t->trials};
    salvo_error err = {0};
    salvo_battle battle;

    if (salvo_battle_fight(&battle, book, plan, &both, &err) != SALVO_OK)
        fail_msg("%s: %s", name, err.text);
    compare(&c, t, &battle);
    assert_same_counts(&c, book, plan, &battle.answer.simulation);
    salvo_battle_free(&battle);
    return c.n;
}
