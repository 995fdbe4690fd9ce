/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything gets its place before anything is drawn, so that no words overlap, whatever their number and length. */
#include "chart/layout.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

/* Pixels. A canvas narrower than SLIM is for a telephone. */
enum { HEIGHT = 500, SLIM = 500, EDGE = 18, SLIM_EDGE = 6, PLOT_LEAST = 150, KEY_GAP = 16 };

/* The widths of the characters from ' ' to '~' in DejaVu Sans, in hundredths of the size: few fonts without serifs are
 * wider. */
static const unsigned char WIDTHS[] = {
    32, 41, 46, 84, 64, 95, 78, 28, 39,  39, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 39, 34, 39, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
};
static const double LETTER = 0.79, SIGN = 1; /* other letters of Europe; everything else */

/* Returns the width of the character of `bytes` bytes, in units of the size. */
static double character_width(const char *at, size_t bytes)
{
    const unsigned char first = (unsigned char)*at;

    if (bytes == 1 && first >= ' ' && first - ' ' < (int)sizeof WIDTHS)
        return WIDTHS[first - ' '] / 100.0;
    return bytes == 2 ? LETTER : SIGN;
}

/* What is no character counts as a sign of one byte, as it will be drawn. */
static size_t character_bytes(const char *at, const char *end)
{
    const size_t bytes = salvo_character((const unsigned char *)at, (const unsigned char *)end);

    return bytes ? bytes : 1;
}

double text_width(const char *utf8, double size)
{
    const char *end = utf8 + strlen(utf8);
    double width = 0;

    for (size_t bytes; utf8 < end; utf8 += bytes) {
        bytes = character_bytes(utf8, end);
        width += character_width(utf8, bytes);
    }
    return width * size;
}

/* A hair more is allowed: a text fits into its own width, however its sum was rounded. */
size_t text_fitting(const char *utf8, double size, double width)
{
    const char *end = utf8 + strlen(utf8), *at = utf8;
    double used = 0;

    for (size_t bytes; at < end; at += bytes) {
        bytes = character_bytes(at, end);
        used += character_width(at, bytes);
        if (used * size > width + 1e-6)
            break;
    }
    return (size_t)(at - utf8);
}

/* A word longer than a line is cut at the line's end. At least one character is taken, so that every text ends. */
size_t text_line(const char *utf8, double size, double width)
{
    size_t fitting = text_fitting(utf8, size, width), blank = fitting;

    if (!utf8[fitting] || utf8[fitting] == ' ')
        return fitting;
    while (blank && utf8[blank] != ' ')
        blank--;
    if (blank)
        return blank;
    return fitting ? fitting : character_bytes(utf8, utf8 + strlen(utf8));
}

/* The cuts are those of put_lines(), which draws. */
static size_t lines_of(const char *text, double size, double width)
{
    size_t n = 0;

    while (*text) {
        text += text_line(text, size, width);
        text += strspn(text, " ");
        n++;
    }
    return n;
}

/* The middles move first downwards, then back up from the lower edge. Pushing down keeps all apart, but may push the
 * last ones out below; pushing up brings them in. If there is too little room, nothing overlaps, but the first ones
 * leave at the top. */
void spread(double *middles, size_t n, double gap, double from, double to)
{
    double floor_y = from;

    for (size_t i = 0; i < n; i++, floor_y += gap)
        middles[i] = fmax(middles[i], i ? middles[i - 1] + gap : floor_y);
    for (size_t i = n; i-- > 0;)
        middles[i] = fmin(middles[i], i + 1 < n ? middles[i + 1] - gap : to);
}

double chart_shown(const chart_axis *axis, double value)
{
    return axis->scale == AXIS_PERCENT ? 100 * value : value;
}

double ruler_at(const ruler *r, double shown)
{
    return r->begin + (shown - r->from) / (r->to - r->from) * (r->end - r->begin);
}

/* A scale of counts has no steps below 1. A step is 1, 2 or 5 times a power of ten, the least that needs at most `n`
 * steps. The first comparison allows for log10 and pow missing a round number. */
double round_step(double from, double to, int n, bool whole)
{
    double raw = (to - from) / n, power = pow(10, floor(log10(raw))), step = 10 * power;

    if (raw <= power * 1.0000001)
        step = power;
    else if (raw <= 2 * power)
        step = 2 * power;
    else if (raw <= 5 * power)
        step = 5 * power;
    return whole && step < 1 ? 1 : step;
}

bool boxes_overlap(const box *a, const box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

void extent_reach(extent *e, double value)
{
    if (!isfinite(value))
        return;
    e->low = fmin(e->low, value);
    e->high = fmax(e->high, value);
}

/* Returns the range of the points on one axis, with their intervals. Without points it is 0 to 1, so that an empty
 * picture has axes. Intervals extend along the axis of values: horizontally for bars, otherwise vertically. */
static extent extent_of(const chart *c, const chart_axis *axis)
{
    extent e = {INFINITY, -INFINITY};
    bool across = axis == &c->x, spans = c->kind == CHART_BARS ? across : !across;

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++) {
            const chart_point *p = &c->series[i].points[k];

            extent_reach(&e, across ? p->x : p->y);
            if (spans) {
                extent_reach(&e, p->low);
                extent_reach(&e, p->high);
            }
        }
    extent_reach(&e, axis->low);
    extent_reach(&e, axis->high);
    if (c->kind == CHART_BARS && across)
        extent_reach(&e, c->base);
    return e.low <= e.high ? e : (extent){0, 1};
}

/* Each name is in the middle of a field of width 1. */
static void rule_names(ruler *r, const chart_axis *axis)
{
    *r = (ruler){.from = -0.5, .to = (double)axis->n_names - 0.5, .step = 1};
    if (axis->n_names == 0)
        r->to = 0.5;
}

/* The axis ends at round numbers, and at 0 if that is near. Large probabilities get the whole scale of percent. The
 * limit 0.6: the axis begins at 0 if less than two fifths of the length would be left out. So bars and curves keep
 * their proportions roughly. */
static void rule_values(ruler *r, const chart_axis *axis, extent e, int ticks)
{
    double low = chart_shown(axis, e.low), high = chart_shown(axis, e.high);

    /* A scale without 0 makes small differences look large, which is useful only far from 0. */
    if (low > 0 && low < 0.6 * high && !isfinite(axis->low))
        low = 0;
    /* Beyond one half the whole scale is shown, so that pictures of one kind can be compared; so it is for one value. */
    if (axis->scale == AXIS_PERCENT && low >= 0 && (high > 50 || !(high > low))) {
        low = isfinite(axis->low) ? low : 0;
        high = isfinite(axis->high) ? high : 100;
    }
    if (!(high > low))
        high = axis->scale == AXIS_PERCENT ? low + 100 : low + (low > 0 ? low : 1);
    /* This rounds outwards to ticks; an end that the builder set stays. */
    r->step = round_step(low, high, ticks, axis->whole);
    r->from = isfinite(axis->low) && low == chart_shown(axis, axis->low) ? low : floor(low / r->step + 1e-9) * r->step;
    r->to =
        isfinite(axis->high) && high == chart_shown(axis, axis->high) ? high : ceil(high / r->step - 1e-9) * r->step;
}

/* The axis covers values around a base as far as they extend, with room for words at both ends. Nine hundredths at
 * either end are about the width of a short number. */
static void rule_around(ruler *r, const chart_axis *axis, extent e, int ticks)
{
    double low = chart_shown(axis, e.low), high = chart_shown(axis, e.high), room = 0.09 * (high - low);

    if (!(high > low))
        room = 1;
    r->from = low - room;
    r->to = high + room;
    r->step = round_step(r->from, r->to, ticks, axis->whole);
}

/* The axis ends at the points. */
static void rule_places(ruler *r, const chart_axis *axis, extent e, int ticks)
{
    r->from = chart_shown(axis, e.low);
    r->to = chart_shown(axis, e.high);
    if (!(r->to > r->from)) {
        double room = axis->whole || r->from == 0 ? 1 : fabs(r->from) / 10;

        r->from -= axis->whole ? 0 : room;
        r->to += room;
    }
    r->step = round_step(r->from, r->to, ticks, axis->whole);
}

/* Lines fill the width; bars around a base need words on both sides; everything else begins at round numbers. */
static void rule(ruler *r, const chart *c, const chart_axis *axis, int ticks)
{
    if (axis->scale == AXIS_NAMES)
        rule_names(r, axis);
    else if (c->kind == CHART_LINES && axis == &c->x)
        rule_places(r, axis, extent_of(c, axis), ticks);
    else if (c->kind == CHART_BARS && c->base != 0)
        rule_around(r, axis, extent_of(c, axis), ticks);
    else
        rule_values(r, axis, extent_of(c, axis), ticks);
}

static double widest_name(const chart_axis *axis, double size)
{
    double widest = 0;

    for (size_t i = 0; i < axis->n_names; i++)
        widest = fmax(widest, text_width(axis->names[i], size));
    return widest;
}

static double widest_label(const chart *c)
{
    double widest = 0;

    for (size_t i = 0; i < c->n_series; i++)
        widest = fmax(widest, text_width(c->series[i].label, TEXT_SIZE));
    return widest;
}

static double widest_bar_label(const chart *c, double size)
{
    double widest = 0;

    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < c->series[i].n_points; k++)
            if (c->series[i].points[k].label)
                widest = fmax(widest, text_width(c->series[i].points[k].label, size));
    return widest;
}

/* Returns the number of bars below each other. */
static double bars_of(const chart *c)
{
    return (double)c->y.n_names * (c->grouped ? (double)c->n_series : 1);
}

/* A field of many cells needs its own canvas size. A name must keep at least 8.5 pixels, the smallest readable size. If
 * names do not fit, the canvas becomes larger and not the names smaller. */
static void size_canvas(const chart *c, layout *l, int width)
{
    /* Up to 40 names across and 20 down fit on the standard canvas. */
    double cells_x = c->x.n_names > 40 && !c->x.counts ? (double)c->x.n_names : 0;
    double cells_y = c->kind == CHART_BARS ? bars_of(c) : c->y.n_names > 20 && !c->y.counts ? (double)c->y.n_names : 0;
    double height = HEIGHT * fmin(1, (double)width / PICTURE_WIDTH);

    l->is_slim = width < SLIM;
    l->edge = l->is_slim ? SLIM_EDGE : EDGE;
    l->title_size = l->is_slim ? 14 : 17;
    l->width = (int)fmax(width, 330 + 8.5 * cells_x);
    l->height = (int)fmax(height, (l->is_slim ? 120 : 270) + (c->kind == CHART_BARS ? 15 : 8.5) * cells_y);
}

key_place key_next(const chart *c, const layout *l, size_t i, key_place before)
{
    double room = KEY_MARK + text_width(c->series[i].label, TEXT_SIZE);
    double x = i ? before.x + KEY_MARK + text_width(c->series[i - 1].label, TEXT_SIZE) + KEY_GAP : l->edge;

    if (i == 0)
        return (key_place){x, 0};
    return x + room > l->width - l->edge ? (key_place){l->edge, before.line + 1} : (key_place){x, before.line};
}

/* One series needs no key: the titles name it. */
static int key_lines(const chart *c, const layout *l)
{
    key_place place = {0, -1};

    for (size_t i = 0; c->n_series > 1 && l->names == NAMES_IN_KEY && i < c->n_series; i++)
        place = key_next(c, l, i, place);
    return place.line + 1;
}

static void set_top(const chart *c, layout *l)
{
    double inside = l->width - 2 * l->edge, y = l->edge + l->title_size * 0.5;
    int keys = key_lines(c, l);

    l->title_y = y;
    y += LINE_HEIGHT * l->title_size * (double)lines_of(c->title, l->title_size, inside);
    l->subtitle_y = y;
    y += LINE_HEIGHT * TEXT_SIZE * (double)lines_of(c->subtitle, TEXT_SIZE, inside);
    l->key_y = y + 4;
    y += keys ? LINE_HEIGHT * TEXT_SIZE * keys + 2 : 0;
    l->axis_title_y = y + 6;
    if (*c->y.title || c->kind == CHART_HEAT)
        y += LINE_HEIGHT * TEXT_SIZE;
    l->top = y + 12;
}

/* The captions are set from the lower edge up. */
static void set_bottom(const chart *c, layout *l)
{
    double inside = l->width - 2 * l->edge, y = l->height - l->edge + 4;

    y -= l->is_slim ? 0 : LINE_HEIGHT * CAPTION_SIZE * (double)lines_of(c->caption, CAPTION_SIZE, inside);
    l->caption_y = y + CAPTION_SIZE * 0.5;
    y -= l->is_slim ? 0 : 6;
    l->x_title_y = y - LINE_HEIGHT * TEXT_SIZE / 2;
    y -= *c->x.title ? LINE_HEIGHT * TEXT_SIZE + 4 : 0;
    l->bottom = y - 8 - (l->upright ? widest_name(&c->x, l->name_size) : LINE_HEIGHT * TEXT_SIZE);
}

/* The plot keeps at least a good third of the width, and two thirds of it beside the names of lines, which are short. */
static void set_sides(const chart *c, layout *l)
{
    double names = fmin(0.43 * l->width, widest_name(&c->y, l->name_size));

    l->left = l->edge + (c->y.scale == AXIS_NAMES ? names + 6 : 44);
    l->right = l->width - l->edge - 8;
    if (c->kind == CHART_BARS && c->base == 0)
        l->right -= fmin(0.6 * l->width - names, widest_bar_label(c, l->name_size));
    if (c->kind == CHART_HEAT)
        l->right -= 70;
    else if (l->names == NAMES_BESIDE && c->n_series > 1)
        l->right -= fmin(0.34 * l->width, widest_label(c)) + 14;
}

bool chart_goes_down(const chart *c)
{
    return c->y.scale == AXIS_NAMES && !c->y.counts;
}

/* Names stay readable: the canvas grows instead, and a slim one more than any. */
static double name_size(const chart *c, const layout *l)
{
    double cell = c->y.n_names && !c->y.counts ? (l->height - 200.0) / (double)c->y.n_names : TEXT_SIZE;

    return fmax(l->is_slim ? TEXT_SIZE - 1 : 6.5, fmin(TEXT_SIZE - 1, cell));
}

/* The plot keeps its least height, and rows of a field are at least as high as their names, however much room words and
 * vertical names take. */
static void raise_plot(const chart *c, layout *l)
{
    double rows = c->kind == CHART_HEAT && !c->y.counts ? 1.05 * l->name_size * (double)c->y.n_names : 0;
    double wanted = c->kind == CHART_BARS ? 15 * bars_of(c) : fmax(PLOT_LEAST, rows);

    if (wanted <= l->bottom - l->top)
        return;
    l->height += (int)ceil(wanted - (l->bottom - l->top));
    set_bottom(c, l);
}

/* Returns how many ticks fit, as far as an axis needs them. A canvas is wider than high. */
static int ticks_within(double pixels, double each, int most)
{
    return (int)fmax(2, fmin(most, pixels / each));
}

/* Places depend on each other in a circle. Sides need the size of names. Names are vertical if the sides leave too
 * little room. Vertical names take height, which rows may need back. The order below goes round once; raising the plot
 * at the end is the only correction that is ever needed. */
static layout lay_out(const chart *c, int width, names_place names)
{
    layout l = {.names = names};

    size_canvas(c, &l, width);
    l.name_size = name_size(c, &l);
    set_sides(c, &l);
    l.upright = c->x.scale == AXIS_NAMES && !c->x.counts &&
                widest_name(&c->x, l.name_size) + 6 > (l.right - l.left) / fmax(1, (double)c->x.n_names);
    set_top(c, &l);
    set_bottom(c, &l);
    raise_plot(c, &l);
    rule(&l.x, c, &c->x, ticks_within(l.right - l.left, 60, 8));
    rule(&l.y, c, &c->y, ticks_within(l.bottom - l.top, 30, 5));
    l.x.begin = l.left;
    l.x.end = l.right;
    l.y.begin = chart_goes_down(c) ? l.top : l.bottom;
    l.y.end = chart_goes_down(c) ? l.bottom : l.top;
    return l;
}

/* Returns whether two lines end so near to each other that their names would have to move. Eight pixels are less than
 * the height of a line of text. */
static bool ends_meet(const chart *c, const layout *l)
{
    for (size_t i = 0; i < c->n_series; i++)
        for (size_t k = 0; k < i; k++) {
            double y = chart_shown(&c->y, chart_y_at(&c->series[i], c->series[i].points[c->series[i].n_points - 1].x));
            double z = chart_shown(&c->y, chart_y_at(&c->series[k], c->series[k].points[c->series[k].n_points - 1].x));

            if (fabs(ruler_at(&l->y, y) - ruler_at(&l->y, z)) < 8)
                return true;
        }
    return false;
}

/* Names beside the ends are easiest to read; if they would crowd, places within the plot are tried. A slim picture has
 * no room beside its lines. */
layout chart_layout(const chart *c, int width)
{
    const bool has_ends = c->kind == CHART_LINES && c->x.scale != AXIS_NAMES;
    layout usual = lay_out(c, width, has_ends && width >= SLIM ? NAMES_BESIDE : NAMES_IN_KEY);
    name_place places[NAMED_LINES_MAX];

    for (size_t i = 0; i < c->n_series; i++)
        if (c->series[i].n_points == 0)
            return usual;
    if (has_ends && c->n_series > 1 && (usual.is_slim || ends_meet(c, &usual))) {
        layout within = lay_out(c, width, NAMES_WITHIN);

        if (names_find_places(c, &within, places))
            return within;
    }
    return usual;
}
