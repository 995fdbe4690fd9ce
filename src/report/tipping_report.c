#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "report/figures.h"
#include "report/json.h"
#include "report/odds_report.h"

static const char *method_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_EXACT ? "exact" : row->method == SALVO_BOTH ? "both" : "monte-carlo";
}

static double score_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_MONTE_CARLO ? row->score.simulated.value : row->score.exact.value;
}

/* ---- for reading ------------------------------------------------------------------------------------------------------ */

static void put_point(salvo_text *text, const salvo_tipping *t, const salvo_tipping_point *point)
{
    const char *a = t->plan->army[0].list, *b = t->plan->army[1].list;

    salvo_text_add(text, "%d x %s", point->n_a, a);
    if (isnan(point->equal))
        salvo_text_add(text, " still beats %d x %s, the most that a side can have", point->upto, b);
    else if (point->upto == 0)
        salvo_text_add(text, " does not hold its own against one %s: worth %.2f of it", b, point->equal);
    else
        salvo_text_add(text, " holds its own against %d x %s and not against %d: worth %.2f of them", point->upto, b,
                       point->upto + 1, point->equal);
}

static void add_points(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    for (size_t i = 0; i < SALVO_TIPPING_MOST; i++) {
        salvo_text_put(&text, i ? "\n" : "");
        put_point(&text, t, &t->points[i]);
    }
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_ranges(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    if (t->n_ranges == 0)
        salvo_text_put(&text, "One against one changes hands at no range.");
    for (size_t i = 0; i < t->n_ranges; i++)
        salvo_text_add(&text, "%sOne against one changes hands at %g %s: %.2f %% up to it, %.2f %% beyond",
                       i ? "\n" : "", t->ranges[i].range, t->book->store.distance_unit, 100 * t->ranges[i].upto,
                       100 * t->ranges[i].beyond);
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_rows(page *p, const salvo_tipping *t, bool tidy)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "a", true);
    sheet_column(s, "b", true);
    sheet_column(s, "score", true);
    sheet_column(s, "low", true);
    sheet_column(s, "high", true);
    sheet_column(s, "method", false);
    for (size_t i = 0; i < t->n_rows; i++) {
        const salvo_tipping_row *row = &t->rows[i];
        char percent[FIGURE_MAX];

        sheet_cell(s, "%d", row->n_a);
        sheet_cell(s, "%d", row->n_b);
        percent_text(percent, score_of(row), 2);
        if (tidy)
            sheet_cell(s, "%.15g", score_of(row));
        else
            sheet_cell(s, "%s", percent);
        for (int end = 0; end < 2; end++)
            if (row->method == SALVO_EXACT)
                sheet_cell(s, "%s", "");
            else
                sheet_cell(s, "%.6g", end ? row->score.simulated.high : row->score.simulated.low);
        sheet_cell(s, "%s", method_of(row));
    }
}

static void fill_page(page *p, const salvo_tipping *t)
{
    page_heading(p, "How many %s equal a %s: %s", t->plan->army[1].list, t->plan->army[0].list, t->book->store.title);
    page_paragraph(p, "%s at %g %s. The score is the chance that a wins and half of the chance that nobody does.",
                   SALVO_SCENARIOS[t->plan->scenario], t->plan->range, t->book->store.distance_unit);
    add_rows(p, t, false);
    add_points(p, t);
    add_ranges(p, t);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------------- */

static json_t *rows_json(const salvo_tipping *t)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < t->n_rows; i++) {
        const salvo_tipping_row *row = &t->rows[i];
        json_t *one = json_object();

        json_object_set_new(one, "a", json_integer(row->n_a));
        json_object_set_new(one, "b", json_integer(row->n_b));
        json_object_set_new(one, "score", json_number(score_of(row)));
        json_object_set_new(one, "method", json_string(method_of(row)));
        if (row->method != SALVO_EXACT)
            json_object_set_new(one, "ci95", interval_json(&row->score.simulated));
        json_array_append_new(rows, one);
    }
    return rows;
}

static json_t *points_json(const salvo_tipping *t)
{
    json_t *points = json_array();

    for (size_t i = 0; i < SALVO_TIPPING_MOST; i++) {
        json_t *one = json_object();

        json_object_set_new(one, "a", json_integer(t->points[i].n_a));
        json_object_set_new(one, "holds_against", json_integer(t->points[i].upto));
        json_object_set_new(one, "equals", isnan(t->points[i].equal) ? json_null() : json_number(t->points[i].equal));
        json_array_append_new(points, one);
    }
    return points;
}

static json_t *ranges_json(const salvo_tipping *t)
{
    json_t *ranges = json_array();

    for (size_t i = 0; i < t->n_ranges; i++) {
        json_t *one = json_object();

        json_object_set_new(one, "range", json_number(t->ranges[i].range));
        json_object_set_new(one, "score_upto", json_number(t->ranges[i].upto));
        json_object_set_new(one, "score_beyond", json_number(t->ranges[i].beyond));
        json_array_append_new(ranges, one);
    }
    return ranges;
}

static json_t *tipping_json(const salvo_tipping *t)
{
    json_t *document = json_object();

    json_object_set_new(document, "ruleset", json_string(t->book->ruleset->id));
    json_object_set_new(document, "a", json_string(t->plan->army[0].list));
    json_object_set_new(document, "b", json_string(t->plan->army[1].list));
    json_object_set_new(document, "range", json_number(t->plan->range));
    json_object_set_new(document, "scenario", json_string(SALVO_SCENARIOS[t->plan->scenario]));
    json_object_set_new(document, "battles", rows_json(t));
    json_object_set_new(document, "points", points_json(t));
    json_object_set_new(document, "ranges", ranges_json(t));
    return document;
}

salvo_status salvo_report_tipping(FILE *out, salvo_format format, const salvo_tipping *tipping, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format == SALVO_JSON)
        return json_write(out, tipping_json(tipping), err);
    status = page_init(&p, err);
    if (status == SALVO_OK) {
        if (format == SALVO_CSV)
            add_rows(&p, tipping, true);
        else
            fill_page(&p, tipping);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
