/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices: random armies, the model of what units are worth, and lists whose true prices are known because in the battles
 * that are fought the units differ in nothing that matters. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/report.h>

#include "planted.h"
#include "points/judge.h"
#include "points/pair_run.h"
#include "points/price_battles.h"
#include "points/unit_pool.h"
#include "points/value_model.h"
#include "six_equals.h"
#include "splitmix.h"

static void prices_round_to_the_nearest_in_ratio(void **state)
{
    static const double CASES[][2] = {{0.4, 1},     {1.4, 1},     {1.5, 2},     {4, 5},     {6.2, 5},   {6.4, 8},
                                      {8.9, 8},     {9, 10},      {11, 12},     {13.4, 12}, {13.5, 15}, {17.3, 15},
                                      {17.4, 20},   {34, 30},     {35, 40},     {69, 60},   {70, 80},   {89, 80},
                                      {90, 100},    {109, 100},   {110, 120},   {223, 200}, {224, 250}, {899, 1000},
                                      {1000, 1000}, {2300, 2500}, {9500, 10000}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        assert_true(salvo_preferred_value(CASES[i][0]) == CASES[i][1]);
}

/* Four pairs, worked by hand: in either half the scores are what k = log 3 says at ratios e and 1/e, 3/4 and 1/4. */
static void a_forecast_that_is_true_costs_what_the_truth_costs(void **state)
{
    const predicted_pair pairs[] = {{1, 0.75}, {1, 0.75}, {-1, 0.25}, {-1, 0.25}};
    const double entropy = -0.75 * log(0.75) - 0.25 * log(0.25);
    salvo_prediction f;

    (void)state;
    prediction_judge(&f, pairs, 4);
    assert_true(fabs(f.k - log(3)) < 1e-9);
    assert_true(fabs(f.log_loss.value - entropy) < 1e-9);
    assert_true(fabs(f.log_loss_at_best - entropy) < 1e-9);
    assert_true(fabs(f.accuracy.value - 0.75) < 1e-9 && fabs(f.accuracy_at_best - 0.75) < 1e-9);
    assert_true(f.accuracy_of_coin == 0.5);
    assert_int_equal(f.bins[2].pairs, 2);
    assert_int_equal(f.bins[7].pairs, 2);
    assert_true(fabs(f.bins[7].observed - 0.75) < 1e-9 && fabs(f.bins[7].predicted - 0.75) < 1e-9);
}

/* Where the halves differ, each is judged by the other's k: even pairs come as log 2 says, odd ones as log 8 does. */
static void nobody_is_judged_by_what_he_was_fitted_on(void **state)
{
    const predicted_pair pairs[] = {{1, 2.0 / 3}, {1, 8.0 / 9}, {-1, 1.0 / 3}, {-1, 1.0 / 9}};
    const double even = -2.0 / 3 * log(8.0 / 9) - 1.0 / 3 * log(1.0 / 9);
    const double odd = -8.0 / 9 * log(2.0 / 3) - 1.0 / 9 * log(1.0 / 3);
    salvo_prediction f;

    (void)state;
    prediction_judge(&f, pairs, 4);
    assert_true(fabs(f.log_loss.value - (even + odd) / 2) < 1e-9);
}

/* Battle by battle: whoever costs more is said to win, and of equal costs nothing is said. */
static void as_many_are_predicted_right_as_battles_say(void **state)
{
    enum { N = 60, BATTLES = 1000 };
    predicted_pair pairs[N];
    double right = 0, best = 0;
    uint64_t random = 7;
    salvo_prediction f;

    (void)state;
    for (int i = 0; i < N; i++) {
        const int won = (int)(splitmix_next(&random) % (BATTLES + 1)), lost = BATTLES - won;

        pairs[i] = (predicted_pair){(double)(i % 7) - 3, (double)won / BATTLES};
        right += i % 7 > 3 ? won : i % 7 < 3 ? lost : BATTLES / 2.0;
        best += won > lost ? won : lost;
    }
    prediction_judge(&f, pairs, N);
    assert_true(fabs(f.accuracy.value - right / N / BATTLES) < 1e-9);
    assert_true(fabs(f.accuracy_at_best - best / N / BATTLES) < 1e-9);
    assert_true(f.accuracy.low < f.accuracy.value && f.accuracy.value < f.accuracy.high);
}

/* Two pairs whose intervals would lie beyond what there is. */
static void a_share_lies_between_none_and_all(void **state)
{
    const predicted_pair pairs[] = {{1, 1}, {-1, 0}, {1, 1}, {-1, 0.5}};
    salvo_prediction f;

    (void)state;
    prediction_judge(&f, pairs, COUNT_OF(pairs));
    assert_true(f.accuracy.high == 1 && f.accuracy.low >= 0 && f.log_loss.low >= 0);
}

enum { REPLICATIONS = 30 };

/* Of 180 intervals of 95 % between 160 and 180 hold (beyond that, chances are below one in a thousand; those of one fit
 * hang together a little). */
static void true_worths_lie_within_their_intervals(void **state)
{
    static observation seen[PLANTED_PAIRS];
    static scored at[PLANTED_PAIRS];
    salvo_arena *memory = salvo_arena_new();
    worth_design design;
    const value_question of = {
        .design = &design, .seen = seen, .n_seen = PLANTED_PAIRS, .n_conditions = 1, .prior_sd = 3};
    uint64_t random = 1;
    int covered = 0;

    (void)state;
    assert_int_equal(worth_design_unconstrained(&design, PLANTED_PRICES, PLANTED_CLASSES, memory, NULL), SALVO_OK);
    for (int r = 0; r < REPLICATIONS; r++) {
        value_model v;

        for (int i = 0; i < PLANTED_PAIRS; i++)
            seen[i] = planted_pair(&random, &at[i]);
        assert_int_equal(value_model_fit(&v, &of, NULL), SALVO_OK);
        assert_true(fabs(v.parameters[v.steepness] - log(PLANTED_STEEPNESS)) < 0.5);
        covered += planted_covered(&v);
        value_model_free(&v);
    }
    salvo_arena_free(memory);
    if (covered < 160)
        print_message("%d of %d intervals hold\n", covered, PLANTED_CLASSES * REPLICATIONS);
    assert_in_range(covered, 160, PLANTED_CLASSES * REPLICATIONS);
}

/* A formula: classes are sums of two items, one of them shared, one discounted by a word. */
static void the_factors_of_a_formula_are_found(void **state)
{
    enum { BODY, GUN, BIG_GUN, FIXED, N_FACTORS };
    static const double TRUE_FACTOR[N_FACTORS] = {1.5, 0.8, 1.3, 0.6};
    worth_term terms[] = {{10, {BODY, NO_FACTOR}},    {10, {GUN, NO_FACTOR}},  {10, {BODY, NO_FACTOR}},
                          {40, {BIG_GUN, NO_FACTOR}}, {10, {BODY, NO_FACTOR}}, {40, {BIG_GUN, FIXED}},
                          {30, {BODY, NO_FACTOR}},    {10, {GUN, FIXED}}};
    size_t first_term[] = {0, 2, 4, 6, 8};
    const worth_design design = {.n_classes = 4, .n_factors = N_FACTORS, .terms = terms, .first_term = first_term};
    static observation seen[PLANTED_PAIRS];
    static scored at[PLANTED_PAIRS];
    const value_question of = {
        .design = &design, .seen = seen, .n_seen = PLANTED_PAIRS, .n_conditions = 1, .prior_sd = 3};
    double truth[4] = {0};
    uint64_t random = 2;
    value_model v;

    (void)state;
    for (size_t c = 0; c < 4; c++)
        for (size_t t = first_term[c]; t < first_term[c + 1]; t++)
            truth[c] += terms[t].base * TRUE_FACTOR[terms[t].factor[0]] *
                        (terms[t].factor[1] == NO_FACTOR ? 1 : TRUE_FACTOR[terms[t].factor[1]]);
    for (int i = 0; i < PLANTED_PAIRS; i++) {
        observation *o = &seen[i];

        *o = (observation){
            .at = &at[i],
            .n = 1,
            .n_kinds = {1, 1},
            .count = {{1 + (double)(splitmix_next(&random) % 6)}, {1 + (double)(splitmix_next(&random) % 6)}}};
        o->class[0][0] = (uint32_t)(splitmix_next(&random) % 4);
        o->class[1][0] = (uint32_t)(splitmix_next(&random) % 4);
        o->log_size = log(o->count[0][0] * o->count[1][0]) / 2;
        at[i].score =
            1 / (1 + pow(o->count[1][0] * truth[o->class[1][0]] / (o->count[0][0] * truth[o->class[0][0]]), 4));
    }
    assert_int_equal(value_model_fit(&v, &of, NULL), SALVO_OK);
    for (size_t c = 1; c < 4; c++) /* no noise, a wide prior: to a hair */
        assert_true(fabs(value_model_worth(&v, c) / value_model_worth(&v, 0) / (truth[c] / truth[0]) - 1) < 0.01);
    assert_true(fabs(exp(v.parameters[FIXED]) - TRUE_FACTOR[FIXED]) < 0.02);
    value_model_free(&v);
}

/* Of 240 intervals of 95 % between 216 and 239 hold: beyond that, chances are below one in a thousand, even if those of a fit
 * hang together so that they tell no more than 160 would. Of the even fit the same, with armies as a fit buys them: what it
 * estimates is the same where what no price explains favours nobody. */
static void what_was_planted_lies_within_its_intervals(void **state)
{
    static observation seen[PLANTED_PAIRS];
    static scored at[PLANTED_PAIRS][PLANTED_CONDITIONS];
    salvo_arena *memory = salvo_arena_new();
    worth_design design;
    value_question of = {.design = &design,
                         .seen = seen,
                         .n_seen = PLANTED_PAIRS,
                         .n_conditions = PLANTED_CONDITIONS,
                         .odds = PLANTED_ODDS,
                         .n_rules = 1,
                         .prior_sd = 3};
    uint64_t random = 3;

    (void)state;
    assert_int_equal(worth_design_unconstrained(&design, PLANTED_PRICES, PLANTED_CLASSES, memory, NULL), SALVO_OK);
    for (int even = 0; even <= 1; even++) {
        int covered = 0;

        of.is_even = even;
        for (int r = 0; r < REPLICATIONS; r++) {
            value_model v;

            for (int i = 0; i < PLANTED_PAIRS; i++)
                seen[i] = even ? planted_about_even(&random, at[i], 1) : planted_in_all(&random, at[i], 0);
            assert_int_equal(value_model_fit(&v, &of, NULL), SALVO_OK);
            assert_true(v.parameters[v.odds] == 0 && v.parameters[v.odds + 1] == 0); /* nobody attacks */
            covered += planted_all_covered(&v);
            value_model_free(&v);
        }
        if (covered < 216 || covered > 239)
            fail_msg("%s: %d of 240 intervals hold what was planted", even ? "even" : "likely", covered);
    }
    salvo_arena_free(memory);
}

/* In order: the best fire at the dearer of two that are alike, which makes it worth less. */
static salvo_points_plan plan_of(size_t pairs)
{
    salvo_points_plan plan = SALVO_POINTS_PLAN;

    plan.pairs = pairs;
    plan.threads = 1;
    plan_in_order(&plan.battle);
    return plan;
}

static void armies_cost_what_was_asked_for(void **state)
{
    const salvo_points_plan plan = plan_of(100);
    double *prices;
    unit_pool pool;

    (void)state;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    prices = calloc(pool.n, sizeof *prices);
    for (size_t u = 0; u < pool.n; u++)
        prices[u] = pool.units[u].price;
    for (uint64_t i = 0; i < 400; i++) {
        const army_sampler equal = {.pool = &pool, .prices = prices, .seed = 5, .stream = STREAM_EQUAL};
        const army_sampler spread = {
            .pool = &pool, .prices = prices, .seed = 5, .stream = STREAM_UNEQUAL, .spread = log(2)};
        army_pair p, again;

        assert_true(army_pair_draw(&p, &equal, 399 - i) && army_pair_draw(&again, &equal, 399 - i));
        assert_memory_equal(&p.side, &again.side, sizeof p.side);
        assert_true(fabs(p.cost[0] / p.cost[1] - 1) < 0.011);
        assert_true(army_pair_draw(&p, &spread, i));
        assert_true(fabs(log(p.cost[0] / p.cost[1]) - p.wanted) < 0.011 && fabs(p.wanted) <= log(2));
        for (int s = 0; s < 2; s++) {
            double cost = 0;

            assert_in_range(army_size(&p.side[s]), 1, 12);
            assert_in_range(p.side[s].n_kinds, 1, 3);
            for (int k = 0; k < p.side[s].n_kinds; k++)
                cost += p.side[s].count[k] * pool.units[p.side[s].kind[k]].price;
            assert_true(fabs(cost - p.cost[s]) < 1e-9);
        }
    }
    free(prices);
    unit_pool_close(&pool);
}

/* Costs of armies hold the rules for the army as a whole, and are equal with them. */
static void rules_are_part_of_what_armies_cost(void **state)
{
    const salvo_points_plan plan = plan_of(100);
    army_rules rules;
    salvo_arena *memory = salvo_arena_new();
    double *prices;
    unit_pool pool;

    (void)state;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    prices = salvo_arena_array(memory, pool.n, sizeof *prices);
    for (size_t u = 0; u < pool.n; u++)
        prices[u] = pool.units[u].price;
    assert_int_equal(army_rules_list(&rules, &pool, memory, NULL), SALVO_OK);
    rules.n = 2; /* units beyond the first of a kind, and beyond the second */
    rules.of[0].effect = -0.2;
    rules.of[1].effect = 0.1;
    for (uint64_t i = 0; i < 200; i++) {
        const army_sampler sampler = {
            .pool = &pool, .prices = prices, .seed = 5, .stream = STREAM_EQUAL, .rules = &rules};
        army_pair p;

        assert_true(army_pair_draw(&p, &sampler, i));
        assert_true(fabs(p.cost[0] / p.cost[1] - 1) < 0.011);
        for (int s = 0; s < 2; s++) {
            double cost = 0;

            for (int k = 0; k < p.side[s].n_kinds; k++) {
                const int n = p.side[s].count[k];

                cost += prices[p.side[s].kind[k]] * (n - 0.2 * (n - 1) + 0.1 * (n > 2 ? n - 2 : 0));
            }
            assert_true(fabs(cost - p.cost[s]) < 1e-9);
        }
    }
    salvo_arena_free(memory);
    unit_pool_close(&pool);
}

/* A list of prices may name units that nobody can buy here, because they have none of the ammunition; others it may not. */
static void a_list_may_price_what_is_left_out(void **state)
{
    static const salvo_cell HEADER[] = {{"id", "list", 1, 1}, {"price", "list", 1, 4}};
    salvo_cell cells[] = {{"", "list", 2, 1}, {"7", "list", 2, 9}};
    const salvo_table list = {
        .name = "list", .path = "list", .header = (salvo_cell *)HEADER, .n_columns = 2, .cells = cells, .n_rows = 1};
    static const char *const WORDS[] = {"ammo=apcr"};
    const double range = 10;
    salvo_rulebook book;
    salvo_points_plan plan = plan_of(100);
    salvo_error err;
    unit_pool all, m;

    (void)state;
    book_open(&book, "trr", "");
    plan.ranges = &range;
    plan.n_ranges = 1;
    plan.scenarios[SALVO_ADVANCE] = 0;
    for (int side = 0; side < 2; side++) {
        plan.battle.army[side].words = WORDS;
        plan.battle.army[side].n_words = 1;
    }
    assert_int_equal(unit_pool_open(&all, &book, &plan, NULL), SALVO_OK);
    assert_true(all.n_left_out > 1);
    assert_non_null(strstr(all.left_out[0].why, "ammo=apcr"));
    plan.prices = &list;
    for (size_t i = 0; i < all.n_left_out; i++) {
        cells[0].text = all.left_out[i].id;
        if (unit_pool_open(&m, &book, &plan, &err) != SALVO_OK)
            fail_msg("%s", err.text);
        assert_int_equal(m.n, all.n);
        unit_pool_close(&m);
    }
    cells[0].text = "german-tiger-iii";
    assert_int_equal(unit_pool_open(&m, &book, &plan, &err), SALVO_BAD_INPUT);
    assert_string_equal(err.text, "there is no unit 'german-tiger-iii' in trr; salvo list units -r trr lists them");
    assert_true(strcmp(err.path, "list") == 0 && err.line == 2 && err.column == 1);
    unit_pool_close(&m);
    unit_pool_close(&all);
    salvo_rulebook_close(&book);
}

/* The book's list: units that are alike share a class, whatever they are called; those that differ in anything do not. */
static void units_that_nothing_tells_apart_share_a_class(void **state)
{
    const salvo_points_plan plan = plan_of(20);
    const salvo_table *units = salvo_store_table(&mad()->store, "units");
    unit_pool pool;

    (void)state;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    for (size_t a = 0; a < pool.n; a++)
        for (size_t b = 0; b < a; b++) {
            bool alike = true;

            for (const char *const *column = (const char *const[]){"hp", "weapons", "mobility", NULL}; *column;
                 column++)
                alike = alike && strcmp(salvo_table_text(units, pool.units[a].unit, *column),
                                        salvo_table_text(units, pool.units[b].unit, *column)) == 0;
            if (alike)
                assert_int_equal(pool.units[a].class, pool.units[b].class);
            else
                assert_int_not_equal(pool.units[a].class, pool.units[b].class);
        }
    unit_pool_close(&pool);
}

/* A pair's score is that of the same battle counted, and of either side it is one less the other's. */
static void scores_are_those_of_counted_battles(void **state)
{
    static const double RANGE = 750;
    salvo_points_plan plan = plan_of(20);
    const salvo_approach exact = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE}};
    pair_progress watch = {.to = 1};
    salvo_error err;
    pair_run run;
    unit_pool pool;

    (void)state;
    plan.ranges = &RANGE;
    plan.n_ranges = 1;
    assert_int_equal(unit_pool_open(&pool, mad(), &plan, NULL), SALVO_OK);
    assert_int_equal(pair_run_init(&run, &pool, 2, 20000, 1, NULL), SALVO_OK);
    for (int i = 0; i < 2; i++) {
        run.pairs[i].side[i] = (army){.kind = {40}, .count = {1}, .n_kinds = 1};
        run.pairs[i].side[!i] = (army){.kind = {12}, .count = {2}, .n_kinds = 1};
    }
    assert_int_equal(pair_run_all(&run, NULL, 0, 2, &watch, &err), SALVO_OK);
    for (size_t at = 0; at < pool.n_conditions; at++) {
        double score = 0;

        for (int attacker = 0; attacker < 2; attacker++) { /* in an advance either does, in half of the battles */
            char list[2][128];
            salvo_battle_plan field = {.range = RANGE, .scenario = pool.conditions[at].scenario, .close_to = -1};
            salvo_battle b;

            snprintf(list[0], sizeof list[0], "1 %s", pool.units[40].id);
            snprintf(list[1], sizeof list[1], "2 %s", pool.units[12].id);
            field.army[attacker].list = list[0];
            field.army[!attacker].list = list[1];
            assert_int_equal(salvo_battle_fight(&b, mad(), &field, &exact, &err), SALVO_OK);
            score += (attacker ? b.p_b.exact.value : b.p_a.exact.value) / 2 +
                     (b.p_mutual.exact.value + b.p_undecided.exact.value) / 4;
            salvo_battle_free(&b);
        }
        assert_true(fabs(pair_score(&run, 0, at) - score) < 0.02); /* 5 standard errors at most */
        assert_true(fabs(pair_score(&run, 1, at) - (1 - score)) < 0.02);
    }
    pair_run_free(&run);
    unit_pool_close(&pool);
}

/* At the odds that were found, attackers of armies that the search has not seen win half of their battles; and all that is
 * printed of conditions are means with their weights, worked out here in another order. */
static void attackers_at_their_odds_are_even(void **state)
{
    static const double RANGES[] = {500, 1000}, WEIGHTS[] = {1, 3};
    salvo_points_plan plan = plan_of(400);
    pair_progress watch = {.to = 1};
    double prices[6], score[2] = {0, 0}, imbalance = 0;
    salvo_arena *memory = salvo_arena_new();
    salvo_imbalance measured;
    army_sampler sampler = {.prices = prices, .seed = 2, .stream = STREAM_EQUAL};
    salvo_rulebook book;
    unit_pool pool;
    pair_run run;
    size_t nation;

    (void)state;
    open_equals(&book, &plan, &nation, SIX_EQUALS("50", "50", "50", "50", "50", "50"));
    plan.ranges = RANGES;
    plan.range_weights = WEIGHTS;
    plan.n_ranges = 2;
    plan.scenarios[SALVO_HOLD] = 2;
    plan.scenarios[SALVO_ADVANCE] = 1;
    plan.attack_odds = 0;
    assert_int_equal(unit_pool_open(&pool, &book, &plan, NULL), SALVO_OK);
    for (int u = 0; u < 6; u++)
        prices[u] = 50;
    assert_int_equal(attack_odds_find(&pool, prices, &watch, NULL), SALVO_OK);
    sampler.pool = &pool;
    assert_int_equal(pair_run_init(&run, &pool, 400, 100, 1, NULL), SALVO_OK);
    assert_int_equal(pair_run_all(&run, &sampler, 0, 400, &watch, NULL), SALVO_OK);
    assert_int_equal(imbalance_measure(&measured, &run, memory, NULL), SALVO_OK);
    for (size_t at = 0; at < pool.n_conditions; at++) {
        const bool far = pool.conditions[at].range == 1000, advance = pool.conditions[at].scenario == SALVO_ADVANCE;

        assert_true(fabs(pool.conditions[at].weight - (far ? 3 : 1) * (advance ? 1 : 2) / 12.0) < 1e-12);
        assert_true(advance ? pool.conditions[at].odds > 1 : pool.conditions[at].odds == 1);
        for (size_t i = 0; i < 400; i++) {
            const army_pair *p = pair_armies(&run, i, at);

            assert_true(fabs(p->cost[0] / p->cost[1] / pool.conditions[at].odds - 1) < 0.2);
            score[far] += advance ? pair_score(&run, i, at) / 400 : 0;
            imbalance += fabs(pair_score(&run, i, at) - 0.5) / 400 * pool.conditions[at].weight;
        }
    }
    for (int far = 0; far <= 1; far++) /* scores vary by 0.35 at most: 5 standard errors of them and of the search */
        assert_true(fabs(score[far] - 0.5) < 0.12);
    assert_true(fabs(measured.plain.value - imbalance) < 1e-9);
    assert_true(fabs(measured.plain.value -
                     (2 * measured.scenario[SALVO_HOLD].value + measured.scenario[SALVO_ADVANCE].value) / 3) < 1e-9);
    assert_true(isnan(measured.scenario[SALVO_MEETING].value));
    pair_run_free(&run);
    unit_pool_close(&pool);
    salvo_arena_free(memory);
    salvo_rulebook_close(&book);
}

/* One of six equals costs a fifth more: it is the one that is named, by about that much. */
static void a_price_that_was_raised_is_named(void **state)
{
    salvo_points_plan plan = plan_of(60);
    salvo_points_test t;
    salvo_rulebook book;
    size_t nation;

    (void)state;
    open_equals(&book, &plan, &nation, SIX_EQUALS("50", "50", "50", "60", "50", "50"));
    assert_int_equal(salvo_points_test_run(&t, &book, &plan, NULL), SALVO_OK);
    assert_int_equal(t.unit_pool.n_units, 6);
    assert_int_equal(t.unit_pool.n_classes, 6);
    assert_string_equal(t.unit_pool.units[t.bargains[5].unit].id, "french-hotchkiss-h39-h40");
    assert_true(t.bargains[5].ratio.high < 1);
    /* Over price it is worth 5/6 of the others, and the mean of the six, in logarithms, is (5/6)^(1/6). */
    assert_true(t.bargains[5].ratio.low < pow(5.0 / 6, 5.0 / 6) && pow(5.0 / 6, 5.0 / 6) < t.bargains[5].ratio.high);
    for (size_t i = 0; i < 5; i++)
        assert_true(t.bargains[i].ratio.high > 1);
    salvo_points_test_free(&t);
    salvo_rulebook_close(&book);
}

/* Prices all over the place: the fit finds that they are equal, and armies that cost the same are even on other armies. */
static void prices_that_were_planted_are_found(void **state)
{
    salvo_points_plan plan = plan_of(80);
    const salvo_new_price *p;
    salvo_points_fit f;
    salvo_rulebook book;
    size_t nation;
    int covered = 0;

    (void)state;
    plan.rounds = 2;
    plan.step = 1;
    plan.tolerance = 0.02;
    open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
    for (p = f.prices; p < f.prices + f.unit_pool.n_units; p++) {
        covered += p->fitted.low < 50 && 50 < p->fitted.high; /* the mean of the list */
        assert_true(fabs(p->fitted.value / 50 - 1) < 0.08);
        assert_true(isfinite(p->formula.value) && p->rounded == round(p->fitted.value));
    }
    assert_in_range(covered, 5, 6);
    assert_true(f.judged[SALVO_LIST_FITTED].imbalance.plain.value <
                f.judged[SALVO_LIST_PUBLISHED].imbalance.plain.value / 3);
    assert_true(f.judged[SALVO_LIST_FITTED].prediction.log_loss.value <
                f.judged[SALVO_LIST_PUBLISHED].prediction.log_loss.value);
    salvo_points_fit_free(&f);
    salvo_rulebook_close(&book);
}

static char *report_of(int threads, uint64_t seed, bool fit)
{
    salvo_points_plan plan = plan_of(20);
    salvo_rulebook book;
    char *bytes = NULL;
    size_t nation, length;
    FILE *out = open_memstream(&bytes, &length);

    plan.threads = threads;
    plan.seed = seed;
    plan.rounds = 1;
    open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    if (fit) {
        salvo_points_fit f;

        assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
        assert_int_equal(salvo_report_points_fit(out, (salvo_format){.kind = SALVO_JSON}, &f, NULL), SALVO_OK);
        salvo_points_fit_free(&f);
    } else {
        salvo_points_test t;

        assert_int_equal(salvo_points_test_run(&t, &book, &plan, NULL), SALVO_OK);
        assert_int_equal(salvo_report_points_test(out, (salvo_format){.kind = SALVO_JSON}, &t, NULL), SALVO_OK);
        salvo_points_test_free(&t);
    }
    fclose(out);
    salvo_rulebook_close(&book);
    return bytes;
}

static void threads_do_not_matter_and_seeds_do(void **state)
{
    (void)state;
    for (int fit = 0; fit <= 1; fit++) {
        char *one = report_of(1, 1, fit), *three = report_of(3, 1, fit), *other = report_of(1, 2, fit);

        assert_string_equal(one, three);
        assert_string_not_equal(one, other);
        free(one);
        free(three);
        free(other);
    }
}

static bool stop(void *context, const salvo_progress *progress)
{
    (void)context;
    return progress->part <= 0;
}

static void what_was_done_before_a_stop_is_told(void **state)
{
    const salvo_progress_callback watch = {.report = stop};
    salvo_points_plan plan = plan_of(40);
    salvo_points_test t;
    salvo_points_fit f;
    salvo_rulebook book;
    size_t nation;

    (void)state;
    plan.progress = &watch;
    open_equals(&book, &plan, &nation, SIX_EQUALS("50", "50", "50", "60", "50", "50"));
    assert_int_equal(salvo_points_test_run(&t, &book, &plan, NULL), SALVO_OK);
    assert_true(t.interrupted && t.imbalance.pairs > 0 && t.imbalance.pairs < 40 && !t.bargains);
    salvo_points_test_free(&t);
    assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_STOPPED);
    salvo_rulebook_close(&book);
}

/* Calls before it says stop. */
static bool stop_later(void *context, const salvo_progress *progress)
{
    (void)progress;
    return --*(int *)context > 0;
}

/* A fit that is stopped once it has prices keeps them, and does not claim to have judged them. */
static void prices_so_far_outlive_a_stop(void **state)
{
    int left = 60;
    const salvo_progress_callback watch = {.report = stop_later, .context = &left};
    salvo_points_plan plan = plan_of(40);
    salvo_points_fit f;
    salvo_rulebook book;
    size_t nation;

    (void)state;
    plan.progress = &watch;
    plan.rounds = 20;
    plan.tolerance = 0.02;
    open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
    assert_true(f.interrupted && f.pairs >= 20 && f.pairs < 800);
    for (size_t u = 0; u < f.unit_pool.n_units; u++)
        assert_true(f.prices[u].fitted.low < f.prices[u].fitted.value &&
                    fabs(f.prices[u].fitted.value / 50 - 1) < 0.25);
    assert_false(f.judged[SALVO_LIST_PUBLISHED].judged);
    salvo_points_fit_free(&f);
    salvo_rulebook_close(&book);
}

/* However short the time, every list is judged by some pairs, each at one range: nothing cancels between ranges. */
static void lists_are_judged_in_no_time(void **state)
{
    static const salvo_list LISTS[] = {SALVO_LIST_PUBLISHED, SALVO_LIST_FITTED, SALVO_LIST_ROUNDED};
    static const double RANGES[] = {500, 1000};
    salvo_points_plan plan = plan_of(40);
    salvo_points_fit f;
    salvo_rulebook book;
    size_t nation;

    (void)state;
    plan.tolerance = 0.02;
    open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    plan.ranges = RANGES;
    plan.n_ranges = 2;
    for (int timed = 0; timed < 2; timed++) {
        plan.time_s = timed ? 0.01 : 0;
        assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
        for (size_t i = 0; i < COUNT_OF(LISTS); i++) {
            const salvo_judgement *j = &f.judged[LISTS[i]];

            assert_true(j->judged && j->imbalance.pairs >= 2 && isfinite(j->imbalance.plain.value));
            assert_true(isnan(j->imbalance.mixed.value) == timed);
        }
        salvo_points_fit_free(&f);
    }
    salvo_rulebook_close(&book);
}

/* A list for the one scenario that there is, from the same battles, is the one list. */
static void a_list_for_the_only_scenario_is_the_one_list(void **state)
{
    salvo_points_plan plan = plan_of(40);
    salvo_points_fit f;
    salvo_rulebook book;
    size_t nation;

    (void)state;
    plan.per = SALVO_PER_SCENARIO;
    plan.rounds = 1;
    plan.tolerance = 0.02;
    open_equals(&book, &plan, &nation, SIX_EQUALS("30", "45", "60", "75", "50", "40"));
    assert_int_equal(salvo_points_fit_run(&f, &book, &plan, NULL), SALVO_OK);
    assert_int_equal(f.n_separate, 1);
    for (size_t u = 0; u < f.unit_pool.n_units; u++)
        assert_true(fabs(f.separate[0].prices[u].value / f.prices[u].fitted.value - 1) < 1e-9);
    assert_true(f.separate[0].imbalance.value == f.separate[0].of_one_list.value);
    salvo_points_fit_free(&f);
    salvo_rulebook_close(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_round_to_the_nearest_in_ratio),
        cmocka_unit_test(a_forecast_that_is_true_costs_what_the_truth_costs),
        cmocka_unit_test(nobody_is_judged_by_what_he_was_fitted_on),
        cmocka_unit_test(as_many_are_predicted_right_as_battles_say),
        cmocka_unit_test(a_share_lies_between_none_and_all),
        cmocka_unit_test(true_worths_lie_within_their_intervals),
        cmocka_unit_test(the_factors_of_a_formula_are_found),
        cmocka_unit_test(what_was_planted_lies_within_its_intervals),
        cmocka_unit_test(attackers_at_their_odds_are_even),
        cmocka_unit_test(prices_so_far_outlive_a_stop),
        cmocka_unit_test(lists_are_judged_in_no_time),
        cmocka_unit_test(a_list_for_the_only_scenario_is_the_one_list),
        cmocka_unit_test(armies_cost_what_was_asked_for),
        cmocka_unit_test(rules_are_part_of_what_armies_cost),
        cmocka_unit_test(a_list_may_price_what_is_left_out),
        cmocka_unit_test(units_that_nothing_tells_apart_share_a_class),
        cmocka_unit_test(scores_are_those_of_counted_battles),
        cmocka_unit_test(a_price_that_was_raised_is_named),
        cmocka_unit_test(prices_that_were_planted_are_found),
        cmocka_unit_test(threads_do_not_matter_and_seeds_do),
        cmocka_unit_test(what_was_done_before_a_stop_is_told),
    };

    return cmocka_run_group_tests_name("points", tests, mad_open, mad_close);
}
