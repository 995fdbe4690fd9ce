/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether prices are fair: the imbalance of armies of equal cost, how well price predicts the winner, bargains, and
 * faults that no price can correct. A part that was not measured is left out. */
#include <salvo/report.h>

#include <math.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/points_words.h"
#include "answers/price_words.h"
#include "answers/statistics_words.h"

/* Returns a unit by its index in the pool. */
static const salvo_pool_unit *unit_of(const salvo_points_test *t, size_t unit)
{
    return &t->unit_pool.units[unit];
}

/* Returns whether there are several target policies, or one that is not the usual. */
static bool has_policies(const salvo_points_test *t)
{
    for (int i = 0; i < SALVO_N_TARGETS; i++)
        if (t->plan.targets[i] > 0)
            return true;
    return false;
}

/* Adds what a reader needs to judge how reliable the figures below are. */
static void add_method(page *p, const salvo_points_test *t)
{
    const salvo_imbalance *i = &t->imbalance;
    salvo_text text = {0};

    salvo_text_add(&text,
                   "%zu pairs of armies of equal cost, up to %d elements of up to %d kinds (%.1f on average); each "
                   "pair fights at every range (",
                   i->pairs, t->plan.elements_max, t->plan.kinds_max, i->elements);
    put_ranges(&text, t->unit_pool.ranges, t->plan.range_weights, t->unit_pool.n_ranges, t->book->store.distance_unit);
    salvo_text_put(&text, ") in every scenario (");
    put_scenarios(&text, t->plan.scenarios);
    salvo_text_put(&text, ")");
    if (has_policies(t)) {
        salvo_text_put(&text, " under every target policy (");
        put_weights(&text, t->plan.targets, SALVO_TARGETS, SALVO_N_TARGETS);
        salvo_text_put(&text, ")");
    }
    put_settings(&text, &t->plan);
    salvo_text_add(&text, ", %llu battles each time, seed %llu. Costs differ by %.2f %% on average.",
                   (unsigned long long)i->trials, (unsigned long long)t->plan.seed, 100 * i->residual);
    page_paragraph(p, "%s", page_words(p, &text));
    salvo_text_free(&text);
    if (t->interrupted)
        page_paragraph(p, "Interrupted: what is missing was not measured.");
}

/* Each way to average has a row of its own. */
static void add_mean(record *to, const char *words, const salvo_bounds *mean)
{
    const field fields[] = {
        {"imbalance", as_text(words)},
        {"mean", as_bounds(mean, 4)},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

/* Adds the part of the imbalance that is more than noise. */
static void add_certain(page *p, double at_least)
{
    static const double HALF_A_DIGIT = 0.00005; /* less is printed as 0 */

    if (at_least < HALF_A_DIGIT)
        page_paragraph(p, "%s None of the first figure is certain; all of it may be noise. By range and scenario:",
                       IMBALANCE_WORDS);
    else
        page_paragraph(p, "%s At least %.4f of the first figure is not noise. By range and scenario:", IMBALANCE_WORDS,
                       at_least);
}

/* At one range the price list may favour either side. The average over ranges cancels some of that. */
static void add_imbalance(page *p, const salvo_points_test *t)
{
    const salvo_imbalance *i = &t->imbalance;
    record to;

    page_heading(p, "%s: imbalance of armies of equal cost", t->book->store.title);
    add_method(p, t);
    points_left_out(p, &t->unit_pool);
    price_words_identical(p, &t->unit_pool);
    to = page_record(p, READ);
    add_mean(&to, "within a condition", &i->plain);
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        if (isfinite(i->scenario[s].value) && i->scenario[s].value != i->plain.value) /* of several */
            add_mean(&to, SALVO_SCENARIOS[s], &i->scenario[s]);
    for (size_t in = 0; in < i->n_settings; in++)
        add_mean(&to, i->settings[in].name, &i->setting[in]);
    if (i->n_conditions > 1)
        add_mean(&to, "averaged over conditions (errors cancel)", &i->mixed);
    add_certain(p, i->at_least);
    points_by_condition(p, t->book->store.distance_unit, t->unit_pool.n_ranges, i, NULL);
    points_nobody(p, t->book->store.distance_unit, i);
    points_odds(p, t->book->store.distance_unit, i, t->plan.attack_odds > 0);
}

/* A prediction lies between a coin, which ignores everything, and the true chances, which are the best possible. */
static void add_score(record *to, const char *words, const salvo_bounds *by_price, double of_coin, double at_best)
{
    const field fields[] = {
        {"of one battle", as_text(words)},
        {"by price", as_bounds(by_price, 4)},
        {"a coin", as_decimal(of_coin, 4)},
        {"best possible", as_decimal(at_best, 4)},
    };

    PUT_FIELDS(to, fields);
    record_next(to);
}

/* A single pair has no interval. Bins without pairs are left out. */
static void describe_bin(record *to, const void *predicted, size_t i)
{
    const salvo_calibration *bin = &((const salvo_prediction *)predicted)->bins[i];
    const salvo_bounds came = {bin->observed, bin->pairs > 1 ? bin->low : -INFINITY, bin->high};
    const field fields[] = {
        {"foretold", read_as(to, LIST({NULL, as_real(bin->from)}, {NULL, as_real(bin->to)}),
                             as_words(to, "%.1f to %.1f", bin->from, bin->to))},
        {"pairs", as_whole(bin->pairs)},
        {"mean_foretold", with_point(as_decimal(bin->predicted, 3))},
        {"came", read_as(to, as_real(bin->observed), as_bounds(&came, 3))},
        {"ci95", as_pair(bin->low, bin->high)},
    };

    if (bin->pairs)
        PUT_FIELDS(to, fields);
}

static const view_column BINS[] = {
    {"foretold", "predicted"}, {"pairs", NULL}, {"mean_foretold", "mean predicted"}, {"came", "observed"}};

/* The model has one parameter, k. It is fitted on other pairs; otherwise the score would be too good. */
static void add_predicted(page *p, const salvo_points_test *t)
{
    const salvo_prediction *f = &t->prediction;
    record to;

    page_heading(p, "How well price predicts the winner");
    page_paragraph(
        p,
        "%zu pairs whose costs differ by up to %g to 1; P(a wins) = logistic(%.2f log(cost of a / cost of b)), "
        "fitted on other pairs than those that judge it. \"Best possible\" is with the true odds known.",
        f->pairs, f->spread, f->k);
    to = page_record(p, READ);
    add_score(&to, "predicted right", &f->accuracy, f->accuracy_of_coin, f->accuracy_at_best);
    add_score(&to, "log loss", &f->log_loss, f->log_loss_of_coin, f->log_loss_at_best);
    page_view(p, VIEW(BINS), describe_bin, f, SALVO_CALIBRATION_BINS);
    add_scores_explained(p);
    add_logistic_explained(p, f->k, "");
}

/* Describes bargain i of the list, the best first. */
static void describe_bargain(record *to, const void *of, size_t i)
{
    const salvo_points_test *t = of;
    const salvo_bargain *b = &t->bargains[i];
    const salvo_pool_unit *u = unit_of(t, b->unit);
    const field fields[] = {
        {"id", as_text(u->id)},
        {"unit", as_text(u->name)},
        {"nation", as_name(u->nation)},
        {"price", as_price(to, u->price)},
        {"price_from", as_text(SALVO_PRICE_SOURCES[u->source])},
        {"alike", as_whole(u->group_size)},
        {"worth_over_price", as_bounds(&b->ratio, 3)},
        {"worth", as_text(SALVO_RELATIONS[b->worth])},
    };

    PUT_FIELDS(to, fields);
}

static const view_column BARGAINS[] = {
    {"unit", NULL}, {"nation", NULL}, {"price", NULL}, {"worth_over_price", "worth / price"}};

/* Describes bargain i from the end of the list. */
static void describe_rip_off(record *to, const void *of, size_t i)
{
    describe_bargain(to, of, ((const salvo_points_test *)of)->unit_pool.n_units - 1 - i);
}

/* Lists units from one end of the list, as long as their ratio is certainly above 1 there, or below it. */
static void add_one_end(page *p, const salvo_points_test *t, bool best)
{
    size_t n = t->unit_pool.n_units, listed = 0;

    for (; listed < n; listed++) {
        /* The list is sorted by the ratio. */
        if (t->bargains[best ? listed : n - 1 - listed].worth != (best ? SALVO_RELATION_MORE : SALVO_RELATION_LESS))
            break;
    }
    if (listed)
        page_view(p, VIEW(BARGAINS), best ? describe_bargain : describe_rip_off, t, listed);
    else
        page_paragraph(p, "No unit is clearly worth %s than its price.", best ? "more" : "less");
}

/* A unit that was not named puts nothing. */
static void describe_named(record *to, const void *of, size_t i)
{
    const salvo_points_test *t = of;

    if (to->blank || is_named(&t->plan, unit_of(t, t->bargains[i].unit)->id))
        describe_bargain(to, of, i);
}

/* Only certain results are listed; the CSV has all units. */
static void add_bargains(page *p, const salvo_points_test *t)
{
    page_heading(p, "Bargains and overpriced units");
    page_paragraph(p, "A unit's worth, judged by its results, divided by its price; the average of the list is 1. The "
                      "clear bargains are first, then the clearly overpriced units:");
    add_one_end(p, t, true);
    add_one_end(p, t, false);
    if (t->plan.n_named == 0)
        return;
    page_paragraph(p, "The units that you named:");
    page_view(p, VIEW(BARGAINS), describe_named, t, t->unit_pool.n_units);
}

/* Describes the part of the squares that this pair leaves unexplained. */
static void describe_counter(record *to, const void *of, size_t i)
{
    static const salvo_counter NONE = {0};
    const salvo_points_test *t = of;
    const salvo_counter *c = to->blank ? &NONE : &t->intransitivity.counters[i];
    const salvo_pool_unit *a = unit_of(t, c->a), *b = unit_of(t, c->b);
    const field fields[] = {
        {"a", read_as(to, as_text(a->id), as_words(to, "%d %s", c->n_a, a->name))},
        {"n_a", as_whole(c->n_a)},
        {"b", read_as(to, as_text(b->id), as_words(to, "%d %s", c->n_b, b->name))},
        {"n_b", as_whole(c->n_b)},
        {"score", with_point(as_decimal(c->score, 3))},
        {"by_best_prices", with_point(as_decimal(c->explained, 3))},
        {"part_of_rest", with_point(as_percent(c->part, 2))},
    };

    PUT_FIELDS(to, fields);
}

static const view_column COUNTERS[] = {{"a", NULL},
                                       {"b", NULL},
                                       {"score", "score of a"},
                                       {"by_best_prices", "with best prices"},
                                       {"part_of_rest", "of the remainder"}};

/* Rock, paper, scissors: if a beats b, b beats c and c beats a, no price can be right for all. */
static void add_intransitivity(page *p, const salvo_points_test *t)
{
    const salvo_intransitivity *n = &t->intransitivity;

    page_heading(p, "What no price can explain");
    page_paragraph(p,
                   "Every kind fights every other at nearly equal cost, one kind a side, averaged over ranges and "
                   "scenarios: %zu pairs, imbalance %.4f. The best single price for every kind explains %.1f %% of "
                   "the squares; after it, scores are still off by %.4f on average. The largest remainders are:",
                   n->pairs, n->imbalance, 100 * n->explained, n->left);
    page_view(p, VIEW(COUNTERS), describe_counter, t, n->n_counters);
    add_squares_explained(p);
}

static void add_to_read(page *p, const void *test)
{
    const salvo_points_test *t = test;

    add_imbalance(p, t);
    if (t->prediction.pairs)
        add_predicted(p, t);
    if (t->bargains)
        add_bargains(p, t);
    if (t->intransitivity.pairs)
        add_intransitivity(p, t);
}

/* A row: a measure of one item, or of all. Without an interval both ends are NAN. */
typedef struct measure {
    const char *name, *item, *other, *scenario;
    double range;
    salvo_bounds value;
} measure;

typedef struct tidy {
    record to;
    const salvo_points_test *test;
} tidy;

/* The CSV has a row for each number, so that new measures need no new columns. */
static void add_measure(tidy *t, const measure *m)
{
    const field fields[] = {
        {"ruleset", as_text(t->test->book->ruleset->id)},
        {"measure", as_text(m->name)},
        {"item", as_text(m->item)},
        {"other", as_text(m->other)},
        {"scenario", as_text(m->scenario)},
        {"range", as_number(m->range)},
        {"value", of_row(as_bounds(&m->value, 0))},
    };

    PUT_FIELDS(&t->to, fields);
    record_next(&t->to);
}

/* Adds a measure of the whole test, without an item and without an interval. */
static void add_value(tidy *t, const char *name, double value)
{
    add_measure(t, &(measure){.name = name, .range = NAN, .value = {value, NAN, NAN}});
}

/* An item is a unit's id; NULL: the whole list. */
static void add_bounded(tidy *t, const char *name, const char *item, const salvo_bounds *value)
{
    add_measure(t, &(measure){.name = name, .item = item, .range = NAN, .value = *value});
}

/* Returns the name of the condition's setting; NULL if there are none. */
static const char *setting_of(const salvo_imbalance *i, size_t condition)
{
    return i->n_settings ? i->settings[i->conditions[condition].setting].name : NULL;
}

static void add_imbalance_rows(tidy *t)
{
    const salvo_imbalance *i = &t->test->imbalance;

    add_value(t, "pairs", (double)i->pairs);
    add_value(t, "battles", (double)i->trials);
    add_value(t, "residual", i->residual);
    add_value(t, "elements", i->elements);
    add_bounded(t, "imbalance", NULL, &i->plain);
    add_value(t, "imbalance-at-least", i->at_least);
    add_bounded(t, "imbalance-averaged", NULL, &i->mixed);
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        if (isfinite(i->scenario[s].value))
            add_measure(
                t, &(measure){
                       .name = "imbalance-in", .scenario = SALVO_SCENARIOS[s], .range = NAN, .value = i->scenario[s]});
    for (size_t in = 0; in < i->n_settings; in++)
        add_bounded(t, "imbalance-with", i->settings[in].name, &i->setting[in]);
    for (size_t m = 0; m < i->n_conditions; m++)
        if (i->conditions[m].odds != 1)
            add_measure(t, &(measure){.name = "attack-odds",
                                      .item = setting_of(i, m),
                                      .scenario = SALVO_SCENARIOS[i->conditions[m].scenario],
                                      .range = i->conditions[m].range,
                                      .value = {i->conditions[m].odds, NAN, NAN}});
    for (size_t m = 0; m < i->n_conditions; m++)
        add_measure(t, &(measure){.name = "imbalance-at",
                                  .item = setting_of(i, m),
                                  .scenario = SALVO_SCENARIOS[i->conditions[m].scenario],
                                  .range = i->conditions[m].range,
                                  .value = {i->conditions[m].imbalance, NAN, NAN}});
}

/* "other" of a bin is its average prediction, with all digits. */
static void add_predicted_rows(tidy *t)
{
    const salvo_prediction *f = &t->test->prediction;

    add_value(t, "foretold-pairs", (double)f->pairs);
    add_value(t, "k", f->k);
    add_bounded(t, "right", NULL, &f->accuracy);
    add_value(t, "right-of-coin", f->accuracy_of_coin);
    add_value(t, "right-at-best", f->accuracy_at_best);
    add_bounded(t, "log-loss", NULL, &f->log_loss);
    add_value(t, "log-loss-of-coin", f->log_loss_of_coin);
    add_value(t, "log-loss-at-best", f->log_loss_at_best);
    for (const salvo_calibration *bin = f->bins; bin < f->bins + SALVO_CALIBRATION_BINS; bin++) {
        char item[FIGURE_MAX], predicted[FIGURE_MAX];

        /* The name of a bin is its edges. */
        snprintf(item, sizeof item, "%.1f to %.1f", bin->from, bin->to);
        snprintf(predicted, sizeof predicted, "%.15g", bin->predicted);
        if (bin->pairs)
            add_measure(t, &(measure){"calibration", item, predicted, NULL, NAN, {bin->observed, bin->low, bin->high}});
    }
}

static void add_intransitivity_rows(tidy *t)
{
    const salvo_intransitivity *n = &t->test->intransitivity;

    add_value(t, "matrix-pairs", (double)n->pairs);
    add_value(t, "matrix-imbalance", n->imbalance);
    add_value(t, "matrix-explained", n->explained);
    add_value(t, "matrix-left", n->left);
    for (size_t i = 0; i < n->n_counters; i++) {
        const salvo_counter *c = &n->counters[i];
        const char *a = unit_of(t->test, c->a)->id, *b = unit_of(t->test, c->b)->id;

        add_measure(t, &(measure){"counter-score", a, b, NULL, NAN, {c->score, NAN, NAN}});
        add_measure(t, &(measure){"counter-by-best-prices", a, b, NULL, NAN, {c->explained, NAN, NAN}});
        add_measure(t, &(measure){"counter-part-of-rest", a, b, NULL, NAN, {c->part, NAN, NAN}});
    }
}

static void add_tidy(page *p, const void *test)
{
    tidy t = {page_record(p, TIDY), test};
    const salvo_points_test *of = test;

    add_imbalance_rows(&t);
    if (of->prediction.pairs)
        add_predicted_rows(&t);
    for (size_t i = 0; of->bargains && i < of->unit_pool.n_units; i++)
        add_bounded(&t, "worth-over-price", unit_of(of, of->bargains[i].unit)->id, &of->bargains[i].ratio);
    if (of->intransitivity.pairs)
        add_intransitivity_rows(&t);
}

/* Parts that were not measured have no key. */
static void describe_test(record *to, const void *test)
{
    const salvo_points_test *t = test;
    const salvo_imbalance *i = &t->imbalance;
    const salvo_prediction *f = &t->prediction;
    const salvo_intransitivity *n = &t->intransitivity;
    const asked_conditions conditions = {&t->plan, t->unit_pool.ranges, t->unit_pool.n_ranges};
    const field fields[] = {
        {"ruleset", as_text(t->book->ruleset->id)},
        {"seed", as_whole(t->plan.seed)},
        {"partial", if_there(t->interrupted, as_flag(true))},
        {"conditions", as_object(describe_conditions, &conditions, 1)},
        {"left_out", as_left_out(&t->unit_pool)},
        {"identical", as_identical(&t->unit_pool)},
        {"imbalance",
         OBJECT({"pairs", as_whole(i->pairs)}, {"battles", as_whole(i->trials)}, {"residual", as_real(i->residual)},
                {"elements", as_real(i->elements)}, {"imbalance", as_bounds(&i->plain, 0)},
                {"at_least", as_real(i->at_least)}, {"averaged", as_bounds(&i->mixed, 0)},
                {"nobody_wins", if_there(i->nobody > 0, as_real(i->nobody))}, {"attack_odds", as_mean_odds(i)},
                {"scenarios", as_object(describe_in_scenario, i, SALVO_N_SCENARIOS)},
                {"settings", if_there(i->n_settings, as_object(describe_in_setting, i, i->n_settings))},
                {"meetings", as_conditions(i)})},
        {"foretold",
         if_there(f->pairs,
                  OBJECT({"pairs", as_whole(f->pairs)}, {"spread", as_real(f->spread)}, {"k", as_real(f->k)},
                         {"right", as_bounds(&f->accuracy, 0)}, {"right_of_coin", as_real(f->accuracy_of_coin)},
                         {"right_at_best", as_real(f->accuracy_at_best)}, {"log_loss", as_bounds(&f->log_loss, 0)},
                         {"log_loss_of_coin", as_real(f->log_loss_of_coin)},
                         {"log_loss_at_best", as_real(f->log_loss_at_best)},
                         {"calibration", as_objects(describe_bin, f, SALVO_CALIBRATION_BINS)}))},
        {"units", if_there(t->bargains, as_objects(describe_bargain, t, t->unit_pool.n_units))},
        {"intransitivity",
         if_there(n->pairs, OBJECT({"pairs", as_whole(n->pairs)}, {"imbalance", as_real(n->imbalance)},
                                   {"explained", as_real(n->explained)}, {"left", as_real(n->left)},
                                   {"counters", as_objects(describe_counter, t, n->n_counters)}))},
    };

    PUT_FIELDS(to, fields);
}

ANSWER_FUNCTIONS(points_test, POINTS_TEST_ANSWER)

const answer_kind POINTS_TEST_ANSWER = {.read = add_to_read,
                                        .tidy = add_tidy,
                                        .document = describe_test,
                                        .draw_shown = draw_points_test,
                                        .free = free_points_test};
