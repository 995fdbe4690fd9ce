/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart copies every text of its builder, so that an answer may be freed before its picture is drawn. */
#include "chart/chart.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "base/grow.h"
#include "base/try.h"
#include "base/utf8.h"
#include "document/figures.h"
#include "document/page.h"

/* NAN: an axis reaches as far as its points. */
salvo_status chart_init(chart *c, chart_kind kind, salvo_error *err)
{
    const chart_axis axis = {.title = "", .low = NAN, .high = NAN};

    *c = (chart){.kind = kind, .title = "", .subtitle = "", .caption = "", .x = axis, .y = axis, .values = axis};
    c->memory = salvo_arena_new();
    return c->memory ? SALVO_OK : salvo_fail_memory(err);
}

/* Points and names grow one by one, which an arena cannot do; texts are in the arena. */
void chart_free(chart *c)
{
    for (size_t i = 0; i < c->n_series; i++)
        free(c->series[i].points);
    free(c->series);
    free(c->x.names);
    free(c->y.names);
    salvo_arena_free(c->memory);
    memset(c, 0, sizeof *c);
}

/* Builders ignore errors: failures are noted in the chart, and checked here once, before anything is drawn. */
salvo_status chart_check(const chart *c, salvo_error *err)
{
    return c->failed ? salvo_fail_memory(err) : SALVO_OK;
}

/* The result is never NULL, so that builders need no checks. */
const char *chart_text(chart *c, const char *format, ...)
{
    const char *text;
    va_list values;

    va_start(values, format);
    text = salvo_arena_vprintf(c->memory, format, values);
    va_end(values);
    text = text ? salvo_text_shown(text, c->memory) : NULL;
    c->failed = c->failed || !text;
    return text ? text : "";
}

/* The builder's text is freed in any case; a copy stays. */
const char *chart_built(chart *c, salvo_text *text)
{
    const char *kept = chart_text(c, "%s", salvo_text_of(text));

    c->failed = c->failed || text->failed;
    salvo_text_free(text);
    return kept;
}

void chart_caption(chart *c, const char *sentence)
{
    c->caption = chart_text(c, "%s%s%s", c->caption, *c->caption ? " " : "", sentence);
}

/* The remark is below the picture and in its data. Without it the figures would look as if the rules themselves stated
 * them. */
void chart_remark(chart *c, const char *remark)
{
    if (!remark)
        return;
    c->remark = chart_text(c, "%s", remark);
    chart_caption(c, chart_text(c, "Note: %s.", remark));
}

/* A caption has room for the paragraphs of a page, but not for its tables. */
void chart_caption_page(chart *c, const page *p)
{
    for (const block *b = p->first; b; b = b->next)
        if (b->kind == PARAGRAPH && b->text)
            chart_caption(c, b->text);
    c->failed = c->failed || p->failed;
}

/* Pictures are copied out of their folder. The hash of the tables identifies the version of the data. */
void chart_caption_book(chart *c, const salvo_rulebook *book)
{
    /* Dice expressions have no tables. */
    if (book->store.n_tables == 0)
        chart_caption(c, chart_text(c, "%s; salvo %s.", book->store.title, salvo_version()));
    else
        chart_caption(c, chart_text(c, "%s, data %016" PRIx64 "; salvo %s.", book->store.title,
                                    salvo_store_hash(&book->store), salvo_version()));
}

/* Two points with the same name share its place. */
double chart_name(chart *c, chart_axis *axis, const char *name)
{
    for (size_t i = 0; i < axis->n_names; i++)
        if (strcmp(axis->names[i], name) == 0)
            return (double)i;
    if (!salvo_grow(&axis->names, &axis->capacity, axis->n_names + 1, sizeof *axis->names)) {
        c->failed = true;
        return 0;
    }
    axis->names[axis->n_names] = chart_text(c, "%s", name);
    return (double)axis->n_names++;
}

/* If memory is out, the series is discarded, but builders may still fill it. */
chart_series *chart_add_series(chart *c, const char *name)
{
    chart_series *s = &c->nowhere;

    if (salvo_grow(&c->series, &c->capacity, c->n_series + 1, sizeof *c->series))
        s = &c->series[c->n_series++];
    else
        c->failed = true;
    *s = (chart_series){.name = chart_text(c, "%s", name)};
    s->label = s->name;
    return s;
}

/* The series may be the one that takes lost points. */
void chart_add_point(chart *c, chart_series *s, chart_point point)
{
    if (c->failed || !salvo_grow(&s->points, &s->capacity, s->n_points + 1, sizeof *s->points)) {
        c->failed = true;
        return;
    }
    if (point.label)
        point.label = chart_text(c, "%s", point.label);
    s->points[s->n_points++] = point;
}

/* References help the eye: beyond their limit the picture is already full of them. */
void chart_refer(chart *c, int direction, double value, const char *label)
{
    if (c->n_references == CHART_REFERENCES_MAX)
        return;
    c->references[c->n_references].direction = direction;
    c->references[c->n_references].value = value;
    c->references[c->n_references++].label = chart_text(c, "%s", label);
}

/* NAN means "not given" in every optional member. */
chart_point chart_at(double x, double y)
{
    return (chart_point){.x = x, .y = y, .low = NAN, .high = NAN, .value = NAN};
}

bool chart_has_interval(const chart_point *p)
{
    return isfinite(p->low) && isfinite(p->high);
}

bool chart_has_intervals(const chart_series *s)
{
    for (size_t i = 0; i < s->n_points; i++)
        if (chart_has_interval(&s->points[i]))
            return true;
    return false;
}

chart_point chart_figure(double x, const salvo_answer *answer, const salvo_figure *figure)
{
    chart_point point = chart_at(x, figure_value(answer, figure));

    /* If the exact value is known, the interval of a check is not drawn. */
    if (!answer->exact && isfinite(figure->simulated.low) && isfinite(figure->simulated.high)) {
        point.low = figure->simulated.low;
        point.high = figure->simulated.high;
    }
    return point;
}

/* Points are in ascending order of x. Steps hold their value up to the next point; lines are straight between two
 * points. There is no line to the left of the first. */
double chart_y_at(const chart_series *s, double x)
{
    for (size_t i = 0; i < s->n_points; i++) {
        const chart_point *p = &s->points[i], *before = p - 1;

        /* Sums of decimal steps miss their values slightly. */
        if (p->x < x - 1e-9)
            continue;
        if (s->steps || p->x <= x + 1e-9)
            return p->y;
        return i ? before->y + (x - before->x) / (p->x - before->x) * (p->y - before->y) : NAN;
    }
    return NAN;
}

/* It has fifteen digits, so that a drawing of the data is the same picture. */
static void put_known(sheet *s, double number)
{
    if (isfinite(number))
        sheet_cell(s, "%.15g", number);
    else
        sheet_cell(s, "%s", "");
}

/* The data has the name itself. */
static void put_place(sheet *s, const chart_axis *axis, double place)
{
    if (axis->scale == AXIS_NAMES)
        sheet_cell(s, "%s", axis->names[(size_t)place]);
    else
        put_known(s, place);
}

static void put_point(sheet *s, const chart *c, const chart_series *series, const chart_point *point)
{
    sheet_cell(s, "%s", series->name);
    if (c->kind == CHART_POINTS)
        sheet_cell(s, "%s", point->label ? point->label : "");
    put_place(s, &c->x, point->x);
    put_place(s, &c->y, point->y);
    if (c->kind == CHART_HEAT)
        put_known(s, point->value);
    put_known(s, point->low);
    put_known(s, point->high);
    if (c->remark)
        sheet_cell(s, "%s", c->remark);
}

/* Headings are the titles of the axes, which name the units. */
static void fill_data(page *p, const chart *c)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "series", COLUMN_TEXT);
    if (c->kind == CHART_POINTS)
        sheet_column(s, "label", COLUMN_TEXT);
    sheet_column(s, c->x.title, COLUMN_TEXT);
    sheet_column(s, c->y.title, COLUMN_TEXT);
    if (c->kind == CHART_HEAT)
        sheet_column(s, c->values.title, COLUMN_TEXT);
    sheet_column(s, "low", COLUMN_TEXT);
    sheet_column(s, "high", COLUMN_TEXT);
    if (c->remark)
        sheet_column(s, "remark", COLUMN_TEXT);
    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++)
            put_point(s, c, &c->series[i], &c->series[i].points[k]);
}

/* It uses the page's own CSV, so that quotes and line ends are those of all CSV. */
salvo_status chart_write_data(FILE *out, const chart *c, salvo_error *err)
{
    page p;
    salvo_status status;

    TRY(chart_check(c, err));
    page_begin(&p, (salvo_format){.kind = SALVO_CSV});
    fill_data(&p, c);
    status = page_write(out, (salvo_format){.kind = SALVO_CSV}, &p, err);
    page_free(&p);
    return status;
}
