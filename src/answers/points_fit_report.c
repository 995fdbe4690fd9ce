#include <salvo/report.h>

#include <math.h>
#include <stdlib.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/points_words.h"
#include "document/json.h"
#include "document/page.h"

enum { LISTED = 10 }; /* most mispriced units */

static const salvo_priced *unit_of(const salvo_points_fit *f, size_t unit)
{
    return &f->unit_pool.units[unit];
}

static void add_interval(sheet *s, const salvo_bounds *b, int decimals)
{
    if (isfinite(b->low))
        sheet_reading(s, (reading){.kind = READ_INTERVAL, .value = b->low, .high = b->high, .decimals = decimals});
    else
        sheet_cell(s, "%s", "");
}

static const char *const LIST_WORDS[SALVO_N_LISTS] = {"published", "fitted", "fitted and rounded", "formula refitted"};

/* Whether there was any price before. */
static bool is_priced(const salvo_points_fit *f)
{
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        if (f->unit_pool.units[i].source != SALVO_PRICE_NONE)
            return true;
    return false;
}

static void add_judged(sheet *s, const salvo_judgement *j, const char *words)
{
    sheet_cell(s, "%s", words);
    sheet_reading(s, read_number(j->imbalance.plain.value, 4));
    add_interval(s, &j->imbalance.plain, 4);
    sheet_reading(s, read_number(j->imbalance.mixed.value, 4));
    add_interval(s, &j->imbalance.mixed, 4);
    sheet_reading(s, read_number(j->predicted.log_loss.value, 4));
    sheet_reading(s, read_number(j->predicted.auc, 4));
}

static void put_meetings(salvo_text *text, const salvo_points_fit *f)
{
    int n = 0;

    for (size_t i = 0; i < f->unit_pool.n_ranges; i++)
        salvo_text_add(text, "%s%.15g", i ? ", " : "", f->unit_pool.ranges[i]);
    salvo_text_add(text, " %s; ", f->book->store.distance_unit);
    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        if (f->plan.scenarios[s])
            salvo_text_add(text, "%s%s", n++ ? ", " : "", SALVO_SCENARIOS[s]);
}

static void add_before_and_after(page *p, const salvo_points_fit *f)
{
    const salvo_judgement *published = &f->judged[SALVO_LIST_PUBLISHED], *fitted = &f->judged[SALVO_LIST_FITTED];
    salvo_text meetings = {0};
    sheet *s;

    put_meetings(&meetings, f);
    page_heading(p, "%s: prices before and after", f->book->store.title);
    page_paragraph(
        p,
        "Fitted to %zu pairs of armies of up to %d elements, each at every range and in every scenario (%s), "
        "%llu battles each time, seed %llu. Judged on other armies: the imbalance of %zu pairs that are equal "
        "under the list that is judged (costs differ by %.2f %% in the mean); log loss and AUC of the price "
        "ratio on %zu pairs that are the same for all lists.",
        f->pairs, f->plan.elements_max, salvo_text_of(&meetings), (unsigned long long)published->imbalance.trials,
        (unsigned long long)f->plan.seed, published->imbalance.pairs, 100 * published->imbalance.residual,
        published->predicted.pairs);
    salvo_text_free(&meetings);
    s = page_sheet(p);
    sheet_column(s, "prices", COLUMN_TEXT);
    sheet_column(s, "imbalance at one range in one scenario", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    sheet_column(s, "averaged over them", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    sheet_column(s, "log loss", COLUMN_NUMBER);
    sheet_column(s, "AUC", COLUMN_NUMBER);
    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (f->judged[list].judged)
            add_judged(s, &f->judged[list],
                       list == SALVO_LIST_PUBLISHED && !is_priced(f) ? "100 for all" : LIST_WORDS[list]);
    page_paragraph(p,
                   "The averaged imbalance of the fitted prices is %.0f %% of what it was; a coin's log loss is "
                   "%.4f, that of the true chances %.4f.",
                   100 * fitted->imbalance.mixed.value / published->imbalance.mixed.value,
                   published->predicted.log_loss_of_coin, published->predicted.log_loss_at_best);
}

static bool has_formula(const salvo_points_fit *f)
{
    return f->n_formula > 0;
}

static sheet *open_prices(page *p, const salvo_points_fit *f)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "unit", COLUMN_TEXT);
    sheet_column(s, "nation", COLUMN_TEXT);
    sheet_column(s, "published", COLUMN_NUMBER);
    sheet_column(s, "fitted", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    sheet_column(s, "change", COLUMN_NUMBER);
    sheet_column(s, "rounded", COLUMN_NUMBER);
    if (has_formula(f))
        sheet_column(s, "formula refitted", COLUMN_NUMBER);
    return s;
}

static double change_of(const salvo_points_fit *f, const salvo_new_price *price)
{
    return price->fitted.value / unit_of(f, price->unit)->price - 1;
}

static void add_price(sheet *s, const salvo_points_fit *f, const salvo_new_price *price)
{
    const salvo_priced *u = unit_of(f, price->unit);

    sheet_cell(s, "%s", u->name);
    sheet_cell(s, "%s", u->nation);
    if (u->source == SALVO_PRICE_NONE)
        sheet_cell(s, "-");
    else
        sheet_cell(s, "%.6g%s", u->price, u->source == SALVO_PRICE_FORMULA ? "*" : "");
    sheet_reading(s, read_number(price->fitted.value, 1));
    add_interval(s, &price->fitted, 1);
    if (u->source == SALVO_PRICE_NONE)
        sheet_cell(s, "%s", "");
    else
        sheet_reading(s, (reading){.kind = READ_VALUE, .value = change_of(f, price), .percent = true, .sign = true});
    sheet_cell(s, "%.6g", price->rounded);
    if (has_formula(f))
        sheet_reading(s, read_number(price->formula.value, 1));
}

/* Places of the prices that change most, units of one class once. */
static size_t find_mispriced(const salvo_points_fit *f, size_t places[LISTED])
{
    size_t n = 0;

    for (size_t i = 0; i < f->unit_pool.n_units; i++) {
        double far = fabs(log(1 + change_of(f, &f->prices[i])));
        size_t at = n;
        bool known = false;

        for (size_t k = 0; k < i; k++)
            known =
                known || (unit_of(f, k)->class == unit_of(f, i)->class && unit_of(f, k)->price == unit_of(f, i)->price);
        while (at > 0 && fabs(log(1 + change_of(f, &f->prices[places[at - 1]]))) < far)
            at--;
        if (known || at == LISTED)
            continue;
        n += n < LISTED;
        for (size_t k = n - 1; k > at; k--)
            places[k] = places[k - 1];
        places[at] = i;
    }
    return n;
}

static void add_prices(page *p, const salvo_points_fit *f)
{
    size_t places[LISTED], n = find_mispriced(f, places);
    bool starred = false;
    sheet *s;

    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        starred = starred || f->unit_pool.units[i].source == SALVO_PRICE_FORMULA;
    if (is_priced(f)) {
        page_heading(p, "Most mispriced");
        s = open_prices(p, f);
        for (size_t i = 0; i < n; i++)
            add_price(s, f, &f->prices[places[i]]);
    }
    page_heading(p, "New prices");
    page_paragraph(p,
                   "The mean of the list stays%s. Rounded to %s. Units that nothing in the rules tells apart "
                   "have one price.%s",
                   is_priced(f) ? " what it was" : ", 100",
                   f->plan.round_preferred ? "preferred values" : "whole numbers",
                   starred ? " *: not printed, the formula's." : "");
    s = open_prices(p, f);
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        add_price(s, f, &f->prices[i]);
}

static void add_formula(page *p, const salvo_points_fit *f)
{
    sheet *s;

    page_heading(p, "The book's formula refitted");
    page_paragraph(
        p, "A factor for every item of the bills; what qualifies items (\"fixed\") has one more, on top of what "
           "the book discounts already.");
    s = page_sheet(p);
    sheet_column(s, "item", COLUMN_TEXT);
    sheet_column(s, "of", COLUMN_TEXT);
    sheet_column(s, "published", COLUMN_NUMBER);
    sheet_column(s, "refitted", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    for (size_t i = 0; i < f->n_formula; i++) {
        const salvo_refitted *r = &f->formula[i];
        bool is_points = isfinite(r->published);
        double unit = is_points ? r->published : 1;
        const salvo_bounds points = {unit * r->factor.value, unit * r->factor.low, unit * r->factor.high};
        int decimals = is_points ? 1 : 3;

        sheet_cell(s, "%s", r->words);
        sheet_cell(s, "%s", r->part);
        if (is_points)
            sheet_cell(s, "%.6g", r->published);
        else
            sheet_cell(s, "x 1");
        sheet_cell(s, is_points ? "%.*f" : "x %.*f", decimals, points.value);
        add_interval(s, &points, decimals);
    }
}

static void put_limited(salvo_text *text, const salvo_points_fit *f, unsigned limit)
{
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        if (f->prices[i].limits & limit)
            salvo_text_add(text, "%s%s", text->length ? ", " : "", unit_of(f, i)->name);
}

static void add_limited(page *p, const salvo_points_fit *f, unsigned limit, const char *words)
{
    salvo_text names = {0};

    put_limited(&names, f, limit);
    if (names.length)
        page_paragraph(p, "%s: %s.", words, salvo_text_of(&names));
    salvo_text_free(&names);
}

static void add_indistinguishable(page *p, const salvo_points_fit *f)
{
    sheet *s;

    page_paragraph(p,
                   "Of %zu pairs of kinds the fitted prices of %zu cannot be told apart; those whose published prices "
                   "differ most:",
                   f->n_compared, f->n_alike);
    s = page_sheet(p);
    sheet_column(s, "a", COLUMN_TEXT);
    sheet_column(s, "published", COLUMN_NUMBER);
    sheet_column(s, "b", COLUMN_TEXT);
    sheet_column(s, "published", COLUMN_NUMBER);
    sheet_column(s, "fitted, a / b", COLUMN_NUMBER);
    sheet_column(s, "95 %", COLUMN_INTERVAL);
    for (size_t i = 0; i < f->n_indistinguishable; i++) {
        const salvo_indistinguishable *u = &f->indistinguishable[i];

        sheet_cell(s, "%s", unit_of(f, u->a)->name);
        sheet_cell(s, "%.6g", unit_of(f, u->a)->price);
        sheet_cell(s, "%s", unit_of(f, u->b)->name);
        sheet_cell(s, "%.6g", unit_of(f, u->b)->price);
        sheet_reading(s, read_number(u->ratio.value, 3));
        add_interval(s, &u->ratio, 3);
    }
}

/* A row for each range, for each scenario the imbalance before and after. */
static void add_meetings(page *p, const salvo_points_fit *f)
{
    const salvo_imbalance *before = &f->judged[SALVO_LIST_PUBLISHED].imbalance;
    const salvo_imbalance *after = &f->judged[SALVO_LIST_FITTED].imbalance;
    size_t columns = before->n_meetings / f->unit_pool.n_ranges;
    sheet *s = page_sheet(p);

    sheet_column(s, f->book->store.distance_unit, COLUMN_NUMBER);
    for (size_t c = 0; c < columns; c++) {
        char after_heading[SALVO_LABEL_MAX];

        snprintf(after_heading, sizeof after_heading, "%s, fitted", SALVO_SCENARIOS[before->meetings[c].scenario]);
        sheet_column(s, SALVO_SCENARIOS[before->meetings[c].scenario], COLUMN_NUMBER);
        sheet_column(s, after_heading, COLUMN_NUMBER);
    }
    for (size_t m = 0; m < before->n_meetings; m++) {
        if (m % columns == 0)
            sheet_cell(s, "%.15g", before->meetings[m].range);
        sheet_reading(s, read_number(before->meetings[m].imbalance, 3));
        sheet_reading(s, read_number(after->meetings[m].imbalance, 3));
    }
}

static void add_limits(page *p, const salvo_points_fit *f)
{
    page_heading(p, "What limits the fit");
    page_paragraph(
        p,
        "P(a wins) = logistic(%.2f x size^%.2f x log(price of a / price of b)), size being the mean number of "
        "elements; averaged scores lie about that with a variance of %.3f p (1 - p). Imbalance by range and "
        "scenario, published to fitted: one price cannot be fair at every range.",
        f->steepness, f->growth, f->dispersion);
    add_meetings(p, f);
    points_left_out(p, &f->unit_pool);
    add_limited(p, f, SALVO_LIMIT_HARMS, "Can harm fewer than half of the others, over all ranges");
    add_limited(p, f, SALVO_LIMIT_HARMED, "Can be harmed by fewer than half of the others, over all ranges");
    add_limited(p, f, SALVO_LIMIT_WIDE, "Known to no better than a quarter of the price");
    add_indistinguishable(p, f);
}

static void fill_page(page *p, const salvo_points_fit *f)
{
    add_before_and_after(p, f);
    add_prices(p, f);
    if (has_formula(f))
        add_formula(p, f);
    add_limits(p, f);
}

static void put_limits(salvo_text *text, unsigned limits)
{
    static const struct {
        unsigned limit;
        const char *word;
    } WORDS[] = {{SALVO_LIMIT_HARMS, "harms-few"}, {SALVO_LIMIT_HARMED, "harmed-by-few"}, {SALVO_LIMIT_WIDE, "wide"}};

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (limits & WORDS[i].limit)
            salvo_text_add(text, "%s%s", text->length ? " " : "", WORDS[i].word);
}

static void add_row(sheet *s, const salvo_points_fit *f, const salvo_new_price *price)
{
    const salvo_priced *u = unit_of(f, price->unit);
    const double numbers[] = {price->fitted.value,  price->fitted.low,  price->fitted.high, price->rounded,
                              price->formula.value, price->formula.low, price->formula.high};
    salvo_text limits = {0};

    sheet_cell(s, "%s", u->id);
    sheet_cell(s, "%s", f->book->ruleset->id);
    sheet_cell(s, "%s", u->name);
    sheet_cell(s, "%s", u->nation);
    sheet_cell(s, "%s", SALVO_PRICE_SOURCES[u->source]);
    points_number(s, u->price);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        points_number(s, numbers[i]);
    sheet_cell(s, "%zu", u->n_alike);
    put_limits(&limits, price->limits);
    sheet_cell(s, "%s", salvo_text_of(&limits));
    salvo_text_free(&limits);
}

static void fill_tidy(page *p, const salvo_points_fit *f)
{
    static const struct {
        const char *heading;
        bool number;
    } COLUMNS[] = {
        {"id", false},       {"ruleset", false},    {"unit", false},        {"nation", false}, {"price_from", false},
        {"published", true}, {"fitted", true},      {"low", true},          {"high", true},    {"rounded", true},
        {"formula", true},   {"formula_low", true}, {"formula_high", true}, {"alike", true},   {"limits", false},
    };
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i].heading, COLUMNS[i].number ? COLUMN_NUMBER : COLUMN_TEXT);
    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        add_row(s, f, &f->prices[i]);
}

static json_t *json_list(const salvo_judgement *j)
{
    json_t *meetings = json_array();

    for (size_t m = 0; m < j->imbalance.n_meetings; m++) {
        const salvo_meeting *at = &j->imbalance.meetings[m];

        json_array_append_new(meetings, json_pack("{s:o, s:s, s:f}", "range", json_number(at->range), "scenario",
                                                  SALVO_SCENARIOS[at->scenario], "imbalance", at->imbalance));
    }
    return json_pack("{s:I, s:f, s:o, s:f, s:o, s:o, s:f, s:f, s:o}", "pairs", (json_int_t)j->imbalance.pairs,
                     "residual", j->imbalance.residual, "imbalance", points_json_bounds(&j->imbalance.plain),
                     "at_least", j->imbalance.at_least, "averaged", points_json_bounds(&j->imbalance.mixed), "log_loss",
                     points_json_bounds(&j->predicted.log_loss), "log_loss_at_best", j->predicted.log_loss_at_best,
                     "auc", j->predicted.auc, "meetings", meetings);
}

static json_t *json_lists(const salvo_points_fit *f)
{
    json_t *lists = json_object();

    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (f->judged[list].judged)
            json_object_set_new(lists, SALVO_LISTS[list], json_list(&f->judged[list]));
    return lists;
}

static json_t *json_price(const salvo_points_fit *f, const salvo_new_price *price)
{
    const salvo_priced *u = unit_of(f, price->unit);
    salvo_text limits = {0};
    json_t *object;

    put_limits(&limits, price->limits);
    object = json_pack("{s:s, s:s, s:o, s:s, s:o, s:o, s:o, s:I, s:s}", "id", u->id, "unit", u->name, "nation",
                       *u->nation ? json_string(u->nation) : json_null(), "price_from", SALVO_PRICE_SOURCES[u->source],
                       "published", json_number(u->price), "fitted", points_json_bounds(&price->fitted), "rounded",
                       json_number(price->rounded), "alike", (json_int_t)u->n_alike, "limits", salvo_text_of(&limits));
    if (has_formula(f))
        json_object_set_new(object, "formula", points_json_bounds(&price->formula));
    salvo_text_free(&limits);
    return object;
}

static json_t *json_formula(const salvo_points_fit *f)
{
    json_t *items = json_array();

    for (size_t i = 0; i < f->n_formula; i++) {
        const salvo_refitted *r = &f->formula[i];

        json_array_append_new(items,
                              json_pack("{s:o, s:s, s:o, s:o}", "part", *r->part ? json_string(r->part) : json_null(),
                                        "what", r->words, "published", points_json_number(r->published), "factor",
                                        points_json_bounds(&r->factor)));
    }
    return items;
}

static json_t *json_indistinguishable(const salvo_points_fit *f)
{
    json_t *pairs = json_array();

    for (size_t i = 0; i < f->n_indistinguishable; i++) {
        const salvo_indistinguishable *u = &f->indistinguishable[i];

        json_array_append_new(pairs, json_pack("{s:s, s:s, s:o}", "a", unit_of(f, u->a)->id, "b", unit_of(f, u->b)->id,
                                               "ratio", points_json_bounds(&u->ratio)));
    }
    return json_pack("{s:I, s:I, s:o}", "of", (json_int_t)f->n_compared, "pairs", (json_int_t)f->n_alike, "farthest",
                     pairs);
}

static salvo_status write_json(FILE *out, const salvo_points_fit *f, salvo_error *err)
{
    json_t *document = json_object(), *units = json_array();

    for (size_t i = 0; i < f->unit_pool.n_units; i++)
        json_array_append_new(units, json_price(f, &f->prices[i]));
    json_object_set_new(document, "ruleset", json_string(f->book->ruleset->id));
    json_object_set_new(document, "seed", json_integer((json_int_t)f->plan.seed));
    json_object_set_new(document, "pairs", json_integer((json_int_t)f->pairs));
    json_object_set_new(document, "steepness", json_real(f->steepness));
    json_object_set_new(document, "growth", json_real(f->growth));
    json_object_set_new(document, "dispersion", json_real(f->dispersion));
    json_object_set_new(document, "left_out", points_json_left_out(&f->unit_pool));
    json_object_set_new(document, "judged", json_lists(f));
    json_object_set_new(document, "units", units);
    if (has_formula(f))
        json_object_set_new(document, "formula", json_formula(f));
    json_object_set_new(document, "not_told_apart", json_indistinguishable(f));
    return json_write(out, document, err);
}

salvo_status salvo_report_points_fit(FILE *out, salvo_format format, const salvo_points_fit *fit, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return write_json(out, fit, err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, fit);
        else
            fill_page(&p, fit);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

static salvo_status write_any(FILE *out, salvo_format format, const void *answer, salvo_error *err)
{
    return salvo_report_points_fit(out, format, answer, err);
}

static void free_any(void *answer)
{
    salvo_points_fit_free(answer);
}

const answer_kind POINTS_FIT_ANSWER = {.write = write_any, .draw_shown = draw_points_fit, .free = free_any};
