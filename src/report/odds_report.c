#include "report/odds_report.h"

#include <inttypes.h>

#include "report/figures.h"
#include "report/json.h"

const char *const SALVO_FORMATS[SALVO_N_FORMATS] = {
    [SALVO_TABLE] = "table", [SALVO_CSV] = "csv", [SALVO_JSON] = "json", [SALVO_MARKDOWN] = "markdown"};

void add_method(page *p, const salvo_procedure *procedure, salvo_arithmetic arithmetic, uint64_t size)
{
    const char *what = procedure->roll ? size == 1 ? "dice result" : "dice results" : size == 1 ? "state" : "states";

    if (arithmetic == SALVO_RATIONAL)
        page_paragraph(p, "Exact: %" PRIu64 " %s, counted in fractions.", size, what);
    else
        page_paragraph(p, "Exact up to rounding: %" PRIu64 " %s, in floating point (the fractions outgrew %d bits).",
                       size, what, SALVO_FRACTION_BITS);
}

void add_situation(page *p, const salvo_question *question)
{
    salvo_text text = {0};

    if (question->procedure->explain)
        question->procedure->explain(question->situation, &text);
    page_text(p, &text);
    salvo_text_free(&text);
}

/* ---- for reading ------------------------------------------------------------------------------------------------------ */

static void add_outcomes(page *p, const salvo_odds *odds)
{
    sheet *s = page_sheet(p);
    int decimals = 0;

    sheet_column(s, "outcome", false);
    sheet_column(s, "probability", true);
    sheet_column(s, "fraction", true);
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        int needed = percent_decimals(odds->outcomes[i].probability.value);

        decimals = needed > decimals ? needed : decimals;
    }
    for (size_t i = 0; i < odds->n_outcomes; i++) {
        char percent[FIGURE_MAX];

        percent_text(percent, odds->outcomes[i].probability.value, decimals);
        sheet_cell(s, "%s", odds->outcomes[i].label);
        sheet_cell(s, "%s", percent);
        sheet_cell(s, "%s", short_fraction(odds->outcomes[i].probability.exact));
    }
}

static void add_means(page *p, const salvo_question *question, const salvo_odds *odds)
{
    sheet *s;

    if (odds->n_means == 0)
        return;
    s = page_sheet(p);
    sheet_column(s, "expectation", false);
    sheet_column(s, "value", true);
    sheet_column(s, "fraction", true);
    sheet_column(s, "", false);
    for (size_t i = 0; i < odds->n_means; i++) {
        char value[FIGURE_MAX];

        mean_text(value, odds->means[i].mean.value);
        sheet_cell(s, "%s", odds->means[i].name);
        sheet_cell(s, "%s", value);
        sheet_cell(s, "%s", short_fraction(odds->means[i].mean.exact));
        sheet_cell(s, "%s", question->procedure->expectations[odds->means[i].expectation].help);
    }
}

static void fill_page(page *p, const salvo_question *question, const salvo_odds *odds)
{
    page_heading(p, "%s: %s", question->procedure->name, question->procedure->title);
    add_situation(p, question);
    add_outcomes(p, odds);
    add_means(p, question, odds);
    add_method(p, question->procedure, odds->arithmetic, odds->size);
}

/* ---- for computing ------------------------------------------------------------------------------------------------------ */

static void add_tidy_row(sheet *s, const salvo_question *question, const char *quantity, const char *name,
                         const salvo_number *number)
{
    sheet_cell(s, "%s", question->procedure->name);
    sheet_cell(s, "%s", quantity);
    sheet_cell(s, "%s", name);
    sheet_cell(s, "%.15g", number->value);
    sheet_cell(s, "%s", number->exact ? number->exact : "");
    sheet_cell(s, "exact");
}

static void fill_tidy(page *p, const salvo_question *question, const salvo_odds *odds)
{
    static const char *const COLUMNS[] = {"procedure", "quantity", "name", "value", "exact", "method"};
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], false);
    for (size_t i = 0; i < odds->n_outcomes; i++)
        add_tidy_row(s, question, "probability", odds->outcomes[i].label, &odds->outcomes[i].probability);
    for (size_t i = 0; i < odds->n_means; i++)
        add_tidy_row(s, question, "expectation", odds->means[i].name, &odds->means[i].mean);
}

void put_number(json_t *object, const char *key, const salvo_number *number)
{
    json_object_set_new(object, key, json_number(number->value));
    if (number->exact)
        json_object_set_new(object, "exact", json_string(number->exact));
}

const char *arithmetic_name(salvo_arithmetic arithmetic)
{
    return arithmetic == SALVO_RATIONAL ? "rational" : "double";
}

static json_t *parameters_json(const salvo_question *question)
{
    json_t *parameters = json_object();

    for (size_t i = 0; i < question->procedure->n_parameters; i++)
        if (!question->values[i].absent)
            json_object_set_new(parameters, question->procedure->parameters[i].key,
                                json_value(&question->procedure->parameters[i], &question->values[i]));
    return parameters;
}

json_t *odds_json(const salvo_question *question, const salvo_odds *odds)
{
    json_t *document = json_object(), *outcomes = json_array(), *expectations = json_object();

    for (size_t i = 0; i < odds->n_outcomes; i++) {
        json_t *outcome = json_object();

        json_object_set_new(outcome, "outcome", json_string(odds->outcomes[i].label));
        put_number(outcome, "probability", &odds->outcomes[i].probability);
        json_array_append_new(outcomes, outcome);
    }
    for (size_t i = 0; i < odds->n_means; i++) {
        json_t *mean = json_object();

        put_number(mean, "value", &odds->means[i].mean);
        json_object_set_new(expectations, odds->means[i].name, mean);
    }
    json_object_set_new(document, "procedure", json_string(question->procedure->name));
    json_object_set_new(document, "parameters", parameters_json(question));
    json_object_set_new(document, "method", json_string("exact"));
    json_object_set_new(document, "arithmetic", json_string(arithmetic_name(odds->arithmetic)));
    json_object_set_new(document, "outcomes", outcomes);
    json_object_set_new(document, "expectations", expectations);
    return document;
}

salvo_status salvo_report_odds(FILE *out, salvo_format format, const salvo_question *question, const salvo_odds *odds,
                               salvo_error *err)
{
    page p;
    salvo_status status;

    if (format == SALVO_JSON)
        return json_write(out, odds_json(question, odds), err);
    status = page_init(&p, err);
    if (status == SALVO_OK) {
        if (format == SALVO_CSV)
            fill_tidy(&p, question, odds);
        else
            fill_page(&p, question, odds);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
