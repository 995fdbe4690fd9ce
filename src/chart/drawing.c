/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart/drawing.h"

#include <math.h>
#include <string.h>

#include "chart/svg.h"

/* The palette of Okabe and Ito, which colour-blind people can distinguish. Words need more contrast than lines, so each
 * colour has a darker shade for them. Each also has a mark of its own form, for print without colours. */
static const ink INKS[N_INKS] = {
    {{"s0", "#0072b2"}, {"w0", "#00609a"}, CIRCLE, false},   {{"s1", "#d55e00"}, {"w1", "#b84f00"}, SQUARE, false},
    {{"s2", "#009e73"}, {"w2", "#007d5b"}, TRIANGLE, false}, {{"s3", "#cc79a7"}, {"w3", "#a84f80"}, DIAMOND, false},
    {{"s4", "#e69f00"}, {"w4", "#946600"}, WEDGE, false},    {{"s5", "#56b4e9"}, {"w5", "#2a7fb0"}, CIRCLE, true},
    {{"s6", "#555555"}, {"w6", "#444444"}, SQUARE, true},    {{"s7", "#000000"}, {"w7", "#000000"}, TRIANGLE, true},
};

const shade TITLE_SHADE = {"title", "#1a1a1a"}, TEXT_SHADE = {"text", "#444444"}, PALE_SHADE = {"pale", "#767676"},
            AXIS_SHADE = {"axis", "#9a9a9a"};

static const char PAPER[] = "#ffffff";
static const double BASELINE = 0.35; /* how far below its middle a line of letters stands, of the size */

/* After the last they repeat; lines are then broken (lines.c), so that two of one colour still differ. */
const ink *ink_of(size_t series)
{
    return &INKS[series % N_INKS];
}

/* What a series draws has the colour of the group, so that a page can change it in one place. */
void open_series(const drawing *d, const char *what, size_t series)
{
    const shade line = ink_of(series)->line;

    salvo_text_add(d->to, "<g class=\"%s %s\" color=\"%s\">\n", what, line.class, line.colour);
}

void close_group(const drawing *d)
{
    svg_close(d->to, "g");
}

/* Adds the look of words to their tag. */
static void open_words(const drawing *d, const char *anchor, double size, shade s)
{
    svg_length(d->to, "font-size", size);
    if (strcmp(anchor, "start") != 0)
        svg_word(d->to, "text-anchor", anchor);
    if (*s.class)
        svg_word(d->to, "class", s.class);
    svg_word(d->to, "fill", s.colour);
}

static void open_text(const drawing *d, double x, double y, const char *anchor, double size, shade s)
{
    svg_open(d->to, "text");
    svg_length(d->to, "x", x);
    svg_length(d->to, "y", y + BASELINE * size);
    open_words(d, anchor, size, s);
    svg_inside(d->to);
}

void put_words(const drawing *d, double x, double y, const char *anchor, double size, shade s, const char *text)
{
    open_text(d, x, y, anchor, size, s);
    svg_characters(d->to, text, strlen(text));
    svg_close(d->to, "text");
}

/* Adds the content of words: the text, or as much of it as fits, with a sign for the rest. */
static void put_fitting(const drawing *d, double width, double size, const char *text)
{
    static const char REST[] = "…";

    if (!text[text_fitting(text, size, width)]) {
        svg_characters(d->to, text, strlen(text));
        return;
    }
    svg_title(d->to, text);
    svg_characters(d->to, text, text_fitting(text, size, width - text_width(REST, size)));
    salvo_text_put(d->to, REST);
}

void put_cut(const drawing *d, double x, double y, const char *anchor, double width, double size, shade s,
             const char *text)
{
    open_text(d, x, y, anchor, size, s);
    put_fitting(d, width, size, text);
    svg_close(d->to, "text");
}

void put_upright(const drawing *d, double x, double y, double width, double size, shade s, const char *text)
{
    salvo_text_put(d->to, "<text transform=\"translate(");
    svg_number(d->to, x + BASELINE * size);
    salvo_text_put(d->to, " ");
    svg_number(d->to, y);
    salvo_text_put(d->to, ") rotate(-90)\"");
    open_words(d, "end", size, s);
    svg_inside(d->to);
    put_fitting(d, width, size, text);
    svg_close(d->to, "text");
}

/* The letters have a border of paper below them. */
void put_name_words(const drawing *d, double x, double y, double size, shade s, const char *text)
{
    salvo_text_add(d->to,
                   "<g class=\"halo\" stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\" "
                   "paint-order=\"stroke\">",
                   PAPER);
    put_words(d, x, y, "middle", size, s, text);
    close_group(d);
}

void put_lines(const drawing *d, double x, double y, double width, double size, shade s, const char *text)
{
    while (*text) {
        size_t length = text_line(text, size, width);

        open_text(d, x, y, "start", size, s);
        svg_characters(d->to, text, length);
        svg_close(d->to, "text");
        text += length;
        text += strspn(text, " ");
        y += LINE_HEIGHT * size;
    }
}

void put_rule(const drawing *d, double x0, double y0, double x1, double y1, shade s, double width, const char *dashes)
{
    svg_open(d->to, "path");
    svg_word(d->to, "class", s.class);
    svg_word(d->to, "stroke", s.colour);
    svg_length(d->to, "stroke-width", width);
    if (*dashes)
        svg_word(d->to, "stroke-dasharray", dashes);
    salvo_text_put(d->to, " d=\"");
    svg_step(d->to, 'M', x0, y0);
    svg_step(d->to, 'L', x1, y1);
    salvo_text_put(d->to, "\"");
    svg_end(d->to);
}

/* The corners of each form around its middle, in units of the radius, so that all look equally large. */
static void put_corners(salvo_text *to, mark_form form, double radius)
{
    static const double CORNERS[][4][2] = {
        [SQUARE] = {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}},
        [TRIANGLE] = {{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}, {0, -1.2}},
        [DIAMOND] = {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
        [WEDGE] = {{0, 1.2}, {1.1, -0.8}, {-1.1, -0.8}, {0, 1.2}},
    };

    for (int i = 0; i < 4; i++)
        svg_step(to, i ? 'L' : 'M', radius * CORNERS[form][i][0], radius * CORNERS[form][i][1]);
}

void put_mark(const drawing *d, double x, double y, double radius, const ink *of, const char *title)
{
    const char *element = of->form == CIRCLE ? "circle" : "path";

    svg_open(d->to, element);
    salvo_text_put(d->to, " transform=\"translate(");
    svg_number(d->to, x);
    salvo_text_put(d->to, " ");
    svg_number(d->to, y);
    salvo_text_put(d->to, ")\"");
    if (of->form == CIRCLE) {
        svg_length(d->to, "r", radius);
    } else {
        salvo_text_put(d->to, " d=\"");
        put_corners(d->to, of->form, radius);
        salvo_text_put(d->to, "Z\"");
    }
    if (of->hollow)
        salvo_text_add(d->to, " class=\"paper\" fill=\"%s\" stroke=\"currentColor\" stroke-width=\"1.2\"", PAPER);
    else
        svg_word(d->to, "fill", "currentColor");
    if (!title) {
        svg_end(d->to);
        return;
    }
    svg_inside(d->to);
    svg_title(d->to, title);
    svg_close(d->to, element);
}

void put_whisker(const drawing *d, double x0, double y0, double x1, double y1)
{
    enum { END = 3 };
    const double across_x = x0 == x1 ? END : 0, across_y = x0 == x1 ? 0 : END;

    salvo_text_put(d->to, "<path d=\"");
    svg_step(d->to, 'M', x0, y0);
    svg_step(d->to, 'L', x1, y1);
    svg_step(d->to, 'M', x0 - across_x, y0 - across_y);
    svg_step(d->to, 'L', x0 + across_x, y0 + across_y);
    svg_step(d->to, 'M', x1 - across_x, y1 - across_y);
    svg_step(d->to, 'L', x1 + across_x, y1 + across_y);
    salvo_text_put(d->to, "\"");
    svg_end(d->to);
}

static void put_value(salvo_text *to, const chart_axis *axis, double value)
{
    if (axis->scale == AXIS_NAMES)
        salvo_text_put(to, axis->names[(size_t)value]);
    else
        salvo_text_add(to, "%.6g%s", chart_shown(axis, value), axis->scale == AXIS_PERCENT ? " %" : "");
}

/* The names of the axes come first, then the value: of a bar its length, of a cell its number, else the y. */
void describe_point(salvo_text *to, const drawing *d, size_t series, const chart_point *p)
{
    const chart *c = d->c;
    const chart_axis *of = c->kind == CHART_BARS ? &c->x : c->kind == CHART_HEAT ? &c->values : &c->y;
    const double value = c->kind == CHART_BARS ? p->x : c->kind == CHART_HEAT ? p->value : p->y;

    if (c->kind == CHART_POINTS && p->label)
        salvo_text_add(to, "%s, ", p->label);
    else if (c->n_series > 1)
        salvo_text_add(to, "%s, ", c->series[series].name);
    if (c->kind != CHART_LINES && c->kind != CHART_POINTS)
        put_value(to, &c->y, p->y);
    if (c->kind == CHART_HEAT)
        salvo_text_put(to, ", ");
    if (c->kind != CHART_BARS)
        put_value(to, &c->x, p->x);
    salvo_text_put(to, ": ");
    put_value(to, of, value);
    if (chart_has_interval(p)) {
        salvo_text_put(to, " (");
        put_value(to, of, p->low);
        salvo_text_put(to, " to ");
        put_value(to, of, p->high);
        salvo_text_put(to, ")");
    }
    d->to->failed = d->to->failed || to->failed;
}

bool point_at(const drawing *d, const chart_point *p, double *x, double *y)
{
    *x = ruler_at(&d->l.x, chart_shown(&d->c->x, p->x));
    *y = ruler_at(&d->l.y, chart_shown(&d->c->y, p->y));
    return isfinite(p->x) && isfinite(p->y);
}

/* The diagonal of a plot of pairs, on which both are equal, extends as far as both axes do. */
segment reference_segment(const drawing *d, const chart_reference *r)
{
    const layout *l = &d->l;
    const double x = ruler_at(&l->x, chart_shown(&d->c->x, r->value));
    const double y = ruler_at(&l->y, chart_shown(&d->c->y, r->value));
    const double from = fmax(l->x.from, l->y.from), to = fmin(l->x.to, l->y.to);

    if (r->direction == REFERENCE_X)
        return (segment){x, l->bottom, x, l->top};
    if (r->direction == REFERENCE_Y)
        return (segment){l->left, y, l->right, y};
    return (segment){ruler_at(&l->x, from), ruler_at(&l->y, from), ruler_at(&l->x, to), ruler_at(&l->y, to)};
}

/* Below a diagonal they are so far below its end that the line, which rises to the right, passes over the first letter. */
box reference_words(const drawing *d, const chart_reference *r)
{
    const segment s = reference_segment(d, r);
    const double width = text_width(r->label, TEXT_SIZE - 2), slope = s.x1 > s.x0 ? (s.y0 - s.y1) / (s.x1 - s.x0) : 0;
    double left = s.x1 - width / 2, middle = s.y1 - 7;

    if (r->direction == REFERENCE_Y) {
        left = s.x1 - 4 - width;
        middle = s.y1 - 8;
    } else if (r->direction == REFERENCE_DIAGONAL) {
        left = s.x1 - 6 - width;
        middle = s.y1 + slope * (width + 6) + TEXT_SIZE * 0.9;
    }
    return (box){left, middle - TEXT_SIZE / 2.0, left + width, middle + TEXT_SIZE / 2.0};
}

void put_points(const drawing *d, size_t series, double aside, double radius, double opacity)
{
    const chart_series *s = &d->c->series[series];

    open_series(d, "marks", series);
    svg_open(d->to, "g");
    svg_length(d->to, "opacity", opacity);
    svg_inside(d->to);
    for (size_t i = 0; i < s->n_points; i++) {
        salvo_text title = {0};
        double x, y;

        if (point_at(d, &s->points[i], &x, &y)) {
            describe_point(&title, d, series, &s->points[i]);
            put_mark(d, x + aside, y, radius, ink_of(series), salvo_text_of(&title));
        }
        salvo_text_free(&title);
    }
    close_group(d);
    close_group(d);
}

void put_intervals(const drawing *d, size_t series, double aside, double width, double opacity)
{
    const chart_series *s = &d->c->series[series];

    open_series(d, "whiskers", series);
    svg_open(d->to, "g");
    svg_word(d->to, "stroke", "currentColor");
    svg_length(d->to, "stroke-width", width);
    svg_length(d->to, "stroke-opacity", opacity);
    svg_inside(d->to);
    for (size_t i = 0; i < s->n_points; i++) {
        const chart_point *p = &s->points[i];
        double x, y;

        if (point_at(d, p, &x, &y) && chart_has_interval(p))
            put_whisker(d, x + aside, ruler_at(&d->l.y, chart_shown(&d->c->y, p->low)), x + aside,
                        ruler_at(&d->l.y, chart_shown(&d->c->y, p->high)));
    }
    close_group(d);
    close_group(d);
}

/* A mark says more than a colour; a key of whole lines would take twice the room. */
void put_key(const drawing *d)
{
    key_place place = {0, 0};

    for (size_t i = 0; d->c->n_series > 1 && d->l.names == NAMES_IN_KEY && i < d->c->n_series; i++) {
        place = key_next(d->c, &d->l, i, place);

        const double y = d->l.key_y + LINE_HEIGHT * TEXT_SIZE * place.line;

        open_series(d, "key", i);
        put_mark(d, place.x + 5, y, 4.5, ink_of(i), NULL);
        close_group(d);
        put_cut(d, place.x + KEY_MARK, y, "start", d->l.width - d->l.edge - place.x - KEY_MARK, TEXT_SIZE,
                ink_of(i)->word, d->c->series[i].label);
    }
}
