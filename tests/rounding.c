/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How finely prices can be printed, and encounters that nobody wins. */
#include "support.h"

#include <math.h>
#include <string.h>

#include "points/judge.h"
#include "points/observations.h"
#include "points/rounding.h"
#include "points/unit_pool.h"

enum { UNITS = 4 };

/* A price whose logarithm has that standard error. */
static salvo_bounds price_of(double value, double error)
{
    const double half = 1.959963984540054 * error;

    return (salvo_bounds){value, value * exp(-half), value * exp(half)};
}

/* The chance that a normal variable with that standard deviation lies between both ends. */
static double chance_between(double low, double high, double sd)
{
    return (erf(high / sd / sqrt(2)) - erf(low / sd / sqrt(2))) / 2;
}

/* The other fit's price is off by the errors of both: between the ends of the step it is rounded alike. */
static void a_price_repeats_as_often_as_two_errors_let_it(void **state)
{
    static const struct {
        double price, error, step, low, high;
    } CASES[] = {
        {100, 0.01, 5, 97.5, 102.5},  /* in the middle of its step */
        {102, 0.01, 5, 97.5, 102.5},  /* near an end */
        {100, 0.03, 10, 95, 105},     /* wide */
        {52, 0.02, 1, 51.5, 52.5},    /* finer than is known */
        {100, 0.0001, 5, 97.5, 102.5} /* surely */
    };
    double least[] = {0}, greatest[] = {INFINITY};
    price_limits l = {.n = 1, .least = least, .greatest = greatest};
    const salvo_bounds kept = price_of(103, 0.2);

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const salvo_bounds price = price_of(CASES[i].price, CASES[i].error);
        const double by_hand = chance_between(log(CASES[i].low / CASES[i].price), log(CASES[i].high / CASES[i].price),
                                              sqrt(2) * CASES[i].error);

        l.step = CASES[i].step;
        assert_true(fabs(rounding_repeats(&l, 0, &price, false) - by_hand) < 0.006); /* 199 quantiles */
    }
    least[0] = greatest[0] = 103;
    assert_true(rounding_repeats(&l, 0, &kept, false) == 1);
}

static salvo_rounding choose(double error)
{
    static const double PRICES[UNITS] = {30, 60, 90, 120};
    double least[UNITS] = {0}, greatest[UNITS] = {INFINITY, INFINITY, INFINITY, INFINITY};
    const price_limits l = {.n = UNITS, .least = least, .greatest = greatest, .step = 1};
    salvo_new_price prices[UNITS];
    salvo_rounding chosen;

    for (int u = 0; u < UNITS; u++)
        prices[u] = (salvo_new_price){.fitted = price_of(PRICES[u], error)};
    rounding_choose(&chosen, &l, prices);
    return chosen;
}

/* All prices are in the middle of steps of 1 to 10, so that all of these move nothing: the first that repeats nine of ten is
 * the finest. */
static void the_step_is_as_fine_as_prices_repeat(void **state)
{
    (void)state;
    assert_true(choose(0.001).step == 1 && !choose(0.001).preferred); /* 0.17 at 120, in a half step of 0.5 */
    assert_true(choose(0.005).step == 2);                             /* 0.85 at 120, 1 */
    assert_true(choose(0.012).step == 5);
    assert_true(choose(0.025).step == 10);
    assert_true(choose(0.2).preferred); /* nothing repeats: as coarse as a list may be */
    for (double error = 0.001; error < 0.03; error *= 2)
        assert_true(choose(error).repeats >= 0.9 && choose(error).chosen);
}

/* Infantry against infantry out of reach would be a fair battle by its score of 1/2. */
static void encounters_that_nobody_wins_are_left_out(void **state)
{
    enum { FAR_OFF = 2000, NEAR = 100 };
    static const double RANGES[] = {NEAR, FAR_OFF};
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    observations seen = {.memory = salvo_arena_new()};
    salvo_imbalance imbalance;
    pair_progress watch = {.to = 1};
    double prices[200];
    pair_run run;
    unit_pool pool;

    (void)state;
    plan.ranges = RANGES;
    plan.n_ranges = 2;
    plan.scenarios[SALVO_ADVANCE] = plan.scenarios[SALVO_MEETING] = 0;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    assert_true(pool.n <= 200);
    for (size_t u = 0; u < pool.n; u++)
        prices[u] = pool.units[u].price;
    assert_int_equal(pair_run_init(&run, &pool, 2, 400, 1, NULL), SALVO_OK);
    for (size_t u = 0; u < pool.n; u++) /* infantry reaches nobody from 2000 m */
        for (int i = 0; i < 2; i++)
            for (int s = 0; s < 2; s++)
                if (strcmp(pool.units[u].id, "generic-infantry") == 0)
                    run.pairs[i].side[s] = (army){.kind = {(uint32_t)u}, .count = {1 + s}, .n_kinds = 1};
    for (int i = 0; i < 2; i++)
        run.pairs[i].cost[0] = run.pairs[i].cost[1] = 1;
    assert_int_equal(pair_run_all(&run, NULL, 0, 2, &watch, NULL), SALVO_OK);
    for (size_t i = 0; i < 2; i++) {
        assert_true(pair_is_won(&run, i, 0) && pair_meets(&run, i, 1) && !pair_is_won(&run, i, 1));
        assert_true(run.results[i].mean == pair_score(&run, i, 0)); /* without the other's 1/2 */
    }
    assert_int_equal(observations_add(&seen, &run, NULL, prices, NULL), SALVO_OK);
    assert_true(seen.n == 2 && seen.of[0].n == 1 && seen.of[0].at->condition == 0);
    assert_int_equal(imbalance_measure(&imbalance, &run, seen.memory, NULL), SALVO_OK);
    assert_true(imbalance.nobody == 0.5 && imbalance.conditions[0].nobody == 0 && imbalance.conditions[1].nobody == 1);
    assert_true(imbalance.plain.value == imbalance.conditions[0].imbalance && isnan(imbalance.conditions[1].imbalance));
    pair_run_free(&run);
    unit_pool_close(&pool);
    salvo_arena_free(seen.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_price_repeats_as_often_as_two_errors_let_it),
        cmocka_unit_test(the_step_is_as_fine_as_prices_repeat),
        cmocka_unit_test(encounters_that_nobody_wins_are_left_out),
    };

    return cmocka_run_group_tests_name("rounding", tests, mad_open, mad_close);
}
