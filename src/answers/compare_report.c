#include <salvo/report.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "answers/odds_report.h"
#include "answers/tables_compared.h"
#include "document/figures.h"
#include "document/json.h"
#include "simulate/statistics.h"

/* How the numbers came about, as the parts of an odds report read it. */
static salvo_answer method_of(const salvo_comparison *c)
{
    return (salvo_answer){.counted = c->counted, .simulated = c->simulated, .simulation = c->simulation};
}

static double value_of(const salvo_comparison *c, const salvo_figure *figure)
{
    return c->counted ? figure->exact.value : figure->simulated.value;
}

/* A parameter that the variants do not share. */
static bool is_changed(const salvo_comparison *c, size_t parameter)
{
    const salvo_value *a = &c->first->values[parameter], *b = &c->second->values[parameter];

    return a->absent != b->absent || strcmp(a->text, b->text) != 0;
}

/* What both variants were given alike, in the words a user would type. */
static void add_shared(page *p, const salvo_comparison *c)
{
    const salvo_procedure *procedure = c->first->procedure;
    salvo_text text = {0};

    for (size_t i = 0; i < procedure->schema.n_parameters; i++)
        if (c->first->values[i].given && !is_changed(c, i))
            salvo_text_add(&text, "%s%s=%s", text.length ? " " : "", procedure->schema.parameters[i].key,
                           c->first->values[i].text);
    page_text(p, &text);
    salvo_text_free(&text);
}

static const char *shown(const salvo_value *value)
{
    return value->absent ? "-" : value->text;
}

static void add_changes(page *p, const salvo_comparison *c)
{
    const salvo_procedure *procedure = c->first->procedure;
    sheet *s;

    if (c->identical) {
        page_paragraph(p, "The variants are the same.");
        return;
    }
    s = page_sheet(p);
    sheet_name(s, "changes");
    sheet_column(s, "", COLUMN_TEXT);
    sheet_column(s, "first", COLUMN_TEXT);
    sheet_column(s, "second", COLUMN_TEXT);
    for (size_t i = 0; i < procedure->schema.n_parameters; i++)
        if (is_changed(c, i)) {
            sheet_cell(s, "%s", procedure->schema.parameters[i].key);
            sheet_cell(s, "%s", shown(&c->first->values[i]));
            sheet_cell(s, "%s", shown(&c->second->values[i]));
        }
    tables_compared(s, &c->first->book->store, &c->second->book->store);
}

static void put_variance_reduction(sheet *s, double variance_reduction)
{
    if (isfinite(variance_reduction))
        sheet_cell(s, "%.3g x", variance_reduction);
    else
        sheet_cell(s, "%s", isnan(variance_reduction) ? "-" : "no end");
}

static void add_columns(sheet *s, const salvo_comparison *c, const char *heading, column_kind kind,
                        const char *difference)
{
    sheet_column(s, heading, COLUMN_TEXT);
    sheet_column(s, "first", kind);
    sheet_column(s, "second", kind);
    if (c->counted)
        sheet_column(s, difference, COLUMN_NUMBER);
    if (!c->simulated)
        return;
    sheet_column(s, c->counted ? "simulated" : difference, COLUMN_NUMBER);
    sheet_column(s, "95 % interval", COLUMN_INTERVAL);
    sheet_column(s, "worth", COLUMN_NUMBER);
}

/* The difference of two simulated numbers, times `unit`, and its interval. */
static void put_difference(sheet *s, const salvo_estimate *e, double unit)
{
    salvo_estimate scaled = {unit * e->value, unit * e->low, unit * e->high};
    reading value = read_mean(&scaled), interval = read_mean_interval(&scaled);

    if (isfinite(scaled.low) && scaled.low == scaled.high) { /* for certain */
        value.decimals = 0;
        interval = (reading){.kind = READ_INTERVAL, .value = scaled.low, .high = scaled.high};
    }
    value.sign = interval.sign = true;
    sheet_reading(s, value);
    sheet_reading(s, interval);
}

static void put_counted_difference(sheet *s, double value, int decimals)
{
    reading r = read_number(value, decimals);

    r.sign = true;
    sheet_reading(s, r);
}

/* As many decimals as the figure that needs most: of both variants, of the differences. */
static int decimals_of(const salvo_comparison *c, bool differences)
{
    int most = 0;

    for (size_t i = 0; i < c->n_outcomes && c->counted; i++) {
        const salvo_contrast *line = &c->outcomes[i];
        double p[] = {line->first.exact.value, line->second.exact.value};

        if (differences)
            p[0] = p[1] = fabs(line->difference.exact.value);
        for (int k = 0; k < 2; k++)
            most = percent_decimals(p[k]) > most ? percent_decimals(p[k]) : most;
    }
    return most;
}

static void add_outcomes(page *p, const salvo_comparison *c)
{
    const salvo_answer answer = method_of(c);
    const int decimals = decimals_of(c, false), more = decimals_of(c, true);
    sheet *s = page_sheet(p);

    add_columns(s, c, "outcome", COLUMN_PROBABILITY, "difference, points");
    for (size_t i = 0; i < c->n_outcomes; i++) {
        const salvo_contrast *line = &c->outcomes[i];

        sheet_cell(s, "%s", line->name);
        sheet_reading(s, read_probability(&answer, &line->first, decimals));
        sheet_reading(s, read_probability(&answer, &line->second, decimals));
        if (c->counted)
            put_counted_difference(s, 100 * line->difference.exact.value, more);
        if (c->simulated) {
            put_difference(s, &line->difference.simulated, 100);
            put_variance_reduction(s, line->variance_reduction);
        }
    }
}

static void add_means(page *p, const salvo_comparison *c)
{
    const salvo_answer answer = method_of(c);
    sheet *s;

    if (c->n_means == 0)
        return;
    s = page_sheet(p);
    add_columns(s, c, "expectation", COLUMN_NUMBER, "difference");
    for (size_t i = 0; i < c->n_means; i++) {
        const salvo_contrast *line = &c->means[i];

        sheet_cell(s, "%s", line->name);
        sheet_reading(s, read_expectation(&answer, &line->first, SIX_DIGITS));
        sheet_reading(s, read_expectation(&answer, &line->second, SIX_DIGITS));
        if (c->counted)
            put_counted_difference(s, line->difference.exact.value, SIX_DIGITS);
        if (c->simulated) {
            put_difference(s, &line->difference.simulated, 1);
            put_variance_reduction(s, line->variance_reduction);
        }
    }
}

void add_comparison_methods(page *p, const salvo_comparison *c)
{
    const salvo_procedure *procedure = c->first->procedure;
    salvo_answer answer = method_of(c);

    page_paragraph(p, "A difference is the second less the first; one of probabilities in percentage points.");
    for (int i = 0; i < 2 && c->counted; i++)
        if (i == 0 || c->odds[1].size != c->odds[0].size || c->odds[1].arithmetic != c->odds[0].arithmetic) {
            salvo_answer counted = {.counted = true, .odds = c->odds[i]};

            add_method(p, procedure, &counted);
        }
    if (!c->simulated)
        return;
    page_paragraph(p,
                   "The trials are pairs on the same dice, by the book. A pair is worth as many independent ones as its"
                   " column says.");
    answer.counted = false;
    add_method(p, procedure, &answer);
}

void add_comparison_remarks(page *p, const salvo_comparison *c)
{
    const char *first = salvo_question_remark(c->first), *second = salvo_question_remark(c->second);

    if (first && second && strcmp(first, second) == 0) {
        add_remark(p, c->first);
        return;
    }
    if (first)
        page_paragraph(p, "Note on the first: %s.", first);
    if (second)
        page_paragraph(p, "Note on the second: %s.", second);
}

static void fill_page(page *p, const salvo_comparison *c)
{
    page_heading(p, "%s: two variants", c->first->procedure->schema.name);
    add_comparison_remarks(p, c);
    add_shared(p, c);
    add_changes(p, c);
    add_outcomes(p, c);
    add_means(p, c);
    add_comparison_methods(p, c);
}

enum { N_VARIANTS = 3 };
static const char *const VARIANTS[N_VARIANTS] = {"first", "second", "difference"};

struct row {
    const salvo_comparison *comparison;
    const char *quantity, *variant;
    const salvo_contrast *line;
};

static bool has_remarks(const salvo_comparison *c)
{
    return salvo_question_remark(c->first) || salvo_question_remark(c->second);
}

/* A difference is remarked on as the variant that has a remark is, the first before the second. */
static const char *remark_of(const salvo_comparison *c, const char *variant)
{
    const char *first = salvo_question_remark(c->first), *second = salvo_question_remark(c->second);

    if (variant == VARIANTS[0] || (variant != VARIANTS[1] && first))
        return first ? first : "";
    return second ? second : "";
}

static void put_row(sheet *s, const void *context)
{
    const struct row *row = context;

    sheet_cell(s, "%s", row->comparison->first->procedure->schema.name);
    sheet_cell(s, "%s", row->quantity);
    sheet_cell(s, "%s", row->line->name);
    sheet_cell(s, "%s", row->variant);
    if (has_remarks(row->comparison))
        sheet_cell(s, "%s", remark_of(row->comparison, row->variant));
}

static const salvo_figure *figure_at(const salvo_contrast *line, int i)
{
    return i == 0 ? &line->first : i == 1 ? &line->second : &line->difference;
}

/* The cells of `worth` stand behind those of the figure, in the rows of simulated differences alone. */
static void add_rows(sheet *s, const salvo_comparison *c, const char *quantity, const salvo_contrast *line)
{
    for (int i = 0; i < N_VARIANTS; i++) {
        const struct row row = {c, quantity, VARIANTS[i], line};
        salvo_answer counted = {.counted = true}, simulated = method_of(c);

        simulated.counted = false;
        if (c->counted) {
            add_figure_rows(s, &counted, figure_at(line, i), put_row, &row);
            sheet_cell(s, "%s", "");
        }
        if (c->simulated) {
            add_figure_rows(s, &simulated, figure_at(line, i), put_row, &row);
            if (i == 2 && isfinite(line->variance_reduction))
                sheet_cell(s, "%.6g", line->variance_reduction);
            else
                sheet_cell(s, "%s", "");
        }
    }
}

static void fill_tidy(page *p, const salvo_comparison *c)
{
    static const char *const COLUMNS[] = {"procedure", "quantity", "name", "variant"};
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_TEXT);
    if (has_remarks(c))
        sheet_column(s, "remark", COLUMN_TEXT);
    add_figure_columns(s, false);
    sheet_column(s, "worth", COLUMN_TEXT);
    for (size_t i = 0; i < c->n_outcomes; i++)
        add_rows(s, c, "probability", &c->outcomes[i]);
    for (size_t i = 0; i < c->n_means; i++)
        add_rows(s, c, "expectation", &c->means[i]);
}

static void put_counts(json_t *object, const salvo_contrast *line)
{
    json_t *count = json_object();

    json_object_set_new(count, "first", json_integer((json_int_t)line->first.count));
    json_object_set_new(count, "second", json_integer((json_int_t)line->second.count));
    json_object_set_new(count, "only_first", json_integer((json_int_t)line->only_first));
    json_object_set_new(count, "only_second", json_integer((json_int_t)line->only_second));
    json_object_set_new(object, "count", count);
}

static void put_contrast(json_t *object, const salvo_comparison *c, const salvo_contrast *line, bool counts)
{
    const salvo_answer answer = method_of(c);

    json_object_set_new(object, "first", json_number(value_of(c, &line->first)));
    json_object_set_new(object, "second", json_number(value_of(c, &line->second)));
    put_figure(object, "difference", &answer, &line->difference, false);
    if (!c->simulated)
        return;
    if (counts)
        put_counts(object, line);
    json_object_set_new(object, "worth",
                        isfinite(line->variance_reduction) ? json_number(line->variance_reduction) : json_null());
}

static json_t *variant_json(const salvo_question *question)
{
    json_t *variant = json_object();

    json_object_set_new(variant, "parameters", parameters_json(question));
    put_remark(variant, question);
    json_object_set_new(variant, "data_hash", json_sprintf("%016" PRIx64, question->book->store.hash));
    return variant;
}

static json_t *changed_json(const salvo_comparison *c)
{
    json_t *changed = json_array();

    for (size_t i = 0; i < c->first->procedure->schema.n_parameters; i++)
        if (is_changed(c, i))
            json_array_append_new(changed, json_string(c->first->procedure->schema.parameters[i].key));
    return changed;
}

/* Both must be fractions for the whole to be called so. */
static void put_methods(json_t *document, const salvo_comparison *c)
{
    salvo_answer answer = method_of(c);
    bool rational = c->odds[0].arithmetic == SALVO_RATIONAL && c->odds[1].arithmetic == SALVO_RATIONAL;

    answer.odds.arithmetic = rational ? SALVO_RATIONAL : SALVO_DOUBLE;
    put_method(document, &answer);
    json_object_del(document, "agreement"); /* of the odds of one variant; intervals say it of a difference */
}

static json_t *comparison_json(const salvo_comparison *c)
{
    json_t *document = json_object(), *outcomes = json_array(), *expectations = json_object();

    for (size_t i = 0; i < c->n_outcomes; i++) {
        json_t *outcome = json_object();

        json_object_set_new(outcome, "outcome", json_string(c->outcomes[i].name));
        put_contrast(outcome, c, &c->outcomes[i], true);
        json_array_append_new(outcomes, outcome);
    }
    for (size_t i = 0; i < c->n_means; i++) {
        json_t *mean = json_object();

        put_contrast(mean, c, &c->means[i], false);
        json_object_set_new(expectations, c->means[i].name, mean);
    }
    json_object_set_new(document, "procedure", json_string(c->first->procedure->schema.name));
    json_object_set_new(document, "first", variant_json(c->first));
    json_object_set_new(document, "second", variant_json(c->second));
    json_object_set_new(document, "changed", changed_json(c));
    put_methods(document, c);
    json_object_set_new(document, "outcomes", outcomes);
    json_object_set_new(document, "expectations", expectations);
    return document;
}

salvo_status salvo_report_comparison(FILE *out, salvo_format format, const salvo_comparison *comparison,
                                     salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, comparison_json(comparison), err);
    status = page_init(&p, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, comparison);
        else
            fill_page(&p, comparison);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
