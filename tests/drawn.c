/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/text.h>

#include "base/grow.h"
#include "chart/layout.h"
#include "support.h"
#include "svg.h"

enum { SERIES_MAX = 64, COLUMNS_MAX = 8, TICKS_MAX = 512, N_INKS = 8 };

/* Of a line, and of words beside it. */
static const uint32_t LINES[N_INKS] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x555555, 0x000000};
static const uint32_t WORDS[N_INKS] = {0x00609a, 0xb84f00, 0x007d5b, 0xa84f80, 0x946600, 0x2a7fb0, 0x444444, 0x000000};
static const uint32_t OF_AXES = 0x9a9a9a, OF_INTERVALS = 0x1a1a1a, ON_PALE_CELLS = 0x1a1a1a, WHITE = 0xffffff;

/* Pixels are rounded to a hundredth, ticks as well. */
static const double NEAR = 0.06;

static bool is_near(double a, double b)
{
    return fabs(a - b) <= NEAR;
}

static char *file_text(const char *path, size_t *length)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, length), *in = fopen(path, "rb");

    assert_non_null(out);
    if (!in)
        fail_msg("%s cannot be opened", path);
    for (int byte; (byte = getc(in)) != EOF;)
        putc(byte, out);
    assert_int_equal(fclose(in), 0);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

typedef struct row {
    size_t series;
    const char *x, *y, *value, *low, *high; /* "": none; value: of a field */
} row;

typedef struct numbers {
    const char *x_title, *y_title;
    bool has_labels, has_values; /* marks, a field */
    const char *series[SERIES_MAX];
    size_t n_series;
    row *rows;
    size_t n, capacity;
    salvo_arena *memory;
} numbers;

/* Takes one cell off the text (RFC 4180); *ends_row tells. */
static const char *take_cell(numbers *d, const char **at, bool *ends_row)
{
    bool quoted = **at == '"';
    salvo_text cell = {0};
    const char *kept;

    for (*at += quoted; **at && (quoted || !strchr(",\r\n", **at)); (*at)++) {
        if (quoted && **at == '"' && (*at)[1] != '"')
            break;
        *at += quoted && **at == '"';
        salvo_text_add(&cell, "%c", **at);
    }
    *at += quoted;
    *ends_row = **at != ',';
    *at += strspn(*at, *ends_row ? "\r\n" : ",") ? (*ends_row ? strspn(*at, "\r\n") : 1) : 0;
    kept = salvo_arena_text(d->memory, salvo_text_of(&cell));
    salvo_text_free(&cell);
    return kept;
}

static size_t take_row(numbers *d, const char **at, const char *cells[COLUMNS_MAX])
{
    size_t n = 0;
    bool ends = false;

    while (!ends && n < COLUMNS_MAX)
        cells[n++] = take_cell(d, at, &ends);
    assert_true(ends);
    return n;
}

static size_t series_of(numbers *d, const char *name)
{
    for (size_t i = 0; i < d->n_series; i++)
        if (strcmp(d->series[i], name) == 0)
            return i;
    assert_true(d->n_series < SERIES_MAX);
    d->series[d->n_series] = name;
    return d->n_series++;
}

static void numbers_read(numbers *d, const char *path)
{
    const char *cells[COLUMNS_MAX], *at;
    size_t length, n, first;
    char *text = file_text(path, &length);

    *d = (numbers){.memory = salvo_arena_new()};
    at = text;
    n = take_row(d, &at, cells);
    n -= strcmp(cells[n - 1], "remark") == 0;
    d->has_labels = strcmp(cells[1], "label") == 0;
    d->has_values = n == 6 && !d->has_labels;
    first = d->has_labels ? 2 : 1;
    d->x_title = cells[first];
    d->y_title = cells[first + 1];
    assert_true(n == (d->has_labels || d->has_values ? 6 : 5));
    assert_string_equal(cells[n - 2], "low");
    assert_string_equal(cells[n - 1], "high");
    while (*at) {
        assert_true(take_row(d, &at, cells) >= n);
        assert_true(salvo_grow(&d->rows, &d->capacity, d->n + 1, sizeof *d->rows));
        d->rows[d->n++] = (row){series_of(d, cells[0]),        cells[first], cells[first + 1],
                                d->has_values ? cells[3] : "", cells[n - 2], cells[n - 1]};
    }
    free(text);
}

static void numbers_free(numbers *d)
{
    free(d->rows);
    salvo_arena_free(d->memory);
}

typedef struct tick {
    double at; /* pixel */
    const char *text;
} tick;

typedef struct drawn_axis {
    tick ticks[TICKS_MAX];
    size_t n;
    bool names;
    double from, to, from_at, to_at; /* two numbers and their pixels; of names: their places in `sorted` */
    double *sorted;                  /* names that are numbers, of which some have no tick */
    size_t n_sorted;
} drawn_axis;

typedef struct picture {
    const char *path;
    svg svg;
    numbers data;
    drawn_axis x, y, colours;
} picture;

/* "62.5", "62.5 %"; false when it is neither. */
static bool is_number(const char *text, double *number)
{
    char *end;

    *number = strtod(text, &end);
    if (end != text && strcmp(end, " %") == 0)
        *number /= 100;
    return end != text && (!*end || strcmp(end, " %") == 0);
}

static void note_tick(drawn_axis *a, double at, const char *text)
{
    assert_true(a->n < TICKS_MAX);
    a->ticks[a->n++] = (tick){at, text};
}

static bool is_tick(const svg *s, const svg_shape *shape)
{
    return shape->kind == SVG_STROKE && shape->colour == OF_AXES &&
           s->points[shape->first].x == s->points[shape->first + 1].x;
}

/* The words of an axis. A number below the plot has its stroke before it, which is where it belongs if there is not enough
 * room for the words there. */
static void find_ticks(picture *p)
{
    for (size_t i = 1; i < p->svg.n; i++) {
        const svg_shape *words = &p->svg.shapes[i], *stroke = words - 1;
        const svg_point at = svg_at(&p->svg, words), from = svg_at(&p->svg, stroke);

        if (words->kind != SVG_WORDS)
            continue;
        if (strcmp(words->of, "x") == 0)
            note_tick(&p->x, is_tick(&p->svg, stroke) ? from.x : at.x, words->text);
        else if (strcmp(words->of, "y") == 0)
            note_tick(&p->y, at.y, words->text);
        else if (strcmp(words->of, "scale") == 0)
            note_tick(&p->colours, at.y, words->text);
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The names' places: the numbers that they are, ascending, each once. */
static void sort_names(drawn_axis *a, const numbers *d, bool across)
{
    size_t n = 0;

    a->sorted = calloc(d->n + 1, sizeof *a->sorted);
    assert_non_null(a->sorted);
    for (size_t i = 0; i < d->n; i++)
        if (is_number(across ? d->rows[i].x : d->rows[i].y, &a->sorted[n]))
            n++;
    qsort(a->sorted, n, sizeof *a->sorted, by_size);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || a->sorted[i] != a->sorted[a->n_sorted - 1])
            a->sorted[a->n_sorted++] = a->sorted[i];
}

static double place_in(const drawn_axis *a, double number)
{
    double place = 0;

    while (a->names && place + 1 < (double)a->n_sorted && a->sorted[(size_t)place] < number)
        place++;
    return a->names ? place : number;
}

/* Finds the two ticks furthest from each other whose texts are numbers. */
static void rule(drawn_axis *a)
{
    bool any = false;

    for (size_t i = 0; i < a->n; i++) {
        double number;

        if (!is_number(a->ticks[i].text, &number))
            continue;
        number = place_in(a, number);
        if (!any || number < a->from) {
            a->from = number;
            a->from_at = a->ticks[i].at;
        }
        if (!any || number > a->to) {
            a->to = number;
            a->to_at = a->ticks[i].at;
        }
        any = true;
    }
}

static double pixel_of_number(const picture *p, const drawn_axis *a, double number)
{
    if (!(a->to > a->from))
        fail_msg("%s: an axis has fewer than two numbers at its ticks", p->path);
    return a->from_at + (number - a->from) / (a->to - a->from) * (a->to_at - a->from_at);
}

static double pixel_of(const picture *p, const drawn_axis *a, const char *text)
{
    double number;

    for (size_t i = 0; a->names && i < a->n; i++)
        if (strcmp(a->ticks[i].text, text) == 0)
            return a->ticks[i].at;
    if (!is_number(text, &number))
        fail_msg("%s: '%s' has no tick", p->path, text);
    return pixel_of_number(p, a, place_in(a, number));
}

/* Whether the shape belongs to that part of the series ("line"). */
static bool is_of(const svg_shape *shape, const char *part, size_t series)
{
    char of[64];
    int length = snprintf(of, sizeof of, "%s s%zu", part, series % N_INKS);

    return strncmp(shape->of, of, (size_t)length) == 0 && strchr(" ", shape->of[length]);
}

/* The next shape of that kind, from number *at on, that belongs to that part of the series; NULL behind the last. *at moves
 * behind it. */
static const svg_shape *next_shape(const picture *p, size_t *at, int kind, size_t series, const char *part)
{
    while (*at < p->svg.n) {
        const svg_shape *shape = &p->svg.shapes[(*at)++];

        if ((int)shape->kind == kind && is_of(shape, part, series))
            return shape;
    }
    return NULL;
}

/* The next row of the series, from number *at on, that has both its places; with `intervals` only such as have one. */
static const row *next_row(const picture *p, size_t *at, size_t series, bool intervals)
{
    while (*at < p->data.n) {
        const row *r = &p->data.rows[(*at)++];

        if (r->series == series && *r->x && *r->y && (!intervals || (*r->low && *r->high)))
            return r;
    }
    return NULL;
}

static void assert_at(const picture *p, const char *what, const row *r, svg_point is, svg_point expected)
{
    if (!is_near(is.x, expected.x) || !is_near(is.y, expected.y))
        fail_msg("%s: %s of %s, (%s, %s), is drawn at %.2f, %.2f and belongs to %.2f, %.2f", p->path, what,
                 p->data.series[r->series], r->x, r->y, is.x, is.y, expected.x, expected.y);
}

/* Both lists have come to their end together. */
static void assert_ended(const picture *p, size_t series, const char *what, const svg_shape *shape, const row *r)
{
    if (shape)
        fail_msg("%s: more %s of %s are drawn than the numbers have", p->path, what, p->data.series[series]);
    if (r)
        fail_msg("%s: %s of %s, (%s, %s), is not drawn", p->path, what, p->data.series[series], r->x, r->y);
}

static void assert_colour(const picture *p, size_t series, const svg_shape *shape, uint32_t colour)
{
    if (shape->colour != colour)
        fail_msg("%s: a part of %s is #%06x and not #%06x", p->path, p->data.series[series], shape->colour, colour);
}

static svg_point row_at(const picture *p, const row *r)
{
    return (svg_point){pixel_of(p, &p->x, r->x), pixel_of(p, &p->y, r->y)};
}

/* Strokes from low to high, in the order of the rows; across them stand their ends. */
static void check_whiskers(const picture *p, size_t series, bool lying, uint32_t colour)
{
    const drawn_axis *along = lying ? &p->x : &p->y;
    size_t at_shape = 0, at_row = 0;
    const svg_shape *s;
    const row *r = next_row(p, &at_row, series, true);

    for (; r && (s = next_shape(p, &at_shape, SVG_STROKE, series, "whiskers")) != NULL;) {
        svg_point a = svg_at(&p->svg, s), b = p->svg.points[s->first + s->n - 1];

        if (s->n != 2 || (lying ? a.y != b.y : a.x != b.x))
            continue;
        assert_colour(p, series, s, colour);
        assert_at(p, "the interval", r, lying ? (svg_point){a.x, b.x} : (svg_point){a.y, b.y},
                  (svg_point){pixel_of(p, along, r->low), pixel_of(p, along, r->high)});
        r = next_row(p, &at_row, series, true);
    }
    assert_ended(p, series, "the interval", NULL, r);
}

static bool has_intervals(const picture *p, size_t series)
{
    size_t at = 0;

    return next_row(p, &at, series, true) != NULL;
}

/* Corners of a line, and whose they are. */
typedef struct corners {
    svg_point *at;
    const row **row;
    size_t n;
} corners;

static corners corners_new(size_t most)
{
    corners c = {calloc(most + 1, sizeof *c.at), calloc(most + 1, sizeof *c.row), 0};

    assert_true(c.at && c.row);
    return c;
}

static void corners_free(corners *c)
{
    free(c->at);
    free(c->row);
}

/* Two in the same place are one. */
static void add_corner(corners *c, svg_point at, const row *r)
{
    if (c->n && is_near(c->at[c->n - 1].x, at.x) && is_near(c->at[c->n - 1].y, at.y))
        return;
    c->at[c->n] = at;
    c->row[c->n++] = r;
}

/* Where the rows are; a tread begins where the one before it ends, the first at the edge. */
static corners corners_wanted(const picture *p, size_t series, bool steps)
{
    corners c = corners_new(2 * p->data.n);
    double before = p->x.from_at;
    size_t at_row = 0;

    for (const row *r; (r = next_row(p, &at_row, series, false)) != NULL;) {
        svg_point at = row_at(p, r);

        if (steps)
            add_corner(&c, (svg_point){before, at.y}, r);
        add_corner(&c, at, r);
        before = at.x;
    }
    return c;
}

static corners corners_drawn(const picture *p, size_t series)
{
    corners c = corners_new(p->svg.n_points);
    size_t at_shape = 0;

    for (const svg_shape *s; (s = next_shape(p, &at_shape, SVG_STROKE, series, "line")) != NULL;) {
        assert_colour(p, series, s, LINES[series % N_INKS]);
        for (size_t k = 0; k < s->n; k++)
            add_corner(&c, p->svg.points[s->first + k], NULL);
    }
    return c;
}

static void check_corners(const picture *p, size_t series, bool steps)
{
    corners drawn = corners_drawn(p, series), wanted = corners_wanted(p, series, steps);

    for (size_t i = 0; i < drawn.n && i < wanted.n; i++)
        assert_at(p, "a corner", wanted.row[i], drawn.at[i], wanted.at[i]);
    if (drawn.n != wanted.n)
        fail_msg("%s: the line of %s has %zu corners and not %zu", p->path, p->data.series[series], drawn.n, wanted.n);
    corners_free(&drawn);
    corners_free(&wanted);
}

/* Whether the interval of a row ends there; a row without one has its value for both ends. */
static bool is_end_of_interval(const picture *p, size_t series, svg_point at)
{
    size_t at_row = 0;

    for (const row *r; (r = next_row(p, &at_row, series, false)) != NULL;)
        if (is_near(at.x, pixel_of(p, &p->x, r->x)) && (is_near(at.y, pixel_of(p, &p->y, *r->low ? r->low : r->y)) ||
                                                        is_near(at.y, pixel_of(p, &p->y, *r->high ? r->high : r->y))))
            return true;
    return false;
}

static bool is_corner_of_band(const picture *p, size_t series, svg_point at)
{
    size_t at_shape = 0;

    for (const svg_shape *s; (s = next_shape(p, &at_shape, SVG_AREA, series, "band")) != NULL;)
        for (size_t k = 0; k < s->n; k++)
            if (is_near(p->svg.points[s->first + k].x, at.x) && is_near(p->svg.points[s->first + k].y, at.y))
                return true;
    return false;
}

/* Every corner of the band is an end of a row's interval, and every end is a corner. */
static void check_band(const picture *p, size_t series)
{
    size_t at_shape = 0, at_row = 0;

    for (const svg_shape *s; (s = next_shape(p, &at_shape, SVG_AREA, series, "band")) != NULL;) {
        assert_colour(p, series, s, LINES[series % N_INKS]);
        for (size_t k = 0; k < s->n; k++)
            if (!is_end_of_interval(p, series, p->svg.points[s->first + k]))
                fail_msg("%s: the band of %s has a corner at %.2f, %.2f, where no interval ends", p->path,
                         p->data.series[series], p->svg.points[s->first + k].x, p->svg.points[s->first + k].y);
    }
    for (const row *r; (r = next_row(p, &at_row, series, true)) != NULL;) {
        double x = pixel_of(p, &p->x, r->x);

        if (!is_corner_of_band(p, series, (svg_point){x, pixel_of(p, &p->y, r->low)}) ||
            !is_corner_of_band(p, series, (svg_point){x, pixel_of(p, &p->y, r->high)}))
            assert_ended(p, series, "the interval", NULL, r);
    }
}

/* In the order of the rows, `aside` pixels to the right of them. */
static void check_marks(const picture *p, size_t series, double aside)
{
    size_t at_shape = 0, at_row = 0;
    const svg_shape *s = next_shape(p, &at_shape, SVG_MARK, series, "marks");
    const row *r = next_row(p, &at_row, series, false);

    for (; s && r; s = next_shape(p, &at_shape, SVG_MARK, series, "marks")) {
        svg_point wanted = row_at(p, r);

        wanted.x += aside;
        assert_colour(p, series, s, LINES[series % N_INKS]);
        assert_at(p, "the mark", r, svg_at(&p->svg, s), wanted);
        r = next_row(p, &at_row, series, false);
    }
    assert_ended(p, series, "the mark", s, r);
}

/* Over names, the series stand beside each other in the middle half of the room of a name. */
static void check_marks_over_names(const picture *p, size_t series)
{
    double half = p->x.n > 1 ? fabs(p->x.ticks[1].at - p->x.ticks[0].at) / 4 : 0;

    check_marks(p, series, half * (2 * ((double)series + 0.5) / (double)p->data.n_series - 1));
    if (has_intervals(p, series))
        check_whiskers(p, series, false, LINES[series % N_INKS]);
}

static bool has_marks(const picture *p, size_t series)
{
    size_t at = 0;

    return next_shape(p, &at, SVG_MARK, series, "marks") != NULL;
}

/* The two places along the x axis from which and to which a bar goes. */
static svg_point span_of(const picture *p, const svg_shape *bar)
{
    const svg_point *at = &p->svg.points[bar->first];

    assert_int_equal(bar->n, 4);
    return (svg_point){fmin(at[0].x, at[1].x), fmax(at[0].x, at[1].x)};
}

/* A bar of hardly any length does not count. */
static const svg_shape *next_bar(const picture *p, size_t *at, size_t series)
{
    while (*at < p->svg.n) {
        const svg_shape *shape = &p->svg.shapes[(*at)++];

        if (shape->kind == SVG_AREA && is_of(shape, "bars", series) &&
            !is_near(span_of(p, shape).x, span_of(p, shape).y))
            return shape;
    }
    return NULL;
}

static bool all_bars_reach(const picture *p, double x)
{
    for (size_t series = 0; series < p->data.n_series; series++) {
        size_t at = 0;

        for (const svg_shape *bar; (bar = next_bar(p, &at, series)) != NULL;)
            if (!is_near(span_of(p, bar).x, x) && !is_near(span_of(p, bar).y, x))
                return false;
    }
    return true;
}

/* Where all bars begin: at 0, or at the one other place that all of them reach. */
static double base_of(const picture *p)
{
    double zero = pixel_of_number(p, &p->x, 0);
    svg_point span;

    for (size_t series = 0, at = 0; series < p->data.n_series; series++, at = 0) {
        const svg_shape *bar = next_bar(p, &at, series);

        if (!bar || all_bars_reach(p, zero))
            continue;
        span = span_of(p, bar);
        if (!all_bars_reach(p, span.x) && !all_bars_reach(p, span.y))
            fail_msg("%s: bars begin in different places", p->path);
        return all_bars_reach(p, span.x) ? span.x : span.y;
    }
    return zero;
}

/* The next row with a bar that counts. */
static const row *next_row_with_bar(const picture *p, size_t *at, size_t series, double base)
{
    const row *r;

    do
        r = next_row(p, at, series, false);
    while (r && is_near(pixel_of(p, &p->x, r->x), base));
    return r;
}

/* The bars of a series, in the order of the rows: each goes from the base to its row's value, and is as far above or below
 * the name as the others of the series. Returns how far. */
static double check_bars(const picture *p, size_t series, double base)
{
    size_t at_shape = 0, at_row = 0;
    const svg_shape *bar = next_bar(p, &at_shape, series);
    const row *r = next_row_with_bar(p, &at_row, series, base);
    double aside = NAN;

    for (; bar && r; bar = next_bar(p, &at_shape, series)) {
        svg_point value = row_at(p, r), span = span_of(p, bar);
        double middle = (p->svg.points[bar->first].y + p->svg.points[bar->first + 2].y) / 2;

        if (isnan(aside))
            aside = middle - value.y;
        assert_colour(p, series, bar, LINES[series % N_INKS]);
        assert_at(p, "the bar", r, span, (svg_point){fmin(value.x, base), fmax(value.x, base)});
        assert_at(p, "the bar", r, (svg_point){value.x, middle}, (svg_point){value.x, value.y + aside});
        r = next_row_with_bar(p, &at_row, series, base);
    }
    assert_ended(p, series, "the bar", bar, r);
    check_whiskers(p, series, true, OF_INTERVALS);
    return aside;
}

/* The bars of one name lie on each other, or below each other around the name, the first series on top. */
static void check_all_bars(const picture *p)
{
    double base = base_of(p), before = -INFINITY, sum = 0;

    for (size_t series = 0; series < p->data.n_series; series++) {
        double aside = check_bars(p, series, base);

        if (aside < before - NEAR)
            fail_msg("%s: the bars of %s are above those before", p->path, p->data.series[series]);
        if (isnan(aside)) /* it has no bar */
            continue;
        before = aside;
        sum += aside;
    }
    if (fabs(sum) > (double)p->data.n_series * NEAR)
        fail_msg("%s: bars are not around their names", p->path);
}

/* The colour that the scale at the side has for a number: one of the strips that are nearest to its place. */
static bool is_colour_of(const picture *p, uint32_t colour, double number)
{
    enum { CLOSE = 4 }; /* of 255: two strips that lie beside each other differ by so much */
    double y = pixel_of_number(p, &p->colours, number);

    for (size_t i = 0; i < p->svg.n; i++) {
        const svg_shape *s = &p->svg.shapes[i];
        const svg_point *at = &p->svg.points[s->first];
        bool like = true;

        if (s->kind != SVG_AREA || strcmp(s->of, "scale") != 0 || y > at[0].y + 3 || y < at[2].y - 3)
            continue;
        for (int shift = 0; shift < 24; shift += 8)
            like = like && abs((int)(s->colour >> shift & 0xFF) - (int)(colour >> shift & 0xFF)) <= CLOSE;
        if (like)
            return true;
    }
    return false;
}

/* What is written in a cell: percents without digits, or three digits. */
static bool says(const char *text, double number, bool percent)
{
    double is;

    if (!percent)
        return is_number(text, &is) && fabs(is - number) <= 0.0051 * fabs(number);
    if (strcmp(text, "<1") == 0)
        return number > 0 && number < 0.005;
    if (strcmp(text, ">99") == 0)
        return number > 0.995 && number < 1;
    return strcmp(text, "–") == 0 ? number == 0 : is_number(text, &is) && fabs(is - 100 * number) <= 0.5000001;
}

static bool is_in_a_cell(const svg_shape *s)
{
    return s->kind == SVG_WORDS && strcmp(s->anchor, "middle") == 0 &&
           (s->colour == WHITE || s->colour == ON_PALE_CELLS);
}

static void check_cell(const picture *p, const row *r, double half_x, double half_y, bool percent)
{
    svg_point at = {pixel_of(p, &p->x, r->x), pixel_of(p, &p->y, r->y)};
    size_t n_areas = 0;
    double number = 0;

    assert_true(!*r->value || is_number(r->value, &number));
    for (size_t i = 0; i < p->svg.n; i++) {
        const svg_shape *s = &p->svg.shapes[i];
        const svg_point *corner = &p->svg.points[s->first];

        if (is_in_a_cell(s) && *r->value && fabs(corner->x - at.x) < half_x / 2 && fabs(corner->y - at.y) < half_y &&
            !says(s->text, number, percent))
            fail_msg("%s: in the cell (%s, %s), which is %s, stands '%s'", p->path, r->x, r->y, r->value, s->text);
        if (s->kind != SVG_AREA || strcmp(s->of, "cells") != 0 || at.x < corner[0].x || at.x > corner[1].x ||
            at.y > corner[0].y || at.y < corner[2].y)
            continue;
        n_areas++;
        if (*r->value && !is_colour_of(p, s->colour, number))
            fail_msg("%s: the cell (%s, %s), which is %s, has the colour #%06x of another number", p->path, r->x, r->y,
                     r->value, s->colour);
        if (fabs(fmod(corner[1].x - corner[0].x, 2 * half_x)) > 1 &&
            fabs(fmod(corner[1].x - corner[0].x, 2 * half_x) - 2 * half_x) > 1)
            fail_msg("%s: the cell (%s, %s) is not as wide as cells are", p->path, r->x, r->y);
    }
    if (n_areas != (size_t)(*r->value != 0))
        fail_msg("%s: the cell (%s, %s), which is '%s', is drawn %zu times", p->path, r->x, r->y, r->value, n_areas);
}

static double distance_of_names(const drawn_axis *a)
{
    if (a->n_sorted > 1 && a->to > a->from)
        return fabs((a->to_at - a->from_at) / (a->to - a->from));
    return a->n > 1 ? fabs(a->ticks[1].at - a->ticks[0].at) : 1000;
}

static void check_field(const picture *p)
{
    bool percent = p->colours.n && strchr(p->colours.ticks[0].text, '%');

    for (size_t k = 0; k < p->data.n; k++)
        check_cell(p, &p->data.rows[k], distance_of_names(&p->x) / 2, distance_of_names(&p->y) / 2, percent);
}

static bool has_bars(const picture *p)
{
    for (size_t i = 0; i < p->svg.n; i++)
        if (strncmp(p->svg.shapes[i].of, "bars ", 5) == 0)
            return true;
    return false;
}

static bool all_numbers(const numbers *d, bool across)
{
    double number;

    for (size_t i = 0; i < d->n; i++)
        if (!is_number(across ? d->rows[i].x : d->rows[i].y, &number) && *(across ? d->rows[i].x : d->rows[i].y))
            return false;
    return true;
}

static void picture_read(picture *p, const char *svg_path, const char *csv_path)
{
    size_t length;
    char *bytes = file_text(svg_path, &length);

    memset(p, 0, sizeof *p);
    p->path = svg_path;
    svg_read(&p->svg, bytes, length);
    numbers_read(&p->data, csv_path);
    free(bytes);
    find_ticks(p);
    p->x.names = p->data.has_values || !all_numbers(&p->data, true);
    p->y.names = p->data.has_values || !all_numbers(&p->data, false);
    if (p->x.names)
        sort_names(&p->x, &p->data, true);
    if (p->y.names)
        sort_names(&p->y, &p->data, false);
    rule(&p->x);
    rule(&p->y);
    rule(&p->colours);
}

static void picture_free(picture *p)
{
    svg_free(&p->svg);
    numbers_free(&p->data);
    free(p->x.sorted);
    free(p->y.sorted);
}

static bool shows_words(const picture *p, const char *text, const uint32_t *colour)
{
    for (size_t i = 0; i < p->svg.n; i++)
        if (p->svg.shapes[i].kind == SVG_WORDS && strstr(p->svg.shapes[i].text, text) &&
            (!colour || p->svg.shapes[i].colour == *colour))
            return true;
    return false;
}

/* Several series have their names in their colours, `labels` in the order of the numbers, if they are given. */
static void check_words(const picture *p, const char *const *labels)
{
    if (!shows_words(p, p->data.x_title, NULL) || !shows_words(p, p->data.y_title, NULL))
        fail_msg("%s: an axis has no title", p->path);
    for (size_t k = 0; p->data.n_series > 1 && k < p->data.n_series; k++)
        if (!shows_words(p, labels && labels[k] ? labels[k] : "", &WORDS[k % N_INKS]))
            fail_msg("%s: %s has no name in its colour", p->path, p->data.series[k]);
}

/* The room of the letters, whatever the font of the viewer. */
static box room_of(const picture *p, const svg_shape *words)
{
    const svg_point at = svg_at(&p->svg, words);
    const double width = text_width(words->shown, words->size), half = 0.45 * words->size;
    const double left = at.x - (strcmp(words->anchor, "end") == 0      ? width
                                : strcmp(words->anchor, "middle") == 0 ? width / 2
                                                                       : 0);

    return words->upright ? (box){at.x - half, at.y, at.x + half, at.y + width}
                          : (box){left, at.y - half, left + width, at.y + half};
}

/* All words are inside of the picture, and none covers another. */
static void check_room(const picture *p)
{
    for (size_t i = 0; i < p->svg.n; i++) {
        const svg_shape *words = &p->svg.shapes[i];
        box room, other;

        if (words->kind != SVG_WORDS || !*words->shown)
            continue;
        room = room_of(p, words);
        if (room.left < -NEAR || room.top < 0 || room.right > p->svg.width + NEAR || room.bottom > p->svg.height)
            fail_msg("%s: '%s' is not inside of the picture", p->path, words->shown);
        for (size_t k = 0; k < i; k++) {
            if (p->svg.shapes[k].kind != SVG_WORDS || !*p->svg.shapes[k].shown)
                continue;
            other = room_of(p, &p->svg.shapes[k]);
            if (boxes_overlap(&room, &other))
                fail_msg("%s: '%s' and '%s' cover each other", p->path, p->svg.shapes[k].shown, words->shown);
        }
    }
}

static void check_series(const picture *p, size_t series, bool steps)
{
    if (p->data.has_labels) {
        check_marks(p, series, 0);
        check_whiskers(p, series, false, LINES[series % N_INKS]);
    } else if (p->x.names) {
        check_marks_over_names(p, series);
    } else {
        check_corners(p, series, steps);
        check_band(p, series);
        if (has_marks(p, series))
            check_marks(p, series, 0);
    }
}

void drawn_check(const char *svg_path, const char *csv_path, bool steps, const char *const *labels)
{
    picture p;

    picture_read(&p, svg_path, csv_path);
    check_words(&p, labels);
    check_room(&p);
    if (p.data.has_values)
        check_field(&p);
    else if (has_bars(&p))
        check_all_bars(&p);
    else
        for (size_t series = 0; series < p.data.n_series; series++)
            check_series(&p, series, steps);
    picture_free(&p);
}
