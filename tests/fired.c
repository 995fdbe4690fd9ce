/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of fire adds up what its entries do alone: each is answered by itself, and the answers are convolved here in
 * fractions, by hand, total by total. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/selection.h>

#include "support.h"

enum { TOTALS_MAX = 4096 };

static const struct fire_case {
    const char *name, *ruleset, *list, *target, *range, *total, *word;
} CASES[] = {
    {"two kinds in MAD", "mad", "2 Panther, Tiger I", "Sherman M4A1", "500", NULL, NULL},
    {"kills in MAD", "mad", "3 Tiger I", "Sherman M4A1", "500", "kills", NULL},
    {"markers in TRR", "trr", "2 Tiger I, Sherman Firefly", "Tiger I", "50", NULL, NULL},
    {"wounds in Skank", "skank", "2 rifle, pistol", "trained", "5", NULL, NULL},
    {"men in Rookie Rules", "rookie", "2 Squad, American Squad", "Squad", NULL, NULL, "data=reconstruction"},
};

/* Chances by total. */
typedef struct chances {
    mpq_t at[TOTALS_MAX];
} chances;

static chances *chances_new(void)
{
    chances *c = malloc(sizeof *c);

    assert_non_null(c);
    for (int i = 0; i < TOTALS_MAX; i++)
        mpq_init(c->at[i]);
    return c;
}

static void chances_free(chances *c)
{
    for (int i = 0; i < TOTALS_MAX; i++)
        mpq_clear(c->at[i]);
    free(c);
}

static int place_of(const char *label)
{
    double total = strtod(label, NULL);

    assert_true(total >= 0 && total < TOTALS_MAX && total == (double)(int)total);
    return (int)total;
}

/* sum becomes the chances of sum and one more of the answer's. */
static chances *convolve(chances *sum, const salvo_odds *one)
{
    chances *next = chances_new();
    mpq_t part;

    mpq_init(part);
    for (size_t k = 0; k < one->n_outcomes; k++)
        for (int i = 0; i < TOTALS_MAX; i++) {
            if (mpq_sgn(sum->at[i]) == 0)
                continue;
            assert_true(i + place_of(one->outcomes[k].label) < TOTALS_MAX);
            assert_int_equal(mpq_set_str(part, one->outcomes[k].probability.exact, 10), 0);
            mpq_mul(part, part, sum->at[i]);
            mpq_add(next->at[i + place_of(one->outcomes[k].label)], next->at[i + place_of(one->outcomes[k].label)],
                    part);
        }
    mpq_clear(part);
    chances_free(sum);
    return next;
}

/* How often the outcome comes in one fire: 0 or 1. */
static chances *count(chances *sum, const salvo_odds *one, const char *outcome)
{
    char hit[32] = "0";
    salvo_outcome both[] = {{0, "0", {0, "1"}}, {1, "1", {0, hit}}};
    const salvo_odds counted = {.outcomes = both, .n_outcomes = 2};
    char miss[64];
    mpq_t p;

    mpq_init(p);
    for (size_t k = 0; k < one->n_outcomes; k++)
        if (strcmp(one->outcomes[k].label, outcome) == 0)
            assert_int_equal(mpq_set_str(p, one->outcomes[k].probability.exact, 10), 0);
    gmp_snprintf(hit, sizeof hit, "%Qd", p);
    mpz_sub(mpq_numref(p), mpq_denref(p), mpq_numref(p));
    gmp_snprintf(miss, sizeof miss, "%Qd", p);
    both[0].probability.exact = miss;
    mpq_clear(p);
    return convolve(sum, &counted);
}

static chances *add_one(chances *sum, const salvo_question *fire, const salvo_fire_adapter *adapter, bool kills)
{
    salvo_question total;
    salvo_odds odds;

    if (kills) {
        assert_int_equal(salvo_odds_solve(&odds, fire, NULL, NULL), SALVO_OK);
        sum = count(sum, &odds, adapter->killed);
    } else {
        assert_int_equal(salvo_question_total(&total, fire, adapter->damage, NULL), SALVO_OK);
        assert_int_equal(salvo_odds_solve(&odds, &total, NULL, NULL), SALVO_OK);
        sum = convolve(sum, &odds);
        salvo_question_free(&total);
    }
    salvo_odds_free(&odds);
    return sum;
}

static void check_sum(const salvo_fire_list *fires, const chances *sum)
{
    salvo_odds odds;
    mpq_t p;
    size_t come = 0;

    mpq_init(p);
    assert_int_equal(salvo_odds_solve(&odds, &fires->sum, NULL, NULL), SALVO_OK);
    for (size_t k = 0; k < odds.n_outcomes; k++) {
        assert_int_equal(mpq_set_str(p, odds.outcomes[k].probability.exact, 10), 0);
        assert_true(mpq_equal(p, sum->at[place_of(odds.outcomes[k].label)]));
    }
    for (int i = 0; i < TOTALS_MAX; i++)
        come += mpq_sgn(sum->at[i]) != 0;
    assert_int_equal(come, odds.n_outcomes);
    assert_true(come > 1);
    salvo_odds_free(&odds);
    mpq_clear(p);
}

static void a_list_adds_up(void **state)
{
    const struct fire_case *c = *state;
    const salvo_fire_plan plan = {.list = c->list,
                                  .target = c->target,
                                  .range = c->range,
                                  .words = &c->word,
                                  .n_words = c->word != NULL,
                                  .total = c->total};
    chances *sum = chances_new();
    salvo_rulebook book;
    salvo_fire_list fires;
    salvo_error err = {0};

    book_open(&book, c->ruleset, "");
    if (salvo_fire_list_ask(&fires, &book, &plan, &err) != SALVO_OK)
        fail_msg("%s: %s", c->name, err.text);
    mpq_set_ui(sum->at[0], 1, 1);
    for (size_t i = 0; i < fires.n; i++)
        for (int k = 0; k < fires.counts[i]; k++)
            sum = add_one(sum, &fires.fires[i], book.ruleset->fire, c->total != NULL);
    check_sum(&fires, sum);
    chances_free(sum);
    salvo_fire_list_free(&fires);
    salvo_rulebook_close(&book);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(CASES)];

    for (size_t i = 0; i < COUNT_OF(CASES); i++)
        tests[i] = row_test(CASES[i].name, a_list_adds_up, &CASES[i]);
    return _cmocka_run_group_tests("a list of fire", tests, COUNT_OF(CASES), NULL, NULL);
}
