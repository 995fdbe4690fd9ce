/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pools of more ways than 64 bits hold, against closed forms: who hits, wounds and is not saved is one of n with the
 * product of the chances (the thinning of a binomial distribution). */
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/fight.h>
#include <salvo/simulate.h>

#include "support.h"

static salvo_rulebook pools;

static int open_pools(void **state)
{
    char path[512];
    salvo_error err = {.text = ""};

    (void)state;
    snprintf(path, sizeof path, "%s/lua/pools", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(&pools, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
    return 0;
}

static int close_pools(void **state)
{
    (void)state;
    salvo_rulebook_close(&pools);
    return 0;
}

/* P(k of n), each with the chance 1/under or over/under. */
static void set_binomial(mpq_t p, unsigned long n, unsigned long k, unsigned long over, unsigned long under)
{
    mpz_t power;

    mpz_init(power);
    mpz_bin_uiui(mpq_numref(p), n, k);
    mpz_ui_pow_ui(power, over, k);
    mpz_mul(mpq_numref(p), mpq_numref(p), power);
    mpz_ui_pow_ui(power, under - over, n - k);
    mpz_mul(mpq_numref(p), mpq_numref(p), power);
    mpz_ui_pow_ui(mpq_denref(p), under, n);
    mpq_canonicalize(p);
    mpz_clear(power);
}

static void assert_binomial(const answer *is, unsigned long n, unsigned long over, unsigned long under)
{
    mpq_t p;

    mpq_init(p);
    for (unsigned long k = 0; k <= n; k++) {
        char label[8];

        snprintf(label, sizeof label, "%lu", k);
        set_binomial(p, n, k, over, under);
        assert_probability(is, label, p);
    }
    mpq_clear(p);
}

static void counts_are_binomial(void **state)
{
    static const struct {
        const char *words;
        unsigned long men;
    } CASES[] = {{"unit=section", 4}, {"unit=squad", 20}, {"unit=horde", 200}};
    mpq_t mean;

    (void)state;
    mpq_init(mean);
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        answer is;

        ask(&is, &pools, "pools.kills", CASES[i].words);
        assert_binomial(&is, CASES[i].men, 1, 9);
        set_fraction(mean, (int64_t)CASES[i].men, 9);
        assert_mean(&is, "killed", mean);
        answer_free(&is);
    }
    mpq_clear(mean);
}

/* Dice of few ways each, whose product is long. */
static void two_pools_are_one(void **state)
{
    answer is;

    (void)state;
    ask(&is, &pools, "pools.both", "");
    assert_binomial(&is, 24, 1, 3);
    answer_free(&is);
}

/* From the last man to the first: E(left) = (1 + sum over k of P(k) E(left - k)) / (1 - P(0)), k from 1. */
static void set_volleys(mpq_t mean[], unsigned long men, unsigned long left)
{
    mpq_t p, part;

    mpq_inits(p, part, NULL);
    mpq_set_ui(mean[0], 0, 1);
    for (unsigned long now = 1; now <= left; now++) {
        mpq_set_ui(mean[now], 1, 1);
        for (unsigned long k = 1; k < now; k++) {
            set_binomial(p, men, k, 1, 9);
            mpq_mul(part, p, mean[now - k]);
            mpq_add(mean[now], mean[now], part);
        }
        set_binomial(p, men, 0, 1, 9);
        mpq_set_ui(part, 1, 1);
        mpq_sub(part, part, p);
        mpq_div(mean[now], mean[now], part);
    }
    mpq_clears(p, part, NULL);
}

static void volleys_are_those_of_a_recurrence(void **state)
{
    mpq_t mean[10];
    answer is;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(mean); i++)
        mpq_init(mean[i]);
    set_volleys(mean, 20, 6);
    ask(&is, &pools, "pools.wipe", "unit=squad men=6");
    assert_answer(&is, "wiped-out=1", NULL);
    assert_mean(&is, "volleys", mean[6]);
    answer_free(&is);
    for (size_t i = 0; i < COUNT_OF(mean); i++)
        mpq_clear(mean[i]);
}

/* Who is first wins with q / (1 - (1 - q)^2) = 1 / (2 - q), where q is the chance of a volley that kills somebody. */
static void set_first(mpq_t p, unsigned long men)
{
    mpq_t none;

    mpq_init(none);
    set_binomial(none, men, 0, 1, 9); /* 1 - q */
    mpq_set_ui(p, 1, 1);
    mpq_add(p, p, none);
    mpq_inv(p, p);
    mpq_clear(none);
}

static void turns_are_a_geometric_series(void **state)
{
    mpq_t first;
    answer is;

    (void)state;
    mpq_init(first);
    set_first(first, 20);
    ask(&is, &pools, "pools.turns", "unit=squad");
    assert_probability(&is, "first", first);
    answer_free(&is);
    ask(&is, &pools, "pools.duel", "a=squad b=squad range=1 first=a");
    assert_probability(&is, "a-wins", first);
    answer_free(&is);
    mpq_clear(first);
}

/* Two squads a against one b, all with one hit. b aims at the first; whoever begins a turn, one a that lives and has not
 * acted acts behind b. With n = 1 - q, L the chance of one a against b, T that of two:
 *     a begins:  q + n (q (q + n L) + n (q + n T)),  b has shot a1 after its turn, or missed
 *     b begins:  q (q + n L) + n (q + n (q + n T))
 * and T is the mean of both. */
static double two_against_one(void)
{
    const double n = pow(8.0 / 9, 20), q = 1 - n;
    const double one = (q / (1 - n * n) + n * q / (1 - n * n)) / 2, left = q + n * one;

    return (q + n * (q * left + n * q) + q * left + n * (q + n * q)) / 2 / (1 - n * n * n);
}

/* In doubles, and in the kernel's tables. */
static void battles_are_the_same(void **state)
{
    const salvo_battle_plan plan = {.army = {{.list = "2 squad"}, {.list = "squad"}}, .range = 1, .close_to = -1};
    const double expected = two_against_one();
    salvo_approach how = {.method = SALVO_EXACT, .plan = SALVO_PLAN, .options = {.arithmetic = SALVO_DOUBLE}};
    salvo_battle battle;

    (void)state;
    assert_int_equal(salvo_battle_fight(&battle, &pools, &plan, &how, NULL), SALVO_OK);
    assert_true(fabs(battle.p_a.exact.value - expected) < 1e-13);
    salvo_battle_free(&battle);
    how.method = SALVO_MONTE_CARLO;
    how.plan.trials = 1 << 16;
    assert_int_equal(salvo_battle_fight(&battle, &pools, &plan, &how, NULL), SALVO_OK);
    assert_true(fabs(battle.p_a.simulated.value - expected) < 5 * sqrt(expected * (1 - expected) / (1 << 16)));
    salvo_battle_free(&battle);
}

/* Rolled by the reference engine and in lanes: every outcome within five standard errors. */
static void throws_are_binomial(void **state)
{
    static const char *const NAMES[] = {"pools.kills", "pools.wipe"};
    static const char *const WORDS[] = {"unit=squad", "unit=squad men=6"};

    (void)state;
    for (int by_the_book = 0; by_the_book < 2; by_the_book++)
        for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
            salvo_approach how = {.method = SALVO_BOTH, .plan = SALVO_PLAN};
            salvo_answer is;
            answer exact;

            how.plan.trials = 1 << 15;
            how.plan.reference_engine = by_the_book;
            ask(&exact, &pools, NAMES[i], WORDS[i]);
            assert_int_equal(salvo_answer_find(&is, &exact.question, &how, NULL), SALVO_OK);
            for (size_t k = 0; k < is.n_outcomes; k++) {
                const double p = is.outcomes[k].figure.exact.value, shown = is.outcomes[k].figure.simulated.value;

                assert_true(fabs(shown - p) <= 5 * sqrt(p * (1 - p) / (1 << 15)) + 1.0 / (1 << 15));
            }
            assert_true(is.means[0].figure.simulated.low < is.means[0].figure.exact.value + 0.02 &&
                        is.means[0].figure.simulated.high > is.means[0].figure.exact.value - 0.02);
            salvo_answer_free(&is);
            answer_free(&exact);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_binomial),
        cmocka_unit_test(two_pools_are_one),
        cmocka_unit_test(volleys_are_those_of_a_recurrence),
        cmocka_unit_test(turns_are_a_geometric_series),
        cmocka_unit_test(battles_are_the_same),
        cmocka_unit_test(throws_are_binomial),
    };

    return cmocka_run_group_tests_name("pools of many ways", tests, open_pools, close_pools);
}
