#include <salvo/report.h>

#include <math.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/points_words.h"
#include "document/figures.h"
#include "document/json.h"
#include "document/page.h"

enum { LISTED = 10 }; /* best bargains, worst rip-offs */

static const salvo_priced *unit_of(const salvo_points_test *t, size_t unit)
{
    return &t->unit_pool.units[unit];
}

static void put_ranges(salvo_text *text, const salvo_points_test *t)
{
    for (size_t i = 0; i < t->unit_pool.n_ranges; i++)
        salvo_text_add(text, "%s%.15g", i ? ", " : "", t->unit_pool.ranges[i]);
    salvo_text_add(text, " %s", t->book->store.distance_unit);
}

static void put_scenarios(salvo_text *text, const salvo_points_plan *plan)
{
    for (int s = 0, n = 0; s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s])
            salvo_text_add(text, "%s%s", n++ ? ", " : "", SALVO_SCENARIOS[s]);
}

static void add_method(page *p, const salvo_points_test *t)
{
    const salvo_imbalance *i = &t->imbalance;
    salvo_text text = {0};

    salvo_text_add(&text,
                   "%zu pairs of armies of equal cost, up to %d elements of up to %d kinds (%.1f in the mean), "
                   "each pair at every range (",
                   i->pairs, t->plan.elements_max, t->plan.kinds_max, i->elements);
    put_ranges(&text, t);
    salvo_text_put(&text, ") in every scenario (");
    put_scenarios(&text, &t->plan);
    salvo_text_add(&text, "), %llu battles each time, seed %llu. Costs differ by %.2f %% in the mean.",
                   (unsigned long long)i->trials, (unsigned long long)t->plan.seed, 100 * i->residual);
    page_paragraph(p, "%s", salvo_text_of(&text));
    salvo_text_free(&text);
    if (t->interrupted)
        page_paragraph(p, "Broken off: what is missing was not measured.");
}

static void add_bounds(sheet *s, const salvo_bounds *b, int decimals)
{
    sheet_reading(s, read_number(b->value, decimals));
    if (isfinite(b->low))
        sheet_reading(s, (reading){.kind = READ_INTERVAL, .value = b->low, .high = b->high, .decimals = decimals});
    else
        sheet_cell(s, "%s", "");
}

/* A row for each range, a column for each scenario. */
static void add_meetings(page *p, const salvo_points_test *t)
{
    const salvo_imbalance *i = &t->imbalance;
    size_t columns = i->n_meetings / t->unit_pool.n_ranges;
    sheet *s = page_sheet(p);

    sheet_column(s, t->book->store.distance_unit, COLUMN_NUMBER);
    for (size_t c = 0; c < columns; c++)
        sheet_column(s, SALVO_SCENARIOS[i->meetings[c].scenario], COLUMN_NUMBER);
    for (size_t m = 0; m < i->n_meetings; m++) {
        if (m % columns == 0)
            sheet_cell(s, "%.15g", i->meetings[m].range);
        sheet_reading(s, read_number(i->meetings[m].imbalance, 3));
    }
}

static void add_imbalance(page *p, const salvo_points_test *t)
{
    const salvo_imbalance *i = &t->imbalance;
    sheet *s;

    page_heading(p, "%s: imbalance of armies of equal cost", t->book->store.title);
    add_method(p, t);
    points_left_out(p, &t->unit_pool);
    s = page_sheet(p);
    sheet_column(s, "imbalance", COLUMN_TEXT);
    sheet_column(s, "mean", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    sheet_cell(s, "at one range in one scenario");
    add_bounds(s, &i->plain, 4);
    if (i->n_meetings > 1) {
        sheet_cell(s, "averaged over ranges and scenarios");
        add_bounds(s, &i->mixed, 4);
    }
    page_paragraph(
        p,
        "Imbalance is the mean of |P(a wins) + half of P(nobody wins) - 1/2|: 0 is fair, 0.5 is decided by "
        "the shopping. Of the first figure at least %.4f is no noise of the simulation. By range and scenario:",
        i->at_least);
    add_meetings(p, t);
}

static void add_predicted(page *p, const salvo_points_test *t)
{
    const salvo_predicted *f = &t->predicted;
    sheet *s;

    page_heading(p, "What the price ratio foretells");
    page_paragraph(
        p,
        "%zu pairs whose costs differ by up to %g to 1; P(a wins) = logistic(%.2f log(cost of a / cost of b)), "
        "fitted on other pairs than it is judged on. \"At best\" is who knows the true chances.",
        f->pairs, f->spread, f->k);
    s = page_sheet(p);
    sheet_column(s, "of one battle", COLUMN_TEXT);
    sheet_column(s, "by price", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    sheet_column(s, "a coin", COLUMN_NUMBER);
    sheet_column(s, "at best", COLUMN_NUMBER);
    sheet_cell(s, "log loss");
    add_bounds(s, &f->log_loss, 4);
    sheet_reading(s, read_number(f->log_loss_of_coin, 4));
    sheet_reading(s, read_number(f->log_loss_at_best, 4));
    sheet_cell(s, "Brier score");
    add_bounds(s, &f->brier, 4);
    sheet_reading(s, read_number(f->brier_of_coin, 4));
    sheet_reading(s, read_number(f->brier_at_best, 4));
    sheet_cell(s, "AUC");
    sheet_reading(s, read_number(f->auc, 4));
    sheet_cell(s, "%s", "");
    sheet_reading(s, read_number(0.5, 4));
    sheet_cell(s, "%s", "");
    s = page_sheet(p);
    sheet_column(s, "foretold", COLUMN_TEXT);
    sheet_column(s, "pairs", COLUMN_NUMBER);
    sheet_column(s, "mean foretold", COLUMN_NUMBER);
    sheet_column(s, "came", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++) {
        const salvo_calibration *bin = &f->bins[b];
        const salvo_bounds came = {bin->came, bin->pairs > 1 ? bin->low : -INFINITY, bin->high};

        if (bin->pairs == 0)
            continue;
        sheet_cell(s, "%.1f to %.1f", bin->from, bin->to);
        sheet_cell(s, "%zu", bin->pairs);
        sheet_reading(s, read_number(bin->predicted, 3));
        add_bounds(s, &came, 3);
    }
}

static void add_bargain(sheet *s, const salvo_points_test *t, const salvo_bargain *b)
{
    const salvo_priced *u = unit_of(t, b->unit);

    sheet_cell(s, "%s", u->name);
    sheet_cell(s, "%s", u->nation);
    sheet_cell(s, "%.6g", u->price);
    add_bounds(s, &b->ratio, 3);
}

static sheet *open_bargains(page *p)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "unit", COLUMN_TEXT);
    sheet_column(s, "nation", COLUMN_TEXT);
    sheet_column(s, "price", COLUMN_NUMBER);
    sheet_column(s, "worth / price", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    return s;
}

/* Up to LISTED units from one end of the list, while they are surely off 1. */
static void add_one_end(page *p, const salvo_points_test *t, bool best)
{
    size_t n = t->unit_pool.n_units, listed = 0;
    sheet *s = NULL;

    for (; listed < LISTED && listed < n; listed++) {
        const salvo_bargain *b = &t->bargains[best ? listed : n - 1 - listed];

        if (best ? b->ratio.low <= 1 : b->ratio.high >= 1)
            break;
        s = s ? s : open_bargains(p);
        add_bargain(s, t, b);
    }
    if (listed == 0)
        page_paragraph(p, "No unit is surely worth %s than its price.", best ? "more" : "less");
}

static void add_bargains(page *p, const salvo_points_test *t)
{
    page_heading(p, "Bargains and rip-offs");
    page_paragraph(p,
                   "What a unit is worth by who won, over its price; the mean of the list is 1. The best bargains and "
                   "the worst rip-offs of which that is sure:");
    add_one_end(p, t, true);
    add_one_end(p, t, false);
}

static void add_intransitivity(page *p, const salvo_points_test *t)
{
    const salvo_intransitivity *n = &t->intransitivity;
    sheet *s;

    page_heading(p, "What no price can explain");
    page_paragraph(p,
                   "Every kind against every other at nearly equal cost, one kind a side, averaged over ranges and "
                   "scenarios: %zu pairs, imbalance %.4f. The best single price for every kind explains %.1f %% of the "
                   "squares; after it scores are still off by %.4f in the mean. Most is left by:",
                   n->pairs, n->imbalance, 100 * n->explained, n->left);
    s = page_sheet(p);
    sheet_column(s, "a", COLUMN_TEXT);
    sheet_column(s, "b", COLUMN_TEXT);
    sheet_column(s, "score of a", COLUMN_NUMBER);
    sheet_column(s, "by best prices", COLUMN_NUMBER);
    sheet_column(s, "of the rest", COLUMN_PROBABILITY);
    for (size_t i = 0; i < n->n_counters; i++) {
        const salvo_counter *c = &n->counters[i];

        sheet_cell(s, "%d %s", c->n_a, unit_of(t, c->a)->name);
        sheet_cell(s, "%d %s", c->n_b, unit_of(t, c->b)->name);
        sheet_reading(s, read_number(c->score, 3));
        sheet_reading(s, read_number(c->explained, 3));
        sheet_reading(s, read_percent(c->part, 2));
    }
}

static void fill_page(page *p, const salvo_points_test *t)
{
    add_imbalance(p, t);
    if (t->predicted.pairs)
        add_predicted(p, t);
    if (t->bargains)
        add_bargains(p, t);
    if (t->intransitivity.pairs)
        add_intransitivity(p, t);
}

/* What a row is about; NULL and NAN: nothing. */
typedef struct row {
    const char *measure, *item, *other, *scenario;
    double range, value, low, high;
} row;

static void add_row(sheet *s, const salvo_points_test *t, const row *r)
{
    const char *words[] = {t->book->ruleset->id, r->measure, r->item, r->other, r->scenario};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sheet_cell(s, "%s", words[i] ? words[i] : "");
    points_number(s, r->range);
    points_number(s, r->value);
    points_number(s, r->low);
    points_number(s, r->high);
}

static void add_value(sheet *s, const salvo_points_test *t, const char *measure, double value)
{
    const row r = {.measure = measure, .range = NAN, .value = value, .low = NAN, .high = NAN};

    add_row(s, t, &r);
}

static void add_bounded(sheet *s, const salvo_points_test *t, const char *measure, const char *item,
                        const salvo_bounds *b)
{
    const row r = {.measure = measure, .item = item, .range = NAN, .value = b->value, .low = b->low, .high = b->high};

    add_row(s, t, &r);
}

static void add_imbalance_rows(sheet *s, const salvo_points_test *t)
{
    const salvo_imbalance *i = &t->imbalance;

    add_value(s, t, "pairs", (double)i->pairs);
    add_value(s, t, "battles", (double)i->trials);
    add_value(s, t, "residual", i->residual);
    add_value(s, t, "elements", i->elements);
    add_bounded(s, t, "imbalance", NULL, &i->plain);
    add_value(s, t, "imbalance-at-least", i->at_least);
    add_bounded(s, t, "imbalance-averaged", NULL, &i->mixed);
    for (size_t m = 0; m < i->n_meetings; m++) {
        const row r = {.measure = "imbalance-at",
                       .scenario = SALVO_SCENARIOS[i->meetings[m].scenario],
                       .range = i->meetings[m].range,
                       .value = i->meetings[m].imbalance,
                       .low = NAN,
                       .high = NAN};

        add_row(s, t, &r);
    }
}

static void add_predicted_rows(sheet *s, const salvo_points_test *t)
{
    const salvo_predicted *f = &t->predicted;

    add_value(s, t, "foretold-pairs", (double)f->pairs);
    add_value(s, t, "k", f->k);
    add_bounded(s, t, "log-loss", NULL, &f->log_loss);
    add_value(s, t, "log-loss-of-coin", f->log_loss_of_coin);
    add_value(s, t, "log-loss-at-best", f->log_loss_at_best);
    add_bounded(s, t, "brier", NULL, &f->brier);
    add_value(s, t, "brier-of-coin", f->brier_of_coin);
    add_value(s, t, "brier-at-best", f->brier_at_best);
    add_value(s, t, "auc", f->auc);
    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++) {
        const salvo_bounds came = {f->bins[b].came, f->bins[b].low, f->bins[b].high};
        char bin[FIGURE_MAX], predicted[FIGURE_MAX];

        snprintf(bin, sizeof bin, "%.1f to %.1f", f->bins[b].from, f->bins[b].to);
        snprintf(predicted, sizeof predicted, "%.15g", f->bins[b].predicted);
        if (f->bins[b].pairs) {
            const row r = {"calibration", bin, predicted, NULL, NAN, came.value, came.low, came.high};

            add_row(s, t, &r);
        }
    }
}

static void fill_tidy(page *p, const salvo_points_test *t)
{
    static const char *const COLUMNS[] = {"ruleset", "measure", "item", "other", "scenario",
                                          "range",   "value",   "low",  "high"};
    const salvo_intransitivity *n = &t->intransitivity;
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], i > 4 ? COLUMN_NUMBER : COLUMN_TEXT);
    add_imbalance_rows(s, t);
    if (t->predicted.pairs)
        add_predicted_rows(s, t);
    for (size_t i = 0; t->bargains && i < t->unit_pool.n_units; i++)
        add_bounded(s, t, "worth-over-price", unit_of(t, t->bargains[i].unit)->id, &t->bargains[i].ratio);
    if (n->pairs == 0)
        return;
    add_value(s, t, "matrix-pairs", (double)n->pairs);
    add_value(s, t, "matrix-imbalance", n->imbalance);
    add_value(s, t, "matrix-explained", n->explained);
    add_value(s, t, "matrix-left", n->left);
    for (size_t i = 0; i < n->n_counters; i++) {
        const salvo_counter *c = &n->counters[i];
        const row score = {"counter-score", unit_of(t, c->a)->id, unit_of(t, c->b)->id, NULL, NAN, c->score, NAN, NAN};
        const row by_price = {"counter-by-best-prices", score.item, score.other, NULL, NAN, c->explained, NAN, NAN};
        const row part = {"counter-part-of-rest", score.item, score.other, NULL, NAN, c->part, NAN, NAN};

        add_row(s, t, &score);
        add_row(s, t, &by_price);
        add_row(s, t, &part);
    }
}

static json_t *json_imbalance(const salvo_imbalance *i)
{
    json_t *meetings = json_array();

    for (size_t m = 0; m < i->n_meetings; m++)
        json_array_append_new(meetings, json_pack("{s:o, s:s, s:f}", "range", json_number(i->meetings[m].range),
                                                  "scenario", SALVO_SCENARIOS[i->meetings[m].scenario], "imbalance",
                                                  i->meetings[m].imbalance));
    return json_pack("{s:I, s:I, s:f, s:f, s:o, s:f, s:o, s:o}", "pairs", (json_int_t)i->pairs, "battles",
                     (json_int_t)i->trials, "residual", i->residual, "elements", i->elements, "imbalance",
                     points_json_bounds(&i->plain), "at_least", i->at_least, "averaged", points_json_bounds(&i->mixed),
                     "meetings", meetings);
}

static json_t *json_predicted(const salvo_predicted *f)
{
    json_t *bins = json_array();

    for (int b = 0; b < SALVO_CALIBRATION_BINS; b++)
        if (f->bins[b].pairs)
            json_array_append_new(bins,
                                  json_pack("{s:[f, f], s:I, s:f, s:f, s:[o, o]}", "foretold", f->bins[b].from,
                                            f->bins[b].to, "pairs", (json_int_t)f->bins[b].pairs, "mean_foretold",
                                            f->bins[b].predicted, "came", f->bins[b].came, "ci95",
                                            points_json_number(f->bins[b].low), points_json_number(f->bins[b].high)));
    return json_pack("{s:I, s:f, s:f, s:o, s:f, s:f, s:o, s:f, s:f, s:f, s:o}", "pairs", (json_int_t)f->pairs, "spread",
                     f->spread, "k", f->k, "log_loss", points_json_bounds(&f->log_loss), "log_loss_of_coin",
                     f->log_loss_of_coin, "log_loss_at_best", f->log_loss_at_best, "brier",
                     points_json_bounds(&f->brier), "brier_of_coin", f->brier_of_coin, "brier_at_best",
                     f->brier_at_best, "auc", f->auc, "calibration", bins);
}

static json_t *json_bargains(const salvo_points_test *t)
{
    json_t *units = json_array();

    for (size_t i = 0; i < t->unit_pool.n_units; i++) {
        const salvo_priced *u = unit_of(t, t->bargains[i].unit);

        json_array_append_new(units, json_pack("{s:s, s:s, s:o, s:o, s:s, s:I, s:o}", "id", u->id, "unit", u->name,
                                               "nation", *u->nation ? json_string(u->nation) : json_null(), "price",
                                               json_number(u->price), "price_from", SALVO_PRICE_SOURCES[u->source],
                                               "alike", (json_int_t)u->n_alike, "worth_over_price",
                                               points_json_bounds(&t->bargains[i].ratio)));
    }
    return units;
}

static json_t *json_intransitivity(const salvo_points_test *t)
{
    const salvo_intransitivity *n = &t->intransitivity;
    json_t *counters = json_array();

    for (size_t i = 0; i < n->n_counters; i++) {
        const salvo_counter *c = &n->counters[i];

        json_array_append_new(counters, json_pack("{s:s, s:i, s:s, s:i, s:f, s:f, s:f}", "a", unit_of(t, c->a)->id,
                                                  "n_a", c->n_a, "b", unit_of(t, c->b)->id, "n_b", c->n_b, "score",
                                                  c->score, "by_best_prices", c->explained, "part_of_rest", c->part));
    }
    return json_pack("{s:I, s:f, s:f, s:f, s:o}", "pairs", (json_int_t)n->pairs, "imbalance", n->imbalance, "explained",
                     n->explained, "left", n->left, "counters", counters);
}

static salvo_status write_json(FILE *out, const salvo_points_test *t, salvo_error *err)
{
    json_t *document = json_object();

    json_object_set_new(document, "ruleset", json_string(t->book->ruleset->id));
    json_object_set_new(document, "seed", json_integer((json_int_t)t->plan.seed));
    if (t->interrupted)
        json_object_set_new(document, "partial", json_true());
    json_object_set_new(document, "left_out", points_json_left_out(&t->unit_pool));
    json_object_set_new(document, "imbalance", json_imbalance(&t->imbalance));
    if (t->predicted.pairs)
        json_object_set_new(document, "foretold", json_predicted(&t->predicted));
    if (t->bargains)
        json_object_set_new(document, "units", json_bargains(t));
    if (t->intransitivity.pairs)
        json_object_set_new(document, "intransitivity", json_intransitivity(t));
    return json_write(out, document, err);
}

salvo_status salvo_report_points_test(FILE *out, salvo_format format, const salvo_points_test *test, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return write_json(out, test, err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, test);
        else
            fill_page(&p, test);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

static salvo_status write_any(FILE *out, salvo_format format, const void *answer, salvo_error *err)
{
    return salvo_report_points_test(out, format, answer, err);
}

static void free_any(void *answer)
{
    salvo_points_test_free(answer);
}

const answer_kind POINTS_TEST_ANSWER = {.write = write_any, .draw_shown = draw_points_test, .free = free_any};
