#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/odds_report.h"
#include "document/figures.h"
#include "document/json.h"
#include "simulate/statistics.h"

enum { SCORE_DECIMALS = 2, WORTH_DECIMALS = 2 };

static const char *method_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_EXACT ? "exact" : row->method == SALVO_BOTH ? "both" : "monte-carlo";
}

static double score_of(const salvo_tipping_row *row)
{
    return row->method == SALVO_MONTE_CARLO ? row->score.simulated.value : row->score.exact.value;
}

static void put_point(salvo_text *text, const salvo_tipping *t, const salvo_tipping_point *point, salvo_format format)
{
    const char *a = t->plan->army[0].list, *b = t->plan->army[1].list;
    char equal[FIGURE_MAX];

    reading_put(equal, read_number(point->equal, WORTH_DECIMALS), format);
    salvo_text_add(text, "%d x %s", point->n_a, a);
    if (isnan(point->equal))
        salvo_text_add(text, " still beats %d x %s, the most that a side can have", point->upto, b);
    else if (point->upto == 0)
        salvo_text_add(text, " does not hold its own against one %s: worth %s of it", b, equal);
    else
        salvo_text_add(text, " holds its own against %d x %s and not against %d: worth %s of them", point->upto, b,
                       point->upto + 1, equal);
}

static void add_points(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    for (size_t i = 0; i < t->n_points; i++) {
        salvo_text_put(&text, i ? "\n" : "");
        put_point(&text, t, &t->points[i], p->format);
    }
    page_text(p, &text);
    salvo_text_free(&text);
}

static const char *contest(const salvo_tipping *t)
{
    return t->of_armies ? "The battle" : "One against one";
}

static void put_range(salvo_text *text, const salvo_tipping *t, size_t i, salvo_format format)
{
    char upto[FIGURE_MAX], beyond[FIGURE_MAX];

    reading_put(upto, read_percent(t->ranges[i].upto, SCORE_DECIMALS), format);
    reading_put(beyond, read_percent(t->ranges[i].beyond, SCORE_DECIMALS), format);
    salvo_text_add(text, "%s%s changes hands at %g %s: %s up to it, %s beyond", i ? "\n" : "", contest(t),
                   t->ranges[i].range, t->book->store.distance_unit, upto, beyond);
}

static void add_ranges(page *p, const salvo_tipping *t)
{
    salvo_text text = {0};

    if (t->n_ranges == 0)
        salvo_text_add(&text, "%s changes hands at no range.", contest(t));
    for (size_t i = 0; i < t->n_ranges; i++)
        put_range(&text, t, i, p->format);
    page_text(p, &text);
    salvo_text_free(&text);
}

/* The score with the digits that its interval supports. */
static reading score_reading(const salvo_tipping_row *row)
{
    const salvo_estimate *e = &row->score.simulated;

    if (row->method != SALVO_MONTE_CARLO)
        return read_percent(row->score.exact.value, SCORE_DECIMALS);
    return read_percent(e->value, salvo_digits(100 * e->low, 100 * e->high));
}

static void add_rows(page *p, const salvo_tipping *t)
{
    sheet *s = page_sheet(p);

    sheet_name(s, "battles");
    sheet_column(s, t->of_armies ? "range" : "a", COLUMN_NUMBER);
    if (!t->of_armies)
        sheet_column(s, "b", COLUMN_NUMBER);
    sheet_column(s, "score", COLUMN_PROBABILITY);
    sheet_column(s, "95 % interval", COLUMN_INTERVAL);
    sheet_column(s, "method", COLUMN_TEXT);
    for (size_t i = 0; i < t->n_rows; i++) {
        const salvo_tipping_row *row = &t->rows[i];

        if (t->of_armies)
            sheet_cell(s, "%g", row->range);
        else
            sheet_cell(s, "%d", row->n_a);
        if (!t->of_armies)
            sheet_cell(s, "%d", row->n_b);
        sheet_reading(s, score_reading(row));
        if (row->method == SALVO_EXACT)
            sheet_cell(s, "%s", "");
        else
            sheet_reading(s, read_share_interval(&row->score.simulated));
        sheet_cell(s, "%s", method_of(row));
    }
}

/* Armies meet at every range. */
static void put_scene(page *p, const salvo_tipping *t)
{
    static const char SCORE[] = "The score is the chance that a wins and half of the chance that nobody does.";
    const char *scenario = SALVO_SCENARIOS[t->plan->scenario];

    if (t->of_armies)
        page_paragraph(p, "%s, from every range in %s. %s", scenario, t->book->store.distance_unit, SCORE);
    else
        page_paragraph(p, "%s at %g %s. %s", scenario, t->plan->range, t->book->store.distance_unit, SCORE);
}

static void fill_page(page *p, const salvo_tipping *t)
{
    if (t->of_armies)
        page_heading(p, "At which range %s and %s change hands: %s", t->plan->army[0].list, t->plan->army[1].list,
                     t->book->store.title);
    else
        page_heading(p, "How many %s equal a %s: %s", t->plan->army[1].list, t->plan->army[0].list,
                     t->book->store.title);
    put_scene(p, t);
    add_note(p, t->remark);
    add_rows(p, t);
    if (t->n_points)
        add_points(p, t);
    add_ranges(p, t);
}

static void fill_tidy(page *p, const salvo_tipping *t)
{
    static const char *const COLUMNS[] = {"a", "b", "range", "score", "low", "high", "method"};
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_NUMBER);
    if (t->remark)
        sheet_column(s, "remark", COLUMN_TEXT);
    for (size_t i = 0; i < t->n_rows; i++) {
        const salvo_tipping_row *row = &t->rows[i];

        sheet_cell(s, "%d", row->n_a);
        sheet_cell(s, "%d", row->n_b);
        sheet_cell(s, "%.15g", row->range);
        sheet_cell(s, "%.15g", score_of(row));
        for (int end = 0; end < 2; end++)
            if (row->method == SALVO_EXACT)
                sheet_cell(s, "%s", "");
            else
                sheet_cell(s, "%.6g", end ? row->score.simulated.high : row->score.simulated.low);
        sheet_cell(s, "%s", method_of(row));
        if (t->remark)
            sheet_cell(s, "%s", t->remark);
    }
}

static json_t *rows_json(const salvo_tipping *t)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < t->n_rows; i++) {
        const salvo_tipping_row *row = &t->rows[i];
        json_t *one = json_object();

        json_object_set_new(one, "a", json_integer(row->n_a));
        json_object_set_new(one, "b", json_integer(row->n_b));
        json_object_set_new(one, "range", json_number(row->range));
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

    for (size_t i = 0; i < t->n_points; i++) {
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
    put_note(document, t->remark);
    json_object_set_new(document, "battles", rows_json(t));
    json_object_set_new(document, "points", points_json(t));
    json_object_set_new(document, "ranges", ranges_json(t));
    return document;
}

salvo_status salvo_report_tipping(FILE *out, salvo_format format, const salvo_tipping *tipping, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, tipping_json(tipping), err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, tipping);
        else
            fill_page(&p, tipping);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
