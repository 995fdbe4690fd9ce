#include <salvo/report.h>

#include <stdlib.h>
#include <string.h>

#include "report/figures.h"
#include "report/json.h"
#include "report/odds_report.h"

/* What the columns of a wide curve are: every outcome that comes at some point, then every mean. */
typedef struct columns {
    int *outcomes; /* ascending */
    const char **labels;
    size_t n_outcomes;
    size_t means[SALVO_EXPECTATIONS_MAX];
    size_t n_means;
} columns;

static void note_outcome(columns *c, const salvo_outcome *outcome)
{
    size_t at = c->n_outcomes;

    while (at > 0 && c->outcomes[at - 1] >= outcome->outcome)
        at--;
    if (at < c->n_outcomes && c->outcomes[at] == outcome->outcome)
        return;
    memmove(c->outcomes + at + 1, c->outcomes + at, (c->n_outcomes - at) * sizeof *c->outcomes);
    memmove(c->labels + at + 1, c->labels + at, (c->n_outcomes - at) * sizeof *c->labels);
    c->outcomes[at] = outcome->outcome;
    c->labels[at] = outcome->label;
    c->n_outcomes++;
}

static void note_mean(columns *c, size_t expectation)
{
    for (size_t i = 0; i < c->n_means; i++)
        if (c->means[i] == expectation)
            return;
    c->means[c->n_means++] = expectation;
}

static salvo_status find_columns(columns *c, const salvo_curve *curve, salvo_arena *memory, salvo_error *err)
{
    size_t most = 0;

    for (size_t i = 0; i < curve->n_points; i++)
        most += curve->odds[i].n_outcomes;
    *c = (columns){.outcomes = salvo_arena_array(memory, most + 1, sizeof *c->outcomes),
                   .labels = salvo_arena_array(memory, most + 1, sizeof *c->labels)};
    if (!c->outcomes || !c->labels)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < curve->n_points; i++) {
        for (size_t k = 0; k < curve->odds[i].n_outcomes; k++)
            note_outcome(c, &curve->odds[i].outcomes[k]);
        for (size_t k = 0; k < curve->odds[i].n_means; k++)
            note_mean(c, curve->odds[i].means[k].expectation);
    }
    return SALVO_OK;
}

static const char *swept_value(const salvo_curve *curve, size_t point, size_t sweep)
{
    const salvo_question *q = &curve->questions[point];

    return q->values[salvo_parameter_find(curve->procedure, curve->over[sweep])].text;
}

/* ---- for reading --------------------------------------------------------------------------------------------------- */

static void add_outcome_cell(sheet *s, const salvo_odds *odds, int outcome)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (odds->outcomes[i].outcome == outcome) {
            double p = odds->outcomes[i].probability.value;
            char percent[FIGURE_MAX];

            percent_text(percent, p, percent_decimals(p));
            sheet_cell(s, "%s", percent);
            return;
        }
    sheet_cell(s, "-");
}

static void add_mean_cell(sheet *s, const salvo_odds *odds, size_t expectation)
{
    for (size_t i = 0; i < odds->n_means; i++)
        if (odds->means[i].expectation == expectation) {
            char value[FIGURE_MAX];

            mean_text(value, odds->means[i].mean.value);
            sheet_cell(s, "%s", value);
            return;
        }
    sheet_cell(s, "-");
}

static bool is_number(const salvo_curve *curve, size_t sweep)
{
    salvo_kind kind = curve->procedure->parameters[salvo_parameter_find(curve->procedure, curve->over[sweep])].kind;

    return kind == SALVO_INTEGER || kind == SALVO_DECIMAL;
}

/* What all points share, in the words a user would type: "weapon=cannon-b target=vehicle ...", only what was given. */
static void add_shared(page *p, const salvo_curve *curve)
{
    const salvo_question *q = &curve->questions[0];
    salvo_text text = {0};

    for (size_t i = 0; i < curve->procedure->n_parameters; i++) {
        const char *key = curve->procedure->parameters[i].key;
        bool swept = false;

        for (size_t k = 0; k < curve->n_over; k++)
            swept = swept || strcmp(curve->over[k], key) == 0;
        if (q->values[i].given && !swept)
            salvo_text_add(&text, "%s%s=%s", text.length ? " " : "", key, q->values[i].text);
    }
    page_text(p, &text);
    salvo_text_free(&text);
}

static void fill_page(page *p, const salvo_curve *curve, const columns *c)
{
    bool rational = true;
    sheet *s;

    page_heading(p, "%s over %s%s%s", curve->procedure->name, curve->over[0], curve->n_over > 1 ? " and " : "",
                 curve->n_over > 1 ? curve->over[1] : "");
    add_shared(p, curve);
    s = page_sheet(p);
    for (size_t k = 0; k < curve->n_over; k++)
        sheet_column(s, curve->over[k], is_number(curve, k));
    for (size_t k = 0; k < c->n_outcomes; k++)
        sheet_column(s, c->labels[k], true);
    for (size_t k = 0; k < c->n_means; k++) {
        char heading[64];

        snprintf(heading, sizeof heading, "E(%s)", curve->procedure->expectations[c->means[k]].name);
        sheet_column(s, heading, true);
    }
    for (size_t i = 0; i < curve->n_points; i++) {
        for (size_t k = 0; k < curve->n_over; k++)
            sheet_cell(s, "%s", swept_value(curve, i, k));
        for (size_t k = 0; k < c->n_outcomes; k++)
            add_outcome_cell(s, &curve->odds[i], c->outcomes[k]);
        for (size_t k = 0; k < c->n_means; k++)
            add_mean_cell(s, &curve->odds[i], c->means[k]);
        rational = rational && curve->odds[i].arithmetic == SALVO_RATIONAL;
    }
    page_paragraph(p,
                   rational ? "Exact, counted in fractions." : "Exact up to rounding: some points in floating point.");
}

/* ---- for computing -------------------------------------------------------------------------------------------------- */

static void add_tidy_row(sheet *s, const salvo_curve *curve, size_t point, const char *quantity, const char *name,
                         const salvo_number *number)
{
    sheet_cell(s, "%s", curve->procedure->name);
    for (size_t k = 0; k < curve->n_over; k++)
        sheet_cell(s, "%s", swept_value(curve, point, k));
    sheet_cell(s, "%s", quantity);
    sheet_cell(s, "%s", name);
    sheet_cell(s, "%.15g", number->value);
    sheet_cell(s, "%s", number->exact ? number->exact : "");
    sheet_cell(s, "exact");
}

static void fill_tidy(page *p, const salvo_curve *curve)
{
    static const char *const COLUMNS[] = {"quantity", "name", "value", "exact", "method"};
    sheet *s = page_sheet(p);

    sheet_column(s, "procedure", false);
    for (size_t k = 0; k < curve->n_over; k++)
        sheet_column(s, curve->over[k], false);
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], false);
    for (size_t i = 0; i < curve->n_points; i++) {
        const salvo_odds *odds = &curve->odds[i];

        for (size_t k = 0; k < odds->n_outcomes; k++)
            add_tidy_row(s, curve, i, "probability", odds->outcomes[k].label, &odds->outcomes[k].probability);
        for (size_t k = 0; k < odds->n_means; k++)
            add_tidy_row(s, curve, i, "expectation", odds->means[k].name, &odds->means[k].mean);
    }
}

static json_t *curve_json(const salvo_curve *curve)
{
    json_t *document = json_object(), *over = json_array(), *points = json_array();

    for (size_t k = 0; k < curve->n_over; k++)
        json_array_append_new(over, json_string(curve->over[k]));
    for (size_t i = 0; i < curve->n_points; i++)
        json_array_append_new(points, odds_json(&curve->questions[i], &curve->odds[i]));
    json_object_set_new(document, "procedure", json_string(curve->procedure->name));
    json_object_set_new(document, "over", over);
    json_object_set_new(document, "points", points);
    return document;
}

salvo_status salvo_report_curve(FILE *out, salvo_format format, const salvo_curve *curve, salvo_error *err)
{
    page p;
    columns c;
    salvo_status status;

    if (format == SALVO_JSON)
        return json_write(out, curve_json(curve), err);
    status = page_init(&p, err);
    if (status == SALVO_OK && format == SALVO_CSV)
        fill_tidy(&p, curve);
    else if (status == SALVO_OK && (status = find_columns(&c, curve, p.memory, err)) == SALVO_OK)
        fill_page(&p, curve, &c);
    if (status == SALVO_OK)
        status = page_write(out, format, &p, err);
    page_free(&p);
    return status;
}
