/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of every answer about prices, whatever the book, the units, the ranges, the scenarios and the seed: figures
 * that contradict each other were printed where encounters that nobody wins are left out, or where battles were few. */
#include "support.h"

#include <math.h>
#include <stdio.h>

#include <salvo/points.h>

#include "splitmix.h"

static const char *const BOOKS[] = {"mad", "trr", "skank", "mbt2030", "rookie"};

enum { UNITS = 6, QUESTIONS = IS_SANITISED ? 2 : 6 };

/* A question about few units and few pairs, so that luck has its way. */
typedef struct question {
    salvo_points_plan plan;
    salvo_army_choice choices[UNITS];
    double ranges[2];
    char words[256]; /* for messages */
} question;

static void draw_units(question *q, const salvo_rulebook *book, uint64_t *random)
{
    const salvo_table *table = salvo_store_table(&book->store, book->ruleset->battle->element->parameters[0].table);

    for (int i = 0; i < UNITS; i++) {
        const size_t row = splitmix_next(random) % table->n_rows;

        q->choices[i] = (salvo_army_choice){table->cells[row * table->n_columns].text, 0, 12};
    }
    q->plan.choices = q->choices;
    q->plan.n_choices = UNITS;
}

static void draw_question(question *q, const salvo_rulebook *book, uint64_t *random)
{
    static const double PRECISIONS[] = {0.1, 0.25, 0.5};

    *q = (question){.plan = SALVO_POINTS_PLAN};
    q->plan.seed = splitmix_next(random) % 1000;
    q->plan.pairs = 20 + splitmix_next(random) % 20;
    q->plan.precision = PRECISIONS[splitmix_next(random) % COUNT_OF(PRECISIONS)];
    q->plan.tolerance = 0.1;
    q->plan.rounds = 1;
    q->plan.battle.turns = splitmix_next(random) % 2 ? 4 : 0;
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        q->plan.scenarios[s] = (double)(splitmix_next(random) % 3);
    q->plan.scenarios[splitmix_next(random) % SALVO_N_SCENARIOS] = 1;
    q->plan.attack_odds = splitmix_next(random) % 2 ? 1.3 : 1;
    q->ranges[0] = 1 + (double)(splitmix_next(random) % 20);
    q->ranges[1] = q->ranges[0] + 1 + (double)(splitmix_next(random) % 2000);
    q->plan.ranges = splitmix_next(random) % 2 ? q->ranges : NULL;
    q->plan.n_ranges = q->plan.ranges ? 2 : 0;
    q->plan.brackets_max = 2; /* where there are no ranges */
    draw_units(q, book, random);
    snprintf(q->words, sizeof q->words, "seed %llu, %zu pairs, ranges %g %g, scenarios %g %g %g, units %s %s ...",
             (unsigned long long)q->plan.seed, q->plan.pairs, q->ranges[0], q->ranges[1], q->plan.scenarios[0],
             q->plan.scenarios[1], q->plan.scenarios[2], q->choices[0].id, q->choices[1].id);
}

/* A single pair has no interval. */
static bool holds_its_value(const salvo_bounds *b)
{
    return isnan(b->value) || (b->low <= b->value && b->value <= b->high);
}

static bool is_share(const salvo_bounds *b, double most)
{
    return isnan(b->value) || (holds_its_value(b) && b->value >= 0 && b->value <= most &&
                               (isinf(b->low) || (b->low >= 0 && b->high <= most)));
}

static bool is_imbalance(const salvo_imbalance *i)
{
    bool holds = is_share(&i->plain, 0.5) && is_share(&i->mixed, 0.5);

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        holds = holds && is_share(&i->scenario[s], 0.5);
    return holds && (isnan(i->plain.value) || (i->at_least >= 0 && i->at_least <= i->plain.value)) && i->nobody >= 0 &&
           i->nobody <= 1;
}

static bool is_prediction(const salvo_prediction *p)
{
    bool holds = p->pairs == 0 ||
                 (is_share(&p->accuracy, 1) && holds_its_value(&p->log_loss) && p->log_loss.low >= 0 &&
                  p->accuracy.value <= p->accuracy_at_best + 1e-12 && p->log_loss.value >= p->log_loss_at_best - 1e-12);

    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++)
        holds = holds && (p->bins[b].pairs == 0 || (p->bins[b].low >= 0 && p->bins[b].low <= p->bins[b].observed &&
                                                    p->bins[b].observed <= p->bins[b].high && p->bins[b].high <= 1));
    return holds;
}

/* How many could be asked. */
static int test_prices(const salvo_rulebook *book, const question *q, salvo_error *why)
{
    salvo_points_test t;
    bool holds;

    if (salvo_points_test_run(&t, book, &q->plan, why) != SALVO_OK)
        return 0;
    holds = is_imbalance(&t.imbalance) && is_prediction(&t.prediction);
    for (size_t u = 0; t.bargains && u < t.unit_pool.n_units; u++)
        holds = holds && holds_its_value(&t.bargains[u].ratio);
    if (!holds)
        fail_msg("points test of %s, %s: imbalance %g (%g to %g), at least %g", book->ruleset->id, q->words,
                 t.imbalance.plain.value, t.imbalance.plain.low, t.imbalance.plain.high, t.imbalance.at_least);
    salvo_points_test_free(&t);
    return 1;
}

static int fit_prices(const salvo_rulebook *book, const question *q, salvo_error *why)
{
    salvo_points_fit f;
    bool holds = true;

    if (salvo_points_fit_run(&f, book, &q->plan, why) != SALVO_OK)
        return 0;
    for (int list = 0; list < SALVO_N_LISTS; list++) {
        const salvo_judgement *j = &f.judged[list];

        holds = holds && (!j->judged || (is_imbalance(&j->imbalance) && is_prediction(&j->prediction)));
        holds =
            holds && !(f.has_floor && j->judged && list != SALVO_LIST_RULES && f.floor.low > j->imbalance.plain.value);
    }
    holds = holds && (!f.has_floor ||
                      (is_share(&f.floor, 0.5) && f.floor.high <= f.judged[SALVO_LIST_FITTED].imbalance.plain.value));
    for (size_t u = 0; u < f.unit_pool.n_units; u++)
        holds = holds && holds_its_value(&f.prices[u].fitted);
    if (!holds)
        fail_msg("points fit of %s, %s: reached %g, floor %g (%g to %g)", book->ruleset->id, q->words,
                 f.judged[SALVO_LIST_FITTED].imbalance.plain.value, f.floor.value, f.floor.low, f.floor.high);
    salvo_points_fit_free(&f);
    return 1;
}

/* Some of the questions can be asked; the others are of units that cannot fight there, or of too few. */
static void figures_do_not_contradict_each_other(void **state)
{
    const char *id = *state;
    uint64_t random = 4;
    salvo_error why = {.text = ""};
    salvo_rulebook book;
    int tested = 0, fitted = 0;

    book_open(&book, id, "");
    for (int i = 0; i < QUESTIONS; i++) {
        question q;

        draw_question(&q, &book, &random);
        tested += test_prices(&book, &q, &why);
        fitted += fit_prices(&book, &q, &why);
    }
    salvo_rulebook_close(&book);
    if (tested == 0 || fitted == 0)
        fail_msg("%s: %d tests and %d fits of %d could be made: %s", id, tested, fitted, QUESTIONS, why.text);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(BOOKS)];

    for (size_t i = 0; i < COUNT_OF(BOOKS); i++)
        tests[i] = row_test(BOOKS[i], figures_do_not_contradict_each_other, BOOKS[i]);
    return cmocka_run_group_tests_name("points_properties", tests, NULL, NULL);
}
