#include "answers/odds_report.h"

#include <inttypes.h>
#include <math.h>
#include <salvo/report.h>
#include <string.h>

#include "document/figures.h"
#include "document/json.h"
#include "simulate/statistics.h"

const char *const SALVO_FORMATS[SALVO_N_FORMATS] = {
    [SALVO_TABLE] = "table", [SALVO_CSV] = "csv",   [SALVO_JSON] = "json", [SALVO_MARKDOWN] = "markdown",
    [SALVO_LATEX] = "latex", [SALVO_HTML] = "html", [SALVO_XLSX] = "xlsx"};

static void add_counting(page *p, const salvo_procedure *procedure, const salvo_odds *odds)
{
    const char *what = procedure->roll   ? odds->size == 1 ? "dice result" : "dice results"
                       : odds->size == 1 ? "state"
                                         : "states";

    if (odds->arithmetic == SALVO_RATIONAL)
        page_paragraph(p, "Exact: %" PRIu64 " %s, counted in fractions.", odds->size, what);
    else
        page_paragraph(p, "Exact up to rounding: %" PRIu64 " %s, in floating point (the fractions grew too long).",
                       odds->size, what);
}

bool is_reference_engine(const salvo_simulation *s)
{
    return strcmp(s->isa, "by-the-book") == 0;
}

static void add_simulating(page *p, const salvo_simulation *s)
{
    char stop[128] = "as many as were asked for";
    const char *broken_off = s->stopped_by == SALVO_INTERRUPTED ? "Partial, broken off. " : "";

    if (s->stopped_by == SALVO_STOPPED_BY_PRECISION)
        snprintf(stop, sizeof stop, "enough for a half-width of %g", s->precision);
    else if (s->stopped_by == SALVO_STOPPED_BY_CAP)
        snprintf(stop, sizeof stop, "the most that are made; a half-width of %g was not reached", s->precision);
    else if (s->stopped_by == SALVO_STOPPED_BY_TIME)
        snprintf(stop, sizeof stop, "ended by time");
    else if (s->stopped_by == SALVO_INTERRUPTED)
        snprintf(stop, sizeof stop, "all that were done");
    page_paragraph(
        p, "%sMonte Carlo%s: %" PRIu64 " trials, %s; seed %" PRIu64 "; 95 %% intervals; counts %016" PRIx64 ".",
        broken_off, is_reference_engine(s) ? ", every die by the book" : "", s->trials, stop, s->seed, s->hash);
}

void add_method(page *p, const salvo_procedure *procedure, const salvo_answer *answer)
{
    if (answer->counted)
        add_counting(p, procedure, &answer->odds);
    if (answer->simulated)
        add_simulating(p, &answer->simulation);
    if (answer->counted && answer->simulated)
        page_paragraph(p, "Agreement: chi-square %.3g, df %zu, p = %.3g.", answer->agreement.chi2, answer->agreement.df,
                       answer->agreement.p);
}

void add_engine_remark(page *p, const salvo_answer *answer)
{
    if (answer->engine_remark)
        page_paragraph(p, "%s", answer->engine_remark);
}

void add_remark(page *p, const salvo_question *question)
{
    add_note(p, salvo_question_remark(question));
}

void add_note(page *p, const char *remark)
{
    if (remark)
        page_paragraph(p, "Note: %s.", remark);
}

void put_remark(json_t *document, const salvo_question *question)
{
    put_note(document, salvo_question_remark(question));
}

void put_note(json_t *document, const char *remark)
{
    if (remark)
        json_object_set_new(document, "remark", json_string(remark));
}

void add_situation(page *p, const salvo_question *question)
{
    salvo_text text = {0};

    if (question->procedure->schema.explain)
        question->procedure->schema.explain(question->situation, &text);
    page_text(p, &text);
    salvo_text_free(&text);
}

static int decimals_of(const salvo_line *lines, size_t n)
{
    int decimals = 0;

    for (size_t i = 0; i < n; i++)
        if (percent_decimals(lines[i].figure.exact.value) > decimals)
            decimals = percent_decimals(lines[i].figure.exact.value);
    return decimals;
}

void add_probabilities(page *p, const char *heading, const salvo_answer *answer, const salvo_line *lines, size_t n)
{
    int decimals = decimals_of(lines, n);
    sheet *s = page_sheet(p);

    sheet_column(s, heading, COLUMN_TEXT);
    if (answer->counted) {
        sheet_column(s, "probability", COLUMN_PROBABILITY);
        sheet_column(s, "fraction", COLUMN_FRACTION);
    }
    if (answer->simulated) {
        sheet_column(s, "simulated", COLUMN_PROBABILITY);
        sheet_column(s, "95 % interval", COLUMN_INTERVAL);
    }
    for (size_t i = 0; i < n; i++) {
        const salvo_figure *figure = &lines[i].figure;

        sheet_cell(s, "%s", lines[i].name);
        if (answer->counted) {
            sheet_reading(s, read_percent(figure->exact.value, decimals));
            sheet_cell(s, "%s", short_fraction(figure->exact.exact));
        }
        if (answer->simulated) {
            sheet_reading(s, read_share(&figure->simulated, figure->count, answer->simulation.trials));
            sheet_reading(s, read_share_interval(&figure->simulated));
        }
    }
}

static void put_mean(sheet *s, const salvo_answer *answer, const salvo_figure *figure)
{
    if (answer->counted) {
        sheet_reading(s, read_number(figure->exact.value, SIX_DIGITS));
        sheet_cell(s, "%s", short_fraction(figure->exact.exact));
    }
    if (answer->simulated) {
        sheet_reading(s, read_mean(&figure->simulated));
        sheet_reading(s, read_mean_interval(&figure->simulated));
    }
}

static void add_means(page *p, const salvo_question *question, const salvo_answer *answer)
{
    sheet *s;

    if (answer->n_means == 0)
        return;
    s = page_sheet(p);
    sheet_column(s, "expectation", COLUMN_TEXT);
    if (answer->counted) {
        sheet_column(s, "value", COLUMN_NUMBER);
        sheet_column(s, "fraction", COLUMN_FRACTION);
    }
    if (answer->simulated) {
        sheet_column(s, "simulated", COLUMN_NUMBER);
        sheet_column(s, "95 % interval", COLUMN_INTERVAL);
    }
    sheet_column(s, "", COLUMN_TEXT);
    for (size_t i = 0; i < answer->n_means; i++) {
        sheet_cell(s, "%s", answer->means[i].name);
        put_mean(s, answer, &answer->means[i].figure);
        sheet_cell(s, "%s", question->procedure->expectations[answer->means[i].number].help);
    }
}

static void fill_page(page *p, const salvo_question *question, const salvo_answer *answer)
{
    page_heading(p, "%s: %s", question->procedure->schema.name, question->procedure->documentation.title);
    add_engine_remark(p, answer);
    add_remark(p, question);
    add_situation(p, question);
    add_probabilities(p, "outcome", answer, answer->outcomes, answer->n_outcomes);
    add_means(p, question, answer);
    add_method(p, question->procedure, answer);
}

static const char ENGINE_REMARK[] = "engine_remark";

void add_figure_columns(sheet *s, bool engine_remarks)
{
    static const char *const COLUMNS[] = {"value", "exact", "low", "high", "method", "trials", "seed", "stopped_by"};

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_TEXT);
    if (engine_remarks)
        sheet_column(s, ENGINE_REMARK, COLUMN_TEXT);
}

static void put_engine_remark(sheet *s, const salvo_answer *answer)
{
    if (strcmp(s->column[s->n_columns - 1].heading, ENGINE_REMARK) == 0)
        sheet_cell(s, "%s", answer->engine_remark ? answer->engine_remark : "");
}

static void put_bound(sheet *s, double bound)
{
    if (isfinite(bound))
        sheet_cell(s, "%.15g", bound);
    else
        sheet_cell(s, "%s", "");
}

void add_figure_rows(sheet *s, const salvo_answer *answer, const salvo_figure *figure,
                     void (*put)(sheet *s, const void *context), const void *context)
{
    if (answer->counted) {
        put(s, context);
        sheet_cell(s, "%.15g", figure->exact.value);
        sheet_cell(s, "%s", figure->exact.exact ? figure->exact.exact : "");
        for (int i = 0; i < 2; i++)
            sheet_cell(s, "%s", "");
        sheet_cell(s, "exact");
        for (int i = 0; i < 3; i++)
            sheet_cell(s, "%s", "");
        put_engine_remark(s, answer);
    }
    if (answer->simulated) {
        put(s, context);
        sheet_cell(s, "%.15g", figure->simulated.value);
        sheet_cell(s, "%s", "");
        put_bound(s, figure->simulated.low);
        put_bound(s, figure->simulated.high);
        sheet_cell(s, "monte-carlo");
        sheet_cell(s, "%" PRIu64, answer->simulation.trials);
        sheet_cell(s, "%" PRIu64, answer->simulation.seed);
        sheet_cell(s, "%s", SALVO_STOPPED_BY[answer->simulation.stopped_by]);
        put_engine_remark(s, answer);
    }
}

/* What stands before the figure in a row of one answer. */
struct row {
    const char *procedure, *quantity, *name, *remark;
};

static void put_row(sheet *s, const void *context)
{
    const struct row *row = context;

    sheet_cell(s, "%s", row->procedure);
    sheet_cell(s, "%s", row->quantity);
    sheet_cell(s, "%s", row->name);
    if (row->remark)
        sheet_cell(s, "%s", row->remark);
}

static void fill_tidy(page *p, const salvo_question *question, const salvo_answer *answer)
{
    const char *procedure = question->procedure->schema.name, *remark = salvo_question_remark(question);
    sheet *s = page_sheet(p);

    sheet_column(s, "procedure", COLUMN_TEXT);
    sheet_column(s, "quantity", COLUMN_TEXT);
    sheet_column(s, "name", COLUMN_TEXT);
    if (remark)
        sheet_column(s, "remark", COLUMN_TEXT);
    add_figure_columns(s, answer->engine_remark != NULL);
    for (size_t i = 0; i < answer->n_outcomes; i++)
        add_figure_rows(s, answer, &answer->outcomes[i].figure, put_row,
                        &(struct row){procedure, "probability", answer->outcomes[i].name, remark});
    for (size_t i = 0; i < answer->n_means; i++)
        add_figure_rows(s, answer, &answer->means[i].figure, put_row,
                        &(struct row){procedure, "expectation", answer->means[i].name, remark});
}

const char *method_name(const salvo_answer *answer)
{
    return answer->counted ? answer->simulated ? "both" : "exact" : "monte-carlo";
}

/* chi2 is null where an impossible outcome was seen. */
static json_t *agreement_json(const salvo_chi_square *test)
{
    json_t *agreement = json_object();

    json_object_set_new(agreement, "chi2", isfinite(test->chi2) ? json_number(test->chi2) : json_null());
    json_object_set_new(agreement, "df", json_integer((json_int_t)test->df));
    json_object_set_new(agreement, "p", json_number(test->p));
    return agreement;
}

void put_method(json_t *document, const salvo_answer *answer)
{
    json_object_set_new(document, "method", json_string(method_name(answer)));
    if (answer->counted)
        json_object_set_new(document, "arithmetic",
                            json_string(answer->odds.arithmetic == SALVO_RATIONAL ? "rational" : "double"));
    if (answer->simulated) {
        const salvo_simulation *s = &answer->simulation;

        json_object_set_new(document, "trials", json_integer((json_int_t)s->trials));
        json_object_set_new(document, "seed", json_integer((json_int_t)s->seed));
        json_object_set_new(document, "stopped_by", json_string(SALVO_STOPPED_BY[s->stopped_by]));
        if (s->stopped_by == SALVO_INTERRUPTED)
            json_object_set_new(document, "partial", json_true());
        json_object_set_new(document, "counts_hash", json_sprintf("%016" PRIx64, s->hash));
        json_object_set_new(document, "engine", json_string(is_reference_engine(s) ? "by-the-book" : "kernel"));
    }
    if (answer->engine_remark)
        json_object_set_new(document, ENGINE_REMARK, json_string(answer->engine_remark));
    if (answer->counted && answer->simulated)
        json_object_set_new(document, "agreement", agreement_json(&answer->agreement));
}

json_t *interval_json(const salvo_estimate *estimate)
{
    json_t *pair = json_array();

    json_array_append_new(pair, isfinite(estimate->low) ? json_number(estimate->low) : json_null());
    json_array_append_new(pair, isfinite(estimate->high) ? json_number(estimate->high) : json_null());
    return pair;
}

void put_figure(json_t *object, const char *key, const salvo_answer *answer, const salvo_figure *figure, bool counted)
{
    json_object_set_new(object, key, json_number(figure_value(answer, figure)));
    if (answer->counted && figure->exact.exact)
        json_object_set_new(object, "exact", json_string(figure->exact.exact));
    if (!answer->simulated)
        return;
    if (counted)
        json_object_set_new(object, "count", json_integer((json_int_t)figure->count));
    if (answer->counted)
        json_object_set_new(object, "simulated", json_number(figure->simulated.value));
    json_object_set_new(object, "ci95", interval_json(&figure->simulated));
}

json_t *parameters_json(const salvo_question *question)
{
    json_t *parameters = json_object();

    for (size_t i = 0; i < question->procedure->schema.n_parameters; i++)
        if (!question->values[i].absent)
            json_object_set_new(parameters, question->procedure->schema.parameters[i].key,
                                json_value(&question->procedure->schema.parameters[i], &question->values[i]));
    return parameters;
}

json_t *odds_json(const salvo_question *question, const salvo_answer *answer)
{
    json_t *document = json_object(), *outcomes = json_array(), *expectations = json_object();

    for (size_t i = 0; i < answer->n_outcomes; i++) {
        json_t *outcome = json_object();

        json_object_set_new(outcome, "outcome", json_string(answer->outcomes[i].name));
        put_figure(outcome, "probability", answer, &answer->outcomes[i].figure, true);
        json_array_append_new(outcomes, outcome);
    }
    for (size_t i = 0; i < answer->n_means; i++) {
        json_t *mean = json_object();

        put_figure(mean, "value", answer, &answer->means[i].figure, false);
        json_object_set_new(expectations, answer->means[i].name, mean);
    }
    json_object_set_new(document, "procedure", json_string(question->procedure->schema.name));
    json_object_set_new(document, "parameters", parameters_json(question));
    put_remark(document, question);
    put_method(document, answer);
    json_object_set_new(document, "outcomes", outcomes);
    json_object_set_new(document, "expectations", expectations);
    return document;
}

salvo_status salvo_report_odds(FILE *out, salvo_format format, const salvo_question *question,
                               const salvo_answer *answer, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, odds_json(question, answer), err);
    status = page_init(&p, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, question, answer);
        else
            fill_page(&p, question, answer);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

void caption_method(chart *c, const salvo_procedure *procedure, const salvo_answer *answer)
{
    page p;

    if (page_init(&p, NULL) == SALVO_OK)
        add_method(&p, procedure, answer);
    chart_caption_page(c, &p);
    page_free(&p);
}
