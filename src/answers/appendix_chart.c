/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid of an appendix as a picture. */
#include <math.h>
#include <string.h>

#include "answers/appendix_report.h"
#include "appendix/translation.h"
#include "document/figures.h"
#include "rules/parse.h"

/* More lines than these cannot be told apart, and more bars are thinner than their labels. */
enum { LINES_MAX = 10, BARS_MAX = 24 };

appendix_picture *appendix_pictures(const salvo_appendix *a, salvo_arena *memory, size_t *n)
{
    appendix_picture *pictures;
    size_t grids = 0;

    *n = 0;
    for (size_t i = 0; i < a->n_entries; i++)
        grids += a->entries[i].drawn ? a->entries[i].n_grids : 0;
    pictures = salvo_arena_array(memory, grids + 1, sizeof *pictures);
    for (size_t i = 0; pictures && i < a->n_entries; i++)
        for (size_t k = 0; a->entries[i].drawn && k < a->entries[i].n_grids; k++)
            pictures[(*n)++] = (appendix_picture){i, k};
    return pictures;
}

/* A grid during drawing. If it is turned, lines run over its columns. */
typedef struct drawing {
    chart *c;
    const salvo_appendix_entry *entry;
    const salvo_appendix_grid *grid;
    bool turned, percent;
} drawing;

static const char *say(const drawing *d, const char *said)
{
    return translation_of(d->entry->words, said);
}

/* Only rows of pairs have a word between the two names. */
static const char *name_of(const drawing *d, const salvo_appendix_value *value)
{
    const char *words = appendix_row_words(d->entry, value->name, d->c->memory);

    return words ? words : value->name;
}

static size_t n_along(const drawing *d)
{
    return d->turned ? d->grid->n_columns : d->grid->n_rows;
}

static size_t n_lines(const drawing *d)
{
    return d->turned ? d->grid->n_rows : d->grid->n_columns;
}

static const salvo_appendix_value *along(const drawing *d, size_t at)
{
    return d->turned ? &d->grid->columns[at].value : &d->grid->rows[at];
}

static const salvo_appendix_value *line(const drawing *d, size_t at)
{
    return d->turned ? &d->grid->rows[at] : &d->grid->columns[at].value;
}

static const salvo_appendix_cell *cell(const drawing *d, size_t at, size_t of_line)
{
    const size_t row = d->turned ? of_line : at, column = d->turned ? at : of_line;

    return &d->grid->cells[row * d->grid->n_columns + column];
}

/* Chances and other numbers share no axis. If a grid has both, chances are drawn. */
static bool is_drawn(const drawing *d, size_t at, size_t of_line)
{
    const size_t column = d->turned ? at : of_line;

    return cell(d, at, of_line)->present && d->grid->columns[column].probability == d->percent;
}

static bool has_chances(const salvo_appendix_grid *g)
{
    for (size_t c = 0; c < g->n_columns; c++)
        if (g->columns[c].probability)
            return true;
    return false;
}

static bool are_numbers(const drawing *d)
{
    double number;

    for (size_t i = 0; i < n_along(d); i++)
        if (!salvo_number_parse(along(d, i)->text, &number))
            return false;
    return n_along(d) > 1;
}

static double figure_at(const drawing *d, size_t at, size_t of_line)
{
    const salvo_appendix_cell *from = cell(d, at, of_line);

    return from->exact ? from->figure.exact.value : from->figure.simulated.value;
}

static void add_interval(const drawing *d, size_t at, size_t of_line, chart_point *point)
{
    const salvo_appendix_cell *from = cell(d, at, of_line);

    if (!from->exact && from->simulated) {
        point->low = from->figure.simulated.low;
        point->high = from->figure.simulated.high;
    }
}

/* A combination that the rules refuse does not interrupt a line. It is left out; its cell is a dash. */
static void add_line(const drawing *d, size_t of_line)
{
    chart_series *s = chart_add_series(d->c, name_of(d, line(d, of_line)));

    for (size_t i = 0; i < n_along(d); i++) {
        chart_point point;
        double x;

        if (!is_drawn(d, i, of_line) || !salvo_number_parse(along(d, i)->text, &x))
            continue;
        point = chart_at(x, figure_at(d, i, of_line));
        add_interval(d, i, of_line, &point);
        chart_add_point(d->c, s, point);
    }
}

static const char *label_of(const drawing *d, double value)
{
    char text[FIGURE_MAX];

    if (!d->percent)
        return chart_text(d->c, "%.4g", value);
    percent_text(text, value, 1);
    return chart_text(d->c, "%s", text);
}

static void add_bars(const drawing *d, size_t of_line)
{
    chart_series *s = chart_add_series(d->c, name_of(d, line(d, of_line)));

    for (size_t i = 0; i < n_along(d) && i < BARS_MAX; i++) {
        chart_point bar;

        if (!is_drawn(d, i, of_line))
            continue;
        bar = chart_at(figure_at(d, i, of_line), chart_name(d->c, &d->c->y, name_of(d, along(d, i))));
        add_interval(d, i, of_line, &bar);
        bar.label = label_of(d, bar.x);
        chart_add_point(d->c, s, bar);
    }
}

/* A line without points would only be a name in the picture. */
static bool has_points(const drawing *d, size_t of_line)
{
    for (size_t i = 0; i < n_along(d); i++)
        if (is_drawn(d, i, of_line))
            return true;
    return false;
}

static void add_all(const drawing *d, void (*add)(const drawing *d, size_t of_line))
{
    size_t drawn = 0;

    for (size_t i = 0; i < n_lines(d) && drawn < LINES_MAX; i++)
        if (has_points(d, i)) {
            add(d, i);
            drawn++;
        }
}

/* Returns what the values are: the grid's one quantity, the only one that is drawn, or the quantity that they share. */
static const char *quantity_of(const drawing *d)
{
    const char *only = NULL;
    size_t n = 0;

    for (size_t c = 0; c < d->grid->n_columns; c++)
        if (d->grid->columns[c].probability == d->percent) {
            only = d->grid->columns[c].value.name;
            n++;
        }
    if (d->grid->quantity)
        return d->grid->quantity;
    return n == 1 && !d->grid->column_key ? only : d->percent ? "probability" : "value";
}

static void name_values(const drawing *d, chart_axis *axis)
{
    axis->title = chart_text(d->c, "%s", say(d, quantity_of(d)));
    axis->scale = d->percent ? AXIS_PERCENT : AXIS_NUMBERS;
    axis->low = 0;
}

/* Names the axis "range (m)". The unit is the text after the number in print: "100 m". */
static void name_scale(const drawing *d, const char *key, chart_axis *axis)
{
    const salvo_appendix_value *first = along(d, 0);
    const size_t length = strlen(first->text);
    const bool has_unit = strncmp(first->name, first->text, length) == 0 && first->name[length] == ' ';

    axis->title = chart_text(d->c, has_unit ? "%s (%s)" : "%s%s", say(d, key ? key : ""),
                             has_unit ? first->name + length + 1 : "");
}

static void draw_lines(const drawing *d)
{
    const char *key = d->turned ? d->grid->column_key : d->grid->row_key;

    d->c->kind = CHART_LINES;
    name_scale(d, key, &d->c->x);
    name_values(d, &d->c->y);
    d->c->y.high = d->percent ? 1 : NAN;
    add_all(d, add_line);
}

static void draw_bars(const drawing *d)
{
    d->c->kind = CHART_BARS;
    d->c->grouped = true;
    d->c->y.scale = AXIS_NAMES;
    d->c->y.title = chart_text(d->c, "%s", say(d, d->grid->row_key));
    name_values(d, &d->c->x);
    add_all(d, add_bars);
}

/* Lines run over rows if possible, because the editor reads rows downwards, like a line along the axis. Only if rows
 * are names, such as weapons, do the columns become the axis. */
void appendix_draw(chart *c, const salvo_appendix *a, const appendix_picture *of)
{
    const salvo_appendix_entry *e = &a->entries[of->entry];
    drawing d = {.c = c, .entry = e, .grid = &e->grids[of->grid], .percent = has_chances(&e->grids[of->grid])};
    bool lines = are_numbers(&d);

    if (!lines && d.grid->column_key) {
        d.turned = true;
        lines = are_numbers(&d);
        d.turned = lines;
    }
    c->title = chart_text(c, "%s", say(&d, e->title));
    if (e->n_grids > 1)
        c->subtitle = appendix_heading(e, of->grid, c->memory);
    chart_remark(c, d.grid->remark);
    (lines ? draw_lines : draw_bars)(&d);
}
