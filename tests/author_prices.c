/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an author decides about prices: limits, army lists, single units, lists compared, tables exported. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/points.h>

#include "data/csv_edit.h"
#include "points/price_limits.h"
#include "points/random_armies.h"
#include "points/rounding.h"
#include "six_equals.h"
#include "splitmix.h"

enum { UNITS = 5, CASES = 60, TRIES = 400 };

static double uniform(uint64_t *random, double low, double high)
{
    return low + (high - low) * (double)(splitmix_next(random) >> 11) * 0x1p-53;
}

/* A random problem of the search for the nearest prices, with limits that the prices `inside` satisfy. */
typedef struct problem {
    price_limits limits;
    double least[UNITS], greatest[UNITS], inside[UNITS], fitted[UNITS], covariance[UNITS * UNITS];
    bool is_order[2 * UNITS];
    price_order orders[2];
} problem;

static void draw_problem(problem *p, uint64_t *random, bool sum)
{
    double root[UNITS][UNITS];

    *p = (problem){.limits = {.n = UNITS, .step = 1, .exist = true}};
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++)
            root[i][k] = uniform(random, -0.1, 0.1) + (i == k) * 0.05;
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++)
            for (int j = 0; j < UNITS; j++)
                p->covariance[i * UNITS + k] += root[i][j] * root[k][j];
    for (int u = 0; u < UNITS; u++) {
        const bool kept = splitmix_next(random) % 4 == 0, bounded = splitmix_next(random) % 2;

        p->fitted[u] = uniform(random, 40, 160);
        p->inside[u] = uniform(random, 60, 140);
        p->least[u] = kept ? p->inside[u] : bounded ? p->inside[u] * 0.9 : 0;
        p->greatest[u] = kept ? p->inside[u] : bounded ? p->inside[u] * 1.1 : INFINITY;
        p->limits.sum += sum ? p->inside[u] : 0;
    }
    for (size_t i = 0; i + 1 < UNITS && p->limits.n_orders < 2; i++)
        if (p->inside[i] > p->inside[i + 1] + 1)
            p->orders[p->limits.n_orders++] = (price_order){i, i + 1};
    p->limits.least = p->least;
    p->limits.greatest = p->greatest;
    p->limits.is_order = p->is_order;
    p->limits.orders = p->orders;
}

static bool satisfies(const problem *p, const double *prices, double slack)
{
    double sum = 0;

    for (int u = 0; u < UNITS; u++) {
        sum += prices[u];
        if (prices[u] < p->least[u] * (1 - slack) || prices[u] > p->greatest[u] * (1 + slack))
            return false;
    }
    for (size_t i = 0; i < p->limits.n_orders; i++)
        if (prices[p->orders[i].dearer] < (prices[p->orders[i].cheaper] + 1) * (1 - slack))
            return false;
    return p->limits.sum == 0 || fabs(sum / p->limits.sum - 1) < slack;
}

/* Solves a x = b in place, by Gauss's elimination. */
static void solve_linear(double a[UNITS][UNITS], double b[UNITS])
{
    for (int i = 0; i < UNITS; i++)
        for (int k = 0; k < UNITS; k++) {
            const double times = k == i ? 0 : a[k][i] / a[i][i];

            for (int j = 0; j < UNITS && k != i; j++)
                a[k][j] -= times * a[i][j];
            b[k] -= k == i ? 0 : times * b[i];
        }
    for (int i = 0; i < UNITS; i++)
        b[i] /= a[i][i];
}

/* What is to be least: the square of the distance of logarithms, the level being free but for a variance of 1. */
static double distance(const problem *p, const double *prices)
{
    double a[UNITS][UNITS], off[UNITS], solved[UNITS], sum = 0;

    for (int i = 0; i < UNITS; i++) {
        solved[i] = off[i] = log(prices[i] / p->fitted[i]);
        for (int k = 0; k < UNITS; k++)
            a[i][k] = p->covariance[i * UNITS + k] + 1;
    }
    solve_linear(a, solved);
    for (int i = 0; i < UNITS; i++)
        sum += off[i] * solved[i];
    return sum;
}

/* Moves prices a little; where the sum is kept, the free ones together make up for it. */
static bool disturb(const problem *p, const double *prices, uint64_t *random, double *to)
{
    const double size = pow(10, uniform(random, -4, -1));
    double free = 0, fixed = 0;

    for (int u = 0; u < UNITS; u++) {
        const bool kept = p->least[u] == p->greatest[u];

        to[u] = kept ? prices[u] : prices[u] * exp(uniform(random, -size, size));
        *(kept ? &fixed : &free) += to[u];
    }
    for (int u = 0; u < UNITS && p->limits.sum > 0; u++)
        if (p->least[u] != p->greatest[u])
            to[u] *= (p->limits.sum - fixed) / free;
    return free > 0 && satisfies(p, to, 1e-9);
}

/* No prices that satisfy the limits are nearer: the problem is convex, so that looking around is enough. */
static void no_prices_within_the_limits_are_nearer(void **state)
{
    uint64_t random = 11;
    int tried = 0, held = 0;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        double prices[UNITS], covariance[UNITS * UNITS], other[UNITS], least;
        salvo_arena *memory = salvo_arena_new();
        salvo_binding_limit hold[UNITS];
        problem p;

        draw_problem(&p, &random, i % 2);
        memcpy(prices, p.fitted, sizeof prices);
        memcpy(covariance, p.covariance, sizeof covariance);
        assert_int_equal(nearest_prices(prices, covariance, hold, &p.limits, memory, NULL), SALVO_OK);
        assert_true(satisfies(&p, prices, 1e-6));
        least = distance(&p, prices);
        for (int t = 0; t < TRIES; t++)
            if (disturb(&p, prices, &random, other)) {
                tried++;
                if (distance(&p, other) < least - 1e-6 * (1 + least))
                    fail_msg("case %d: %.9g is nearer than %.9g", i, distance(&p, other), least);
            }
        for (int u = 0; u < UNITS; u++) {
            const bool kept = p.least[u] == p.greatest[u];

            held += hold[u] != SALVO_BINDING_NONE;
            assert_int_equal(hold[u] == SALVO_BINDING_FIXED, kept);
            if (kept) /* nothing is left to vary */
                assert_true(prices[u] == p.least[u] && fabs(covariance[u * UNITS + u]) < 1e-9);
        }
        salvo_arena_free(memory);
    }
    assert_true(tried > CASES * TRIES / 20 && held > CASES);
}

/* Two independent prices, one kept: a pair of equal variances moves the other by half of what the first one moves when the
 * level is free, and it keeps the half of its variance that is its own. By hand, with LEVEL the variance of the level:
 * x2 = LEVEL / (v + LEVEL) x1. */
static void a_kept_price_takes_the_level_with_it(void **state)
{
    double least[] = {120, 0}, greatest[] = {120, INFINITY}, prices[] = {100, 100};
    double covariance[] = {0.01, 0, 0, 0.01};
    bool is_order[4] = {false};
    const price_limits l = {
        .n = 2, .least = least, .greatest = greatest, .is_order = is_order, .step = 1, .exist = true};
    salvo_arena *memory = salvo_arena_new();
    salvo_binding_limit hold[2];

    (void)state;
    assert_int_equal(nearest_prices(prices, covariance, hold, &l, memory, NULL), SALVO_OK);
    assert_true(prices[0] == 120 && fabs(log(prices[1] / 100) - log(1.2) / 1.01) < 1e-9);
    assert_true(fabs(covariance[3] - (1.01 - 1 / 1.01)) < 1e-9);
    salvo_arena_free(memory);
}

/* What is rounded is a multiple, within the bounds where one lies there, and in order. */
static void rounded_prices_satisfy_the_limits(void **state)
{
    uint64_t random = 5;

    (void)state;
    for (int i = 0; i < 400; i++) {
        double rounded[UNITS];
        problem p;

        draw_problem(&p, &random, false);
        p.limits.step = i % 3 == 0 ? 1 : 5;
        for (size_t k = 0; k < p.limits.n_orders; k++) /* orders that hold with room to spare */
            if (p.inside[p.orders[k].dearer] < p.inside[p.orders[k].cheaper] + 6 * p.limits.step)
                p.limits.n_orders = k;
        for (int u = 0; u < UNITS; u++)
            if (p.least[u] != p.greatest[u]) {
                p.least[u] = floor(p.least[u] / 20) * 20;
                p.greatest[u] = ceil(p.greatest[u] / 20) * 20;
            }
        rounding_of_list(&p.limits, p.inside, false, rounded);
        for (int u = 0; u < UNITS; u++) {
            const bool kept = p.least[u] == p.greatest[u];

            assert_true(p.least[u] <= rounded[u] && rounded[u] <= p.greatest[u]);
            assert_true(kept ? rounded[u] == p.inside[u]
                             : fabs(rounded[u] / p.limits.step - round(rounded[u] / p.limits.step)) < 1e-9);
            assert_true(fabs(rounded[u] - p.inside[u]) <= p.limits.step / 2 + 1e-9 || p.limits.n_orders);
        }
        for (size_t k = 0; k < p.limits.n_orders; k++)
            assert_true(rounded[p.orders[k].dearer] >= rounded[p.orders[k].cheaper] + p.limits.step - 1e-9);
    }
}

/* Two prices that round to the same number, and the room that the first has not. */
static void rounding_keeps_an_order(void **state)
{
    double least[] = {0, 0}, greatest[] = {102, INFINITY}, prices[] = {101.6, 100.4}, rounded[2];
    price_order order = {0, 1};
    price_limits l = {.n = 2, .least = least, .greatest = greatest, .orders = &order, .n_orders = 1, .step = 5};

    (void)state;
    rounding_of_list(&l, prices, false, rounded);
    assert_true(rounded[0] == 100 && rounded[1] == 95);
    greatest[0] = INFINITY;
    rounding_of_list(&l, prices, false, rounded);
    assert_true(rounded[0] == 105 && rounded[1] == 100);
    least[0] = 101; /* no multiple of 5 within: a whole number */
    greatest[0] = 104;
    rounding_of_list(&l, prices, false, rounded);
    assert_true(rounded[0] == 102 && rounded[1] == 97);
}

/* With this seed armies of armour need a rule and price Tigers below Hetzers, which two tests need to begin with. */
/* In order: the best fire at the dearer of two that are alike, which makes it worth less. */
static salvo_points_plan plan_of(size_t pairs)
{
    salvo_points_plan plan = SALVO_POINTS_PLAN;

    plan.pairs = pairs;
    plan.seed = 4;
    plan.threads = 1;
    plan.rounds = 2;
    plan.tolerance = 0.02;
    plan_in_order(&plan.battle);
    return plan;
}

/* Limits that no prices satisfy, and what is said of them. */
static const char A[] = "french-char-b1-bis", B[] = "french-renault-r35";
static const struct {
    salvo_price_bound bounds[2];
    size_t n_bounds;
    salvo_price_order orders[2];
    size_t n_orders;
    double change;
    const char *says;
} LIMITS[] = {
    {{{A, 60, 60, "--keep"}, {A, 0, 50, "--greatest"}},
     2,
     {{0}},
     0,
     0,
     "Char B1-bis cannot cost at least 60 (--keep) and at most 50 (--greatest)"},
    {{{A, 60, 60, "--keep"}, {B, 70, 70, "--keep"}},
     2,
     {{A, B}},
     1,
     0,
     "Char B1-bis cannot cost at least 71 (dearer than Renault R35) and at most 60 (--keep)"},
    {{{0}}, 0, {{A, B}, {B, A}}, 2, 0, "--order is a circle: Char B1-bis would cost more than itself"},
    {{{A, 100, INFINITY, "--least"}},
     1,
     {{0}},
     0,
     0.2,
     "Char B1-bis cannot cost at least 100 (--least) and at most 60 (--change-at-most)"},
    {{{"german-tiger-i", 100, INFINITY, "--least"}},
     1,
     {{0}},
     0,
     0,
     "'german-tiger-i' is not one of the units that are fitted here"},
};

static void contradictions_name_both_reasons(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(LIMITS); i++) {
        const salvo_price_limits limits = {.bounds = LIMITS[i].bounds,
                                           .n_bounds = LIMITS[i].n_bounds,
                                           .orders = LIMITS[i].orders,
                                           .n_orders = LIMITS[i].n_orders,
                                           .change = LIMITS[i].change};
        salvo_points_plan plan = plan_of(20);
        salvo_points_fit f;
        salvo_rulebook book;
        salvo_error err;
        size_t nation;

        open_equals(&book, &plan, &nation, SIX_EQUALS("50", "50", "50", "50", "50", "50"));
        plan.limits = &limits;
        assert_int_equal(salvo_points_fit_run(&f, &book, &plan, &err), SALVO_BAD_INPUT);
        assert_string_equal(err.text, LIMITS[i].says);
        salvo_rulebook_close(&book);
    }
}

/* Six equals of which one is kept at twice the price of the others: the rest are equal to it, because it says how dear the
 * list is. With the average kept they are equal to each other, and make up for it. */
static void kept_prices_decide_how_dear_the_list_is(void **state)
{
    static const salvo_price_bound KEPT = {"french-char-b1-bis", 90, 90, "--keep"};

    (void)state;
    for (int mean = 0; mean <= 1; mean++) {
        const salvo_price_limits limits = {.bounds = &KEPT, .n_bounds = 1, .keep_mean = mean};
        salvo_points_plan plan = plan_of(60);
        double sum = 0, rest = mean ? (300.0 - 90) / 5 : 90;
        salvo_points_fit f;
        salvo_rulebook book;
        size_t nation;

        open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
        plan.limits = &limits;
        assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
        for (size_t u = 0; u < 6; u++) {
            const bool kept = strcmp(f.unit_pool.units[u].id, KEPT.id) == 0;

            sum += f.prices[u].fitted.value;
            assert_true(kept ? f.prices[u].fitted.value == 90 && f.prices[u].binding == SALVO_BINDING_FIXED
                             : fabs(f.prices[u].fitted.value / rest - 1) < 0.1);
        }
        if (mean)
            assert_true(fabs(sum - 300) < 1e-3);
        assert_true(f.judged[SALVO_LIST_UNLIMITED].judged);
        salvo_points_fit_free(&f);
        salvo_rulebook_close(&book);
    }
}

/* Beside rules for the army as a whole. */

enum { ARMOUR = 5 };

/* German units whose armies a sum of prices does not price well, so that rules for the army as a whole are chosen. */
static void plan_armour(salvo_points_plan *plan)
{
    static const salvo_army_choice CHOICES[ARMOUR] = {{"german-tiger-i", 0, 12},
                                                      {"german-panther-a-to-g", 0, 12},
                                                      {"german-hetzer", 0, 12},
                                                      {"german-pz-ii-d-to-j", 0, 12},
                                                      {"german-wesp", 0, 12}};
    static const double NEAR = 750;

    *plan = plan_of(200);
    plan->rounds = 1;
    plan->ranges = &NEAR;
    plan->n_ranges = 1;
    plan->scenarios[SALVO_ADVANCE] = plan->scenarios[SALVO_MEETING] = 0;
    plan->precision = 0.15;
    plan->choices = CHOICES;
    plan->n_choices = ARMOUR;
    plan->army_rules = 2;
    plan->step = 5;
}

static const salvo_new_price *price_beside_rules(const salvo_points_fit *f, const char *id)
{
    for (size_t u = 0; u < f->unit_pool.n_units; u++)
        if (strcmp(f->unit_pool.units[u].id, id) == 0)
            return &f->prices[u];
    fail_msg("no unit %s", id);
    return NULL;
}

/* Every limit is set against what the fit without limits says, so that each has to hold a price: a kept one, a least, a
 * greatest, an order the other way round. None is a multiple of 5: the nearest multiple would break it. What is rounded
 * holds them, too, and the rules' effects are not those of the prices that were given up. */
static void prices_beside_army_rules_keep_the_limits(void **state)
{
    static const char KEPT[] = "german-wesp", LOW[] = "german-panther-a-to-g", HIGH[] = "german-pz-ii-d-to-j",
                      DEARER[] = "german-tiger-i", CHEAPER[] = "german-hetzer";
    salvo_points_plan plan;
    salvo_points_fit any, f;
    double kept, most, least;
    bool moved = false;

    (void)state;
    plan_armour(&plan);
    assert_int_equal(salvo_points_fit_run(&any, mad(), &plan, NULL), SALVO_OK);
    assert_true(any.n_rules > 0);
    kept = 5 * round(price_beside_rules(&any, KEPT)->with_rules.value * 1.15 / 5) + 1;
    most = 5 * round(price_beside_rules(&any, LOW)->with_rules.value * 0.9 / 5) + 3;
    least = 5 * round(price_beside_rules(&any, HIGH)->with_rules.value * 1.3 / 5) + 2;
    assert_true(price_beside_rules(&any, DEARER)->with_rules.value <
                price_beside_rules(&any, CHEAPER)->with_rules.value);

    const salvo_price_bound bounds[] = {
        {KEPT, kept, kept, "--keep"}, {LOW, 0, most, "--greatest"}, {HIGH, least, INFINITY, "--least"}};
    const salvo_price_order order = {DEARER, CHEAPER};
    const salvo_price_limits limits = {.bounds = bounds, .n_bounds = 3, .orders = &order, .n_orders = 1};

    plan.limits = &limits;
    assert_int_equal(salvo_points_fit_run(&f, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(f.n_rules, any.n_rules); /* rules are chosen before prices are held */
    assert_true(price_beside_rules(&f, KEPT)->with_rules.value == kept);
    assert_true(price_beside_rules(&f, KEPT)->with_rules_rounded == kept);
    assert_true(price_beside_rules(&f, LOW)->with_rules.value <= most * (1 + 1e-9));
    assert_true(price_beside_rules(&f, LOW)->with_rules_rounded <= most);
    assert_true(price_beside_rules(&f, HIGH)->with_rules.value >= least * (1 - 1e-9));
    assert_true(price_beside_rules(&f, HIGH)->with_rules_rounded >= least);
    assert_true(price_beside_rules(&f, DEARER)->with_rules.value >=
                price_beside_rules(&f, CHEAPER)->with_rules.value + 5 - 1e-6);
    assert_true(price_beside_rules(&f, DEARER)->with_rules_rounded >=
                price_beside_rules(&f, CHEAPER)->with_rules_rounded + 5);
    for (size_t u = 0; u < ARMOUR; u++)
        assert_true(f.prices[u].with_rules_rounded == kept ||
                    fabs(remainder(f.prices[u].with_rules_rounded, 5)) < 1e-9);
    for (size_t r = 0; r < f.n_rules; r++)
        moved |= fabs(f.rules[r].effect.value - any.rules[r].effect.value) > 1e-4;
    assert_true(moved);
    salvo_points_fit_free(&f);
    salvo_points_fit_free(&any);
}

/* --change-at-most alone: no price moves further, though without it some would. */
static void prices_beside_army_rules_move_no_further_than_they_may(void **state)
{
    static const salvo_price_limits NEAR_BY = {.change = 0.04};
    salvo_points_plan plan;
    int further[2] = {0, 0};

    (void)state;
    plan_armour(&plan);
    plan.step = 1;
    for (int held = 0; held < 2; held++) {
        salvo_points_fit f;

        plan.limits = held ? &NEAR_BY : NULL;
        assert_int_equal(salvo_points_fit_run(&f, mad(), &plan, NULL), SALVO_OK);
        for (size_t u = 0; u < ARMOUR; u++) {
            const double before = f.unit_pool.units[u].price;

            further[held] += fabs(f.prices[u].with_rules.value / before - 1) > NEAR_BY.change + 1e-9;
            further[held] += fabs(f.prices[u].with_rules_rounded / before - 1) > NEAR_BY.change + 1e-9;
        }
        salvo_points_fit_free(&f);
    }
    assert_true(further[0] > 2);
    assert_int_equal(further[1], 0);
}

/* What each kind of meeting adds to a price averages to what moved it. */
static void effects_of_all_conditions_average_to_the_change(void **state)
{
    static const char *const NAMED[] = {"french-char-b1-bis", "french-lorraine-apc"};
    salvo_points_plan plan = plan_of(40);
    salvo_points_fit f;
    salvo_rulebook book;
    size_t nation;

    (void)state;
    open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    plan.scenarios[SALVO_MEETING] = true;
    plan.named = NAMED;
    plan.n_named = 2;
    assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
    assert_int_equal(f.reasons.n_units, 2);
    assert_int_equal(f.reasons.n_parts, 2); /* two scenarios; one range is none */
    for (size_t i = 0; i < 2; i++) {
        const salvo_price_reason *r = &f.reasons.units[i];
        const double change = log(f.prices[r->unit].fitted.value / f.unit_pool.units[r->unit].price);

        assert_int_equal(r->n_effects, 2);
        assert_true(fabs((log(1 + r->effects[0].change) + log(1 + r->effects[1].change)) / 2 - change) < 1e-3);
        for (size_t part = 0; part < 2; part++)
            assert_true(r->parts[part].low < r->parts[part].value && r->parts[part].value < r->parts[part].high);
    }
    salvo_points_fit_free(&f);
    salvo_rulebook_close(&book);
}

/* An army list is respected by every army: what may be bought, at least and at most how many. */
static void armies_respect_an_army_list(void **state)
{
    static const salvo_army_choice CHOICES[] = {
        {"german-tiger-i", 1, 2}, {"german-panther-a-to-g", 0, 4}, {"german-hetzer", 0, 3}, {"german-pz-iii-h", 0, 12}};
    salvo_points_plan plan = SALVO_POINTS_PLAN;
    double prices[4];
    unit_pool pool;

    (void)state;
    plan.choices = CHOICES;
    plan.n_choices = 4;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(pool.n, 4);
    for (size_t u = 0; u < 4; u++)
        prices[u] = pool.units[u].price;
    for (uint64_t i = 0; i < 300; i++) {
        const army_sampler sampler = {.pool = &pool, .prices = prices, .seed = 3, .stream = STREAM_EQUAL};
        army_pair p;

        assert_true(army_pair_draw(&p, &sampler, i));
        for (int s = 0; s < 2; s++) {
            int count[4] = {0};

            for (int k = 0; k < p.side[s].n_kinds; k++)
                count[p.side[s].kind[k]] = p.side[s].count[k];
            for (size_t u = 0; u < 4; u++)
                for (size_t c = 0; c < 4; c++)
                    if (strcmp(pool.units[u].id, CHOICES[c].id) == 0)
                        assert_in_range(count[u], CHOICES[c].least, CHOICES[c].most);
            assert_in_range(army_size(&p.side[s]), 1, 12);
        }
    }
    unit_pool_close(&pool);
}

/* A unit at the wrong price beside five equals at theirs: the right one is theirs. Ten seeds; of ten honest intervals three
 * miss with a chance below 0.012. */
static void a_new_unit_gets_the_price_of_its_equals(void **state)
{
    static const char *const ASKED[] = {"french-hotchkiss-h39-h40"};
    int covered = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        salvo_points_plan plan = plan_of(40);
        salvo_points_price p;
        salvo_rulebook book;
        size_t nation;

        plan.seed = seed;
        open_equals(&book, &plan, &nation, SIX_EQUALS("50", "50", "50", "90", "50", "50"));
        assert_int_equal(salvo_points_price_run(&p, &book, &plan, ASKED, 1, NULL), SALVO_OK);
        assert_true(p.prices[0].before == 90 && fabs(p.prices[0].price.value / 50 - 1) < 0.1);
        covered += p.prices[0].price.low < 50 && 50 < p.prices[0].price.high;
        salvo_points_price_free(&p);
        salvo_rulebook_close(&book);
    }
    assert_in_range(covered, 8, 10);
}

/* A list of prices by id, made of "id price" words. */
static void make_list(salvo_table *list, salvo_cell *cells, const char *id, const char *price)
{
    static const salvo_cell HEADER[] = {{"id", "list", 1, 1}, {"price", "list", 1, 4}};

    cells[0] = (salvo_cell){id, "list", 2, 1};
    cells[1] = (salvo_cell){price, "list", 2, 9};
    *list = (salvo_table){
        .name = "list", .path = "list", .header = (salvo_cell *)HEADER, .n_columns = 2, .cells = cells, .n_rows = 1};
}

/* A list against itself differs in nothing; against one that is surely worse by all that is surely worse; and the other way
 * round by as much. */
static void lists_are_compared_on_the_same_battles(void **state)
{
    salvo_points_plan plan = plan_of(60);
    salvo_points_comparison same, worse, better;
    salvo_table list, worse_list;
    salvo_cell cells[2], worse_cells[2];
    salvo_rulebook book;
    size_t nation;

    (void)state;
    open_equals(&book, &plan, &nation, SIX_EQUALS("50", "50", "50", "50", "50", "50"));
    make_list(&list, cells, "french-panhard-178", "50");
    make_list(&worse_list, worse_cells, "french-panhard-178", "80");
    assert_int_equal(salvo_points_compare(&same, &book, &plan, &(salvo_other_list){.prices = &list}, NULL), SALVO_OK);
    assert_int_equal(same.shared, same.pairs);
    for (size_t i = 0; i < same.n_measures; i++)
        assert_true(same.measures[i].difference.low == 0 && same.measures[i].difference.high == 0);
    assert_int_equal(salvo_points_compare(&worse, &book, &plan, &(salvo_other_list){.prices = &worse_list}, NULL),
                     SALVO_OK);
    assert_true(worse.shared < worse.pairs && worse.shared > 0);
    plan.prices = &worse_list;
    assert_int_equal(salvo_points_compare(&better, &book, &plan, &(salvo_other_list){.prices = &list}, NULL), SALVO_OK);
    for (size_t i = 0; i < worse.n_measures; i++) {
        const salvo_list_measure *up = &worse.measures[i], *down = &better.measures[i];

        assert_true(up->difference.low > 0);
        assert_true(fabs(up->difference.value + down->difference.value) < 1e-9);
        assert_true(fabs(up->list[0].value - down->list[1].value) < 1e-9);
    }
    salvo_points_comparison_free(&same);
    salvo_points_comparison_free(&worse);
    salvo_points_comparison_free(&better);
    salvo_rulebook_close(&book);
}

/* Files with everything that a CSV may have, before and after, and what stands between them. */
static void cells_change_and_bytes_stay(void **state)
{
    static const char BEFORE[] = "id,name,points\r\n\r\na,\"x, \"\"y\"\"\", 10 \r\nb,z,20\r\nc,w,\"3\"";
    static const char AFTER[] = "id,name,points\r\n\r\na,\"x, \"\"y\"\"\", 11 \r\nb,z,20\r\nc,w,4";
    static const char DIFF[] = "--- t.csv\n+++ t.csv\n@@ -1,5 +1,5 @@\n id,name,points\r\n \r\n"
                               "-a,\"x, \"\"y\"\"\", 10 \r\n+a,\"x, \"\"y\"\"\", 11 \r\n b,z,20\r\n"
                               "-c,w,\"3\"\n\\ No newline at end of file\n+c,w,4\n\\ No newline at end of file\n";
    const char *text[] = {NULL, NULL, "11", NULL, NULL, "20", NULL, NULL, "4"};
    char path[] = "/tmp/salvo-csv-XXXXXX", *bytes = NULL;
    csv_edit edit = {.path = path, .n_rows = 3, .n_columns = 3, .text = text};
    size_t length;
    FILE *file = fdopen(mkstemp(path), "w"), *out;
    salvo_error err;

    (void)state;
    assert_true(file && fputs(BEFORE, file) >= 0 && fclose(file) == 0);
    out = open_memstream(&bytes, &length);
    assert_int_equal(csv_edit_write(out, &edit, NULL), SALVO_OK);
    fclose(out);
    assert_string_equal(bytes, AFTER);
    free(bytes);
    out = open_memstream(&bytes, &length);
    assert_int_equal(csv_edit_write_diff(out, &edit, "t.csv", NULL), SALVO_OK);
    fclose(out);
    assert_string_equal(bytes, DIFF);
    free(bytes);
    edit.n_rows = 4;
    out = open_memstream(&bytes, &length);
    assert_int_equal(csv_edit_write(out, &edit, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "the table has 3 rows now, and had 4 when it was read");
    fclose(out);
    free(bytes);
    remove(path);
}

/* A table of a spreadsheet that writes semicolons and decimal commas keeps them. */
static void a_changed_cell_has_the_decimal_mark_of_its_file(void **state)
{
    static const struct {
        const char *before, *after;
    } FILES[] = {{"id;points\na;\"x;y\"\nb;1,5\n", "id;points\na;\"x;y\"\nb;2,5\n"},
                 {"id;points\na;0.5\nb;1.5\n", "id;points\na;0.5\nb;2.5\n"},
                 {"id,points\na,3\nb,1.5\n", "id,points\na,3\nb,2.5\n"}};
    const char *text[] = {NULL, NULL, NULL, "2.5"};

    (void)state;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        char path[] = "/tmp/salvo-csv-XXXXXX", *bytes = NULL;
        const csv_edit edit = {.path = path, .n_rows = 2, .n_columns = 2, .text = text};
        size_t length;
        FILE *file = fdopen(mkstemp(path), "w"), *out = open_memstream(&bytes, &length);

        assert_true(file && fputs(FILES[i].before, file) >= 0 && fclose(file) == 0);
        assert_int_equal(csv_edit_write(out, &edit, NULL), SALVO_OK);
        fclose(out);
        assert_string_equal(bytes, FILES[i].after);
        free(bytes);
        remove(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_cell_has_the_decimal_mark_of_its_file),
        cmocka_unit_test(no_prices_within_the_limits_are_nearer),
        cmocka_unit_test(a_kept_price_takes_the_level_with_it),
        cmocka_unit_test(rounded_prices_satisfy_the_limits),
        cmocka_unit_test(rounding_keeps_an_order),
        cmocka_unit_test(contradictions_name_both_reasons),
        cmocka_unit_test(kept_prices_decide_how_dear_the_list_is),
        cmocka_unit_test(prices_beside_army_rules_keep_the_limits),
        cmocka_unit_test(prices_beside_army_rules_move_no_further_than_they_may),
        cmocka_unit_test(effects_of_all_conditions_average_to_the_change),
        cmocka_unit_test(armies_respect_an_army_list),
        cmocka_unit_test(a_new_unit_gets_the_price_of_its_equals),
        cmocka_unit_test(lists_are_compared_on_the_same_battles),
        cmocka_unit_test(cells_change_and_bytes_stay),
    };

    return cmocka_run_group_tests_name("author_prices", tests, mad_open, mad_close);
}
