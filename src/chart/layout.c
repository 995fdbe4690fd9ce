/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything gets its place before anything is drawn, because gnuplot sets words without checking for overlaps. */
#include "chart/layout.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"

/* Pixels, but for the last. */
enum { WIDTH = 800, HEIGHT = 500, EDGE = 18, KEY_MARK = 16, LABELS_SHARE = 34 /* percent of the width */ };
/* Measured on the usual fonts without serifs. A name of a few letters may be all capitals, and must count as wide; in a
 * sentence wide and narrow letters even out. */
static const double LETTER = 0.58, SENTENCE = 0.52, LINE = 1.35; /* of a font's size; a long text is narrower */

/* Every letter counts the same, because the viewer chooses the font. */
double text_width(const char *utf8, double size)
{
    return LETTER * size * (double)salvo_text_width(utf8);
}

/* A word longer than a line is cut at the line's end. */
size_t text_line(const char *utf8, double size, double width)
{
    size_t most = (size_t)fmax(1, width / (SENTENCE * size)), column = 0, at = 0, blank = 0;

    for (; utf8[at]; at++) {
        bool begins = ((unsigned char)utf8[at] & 0xC0) != 0x80;

        if (begins && column == most)
            return blank && utf8[at] != ' ' ? blank : at;
        column += begins;
        blank = utf8[at] == ' ' ? at : blank;
    }
    return at;
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

/* A field of many cells needs its own canvas size. A name must keep at least 8.5 pixels, the smallest readable size. If
 * names do not fit, the canvas becomes larger and not the names smaller. */
static void size_canvas(const chart *c, layout *l)
{
    /* Up to 40 names across and 20 down fit on the standard canvas. */
    double cells_x = c->x.n_names > 40 && !c->x.counts ? (double)c->x.n_names : 0;
    double bars = (double)c->y.n_names * (c->grouped ? (double)c->n_series : 1);
    double cells_y = c->kind == CHART_BARS ? bars : c->y.n_names > 20 && !c->y.counts ? (double)c->y.n_names : 0;

    l->width = (int)fmax(WIDTH, 330 + 8.5 * cells_x);
    l->height = (int)fmax(HEIGHT, 270 + (c->kind == CHART_BARS ? 15 : 8.5) * cells_y);
}

/* A key is needed if lines have no ends for names. */
static void set_top(const chart *c, layout *l)
{
    double inside = l->width - 2 * EDGE, y = EDGE + TITLE_SIZE * 0.5;

    l->title_y = y;
    y += LINE * TITLE_SIZE * (double)lines_of(c->title, TITLE_SIZE, inside);
    l->subtitle_y = y;
    y += LINE * TEXT_SIZE * (double)lines_of(c->subtitle, TEXT_SIZE, inside);
    l->key_y = y + 4;
    if (c->n_series > 1 && !(c->kind == CHART_LINES && c->x.scale != AXIS_NAMES))
        y += LINE * TEXT_SIZE + 2;
    if (*c->y.title)
        y += LINE * TEXT_SIZE;
    l->top = y + 10;
}

/* The captions are one paragraph, set from the lower edge up. Their words are joined first, as in the drawing;
 * otherwise lines would be counted that are never set. */
static void set_bottom(const chart *c, layout *l)
{
    double inside = l->width - 2 * EDGE, y = l->height - EDGE + 4;
    char all[2048] = "";

    for (size_t i = 0; i < c->n_captions; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", c->captions[i]);
    y -= LINE * CAPTION_SIZE * (double)lines_of(all, CAPTION_SIZE, inside);
    l->caption_y = y + CAPTION_SIZE * 0.5;
    y -= *c->x.title ? 3.2 * TEXT_SIZE : 6; /* gnuplot sets tick labels lower in SVG than in PNG */
    if (c->x.scale != AXIS_NAMES)
        l->bottom = y - 20;
    else
        l->bottom = y - 8 - (l->upright ? widest_name(&c->x, l->name_size) : LINE * l->name_size);
}

/* Names get at most about a third of the width. */
static void set_sides(const chart *c, layout *l)
{
    double most = l->width * LABELS_SHARE / 100.0;

    l->left = EDGE + (c->y.scale == AXIS_NAMES ? fmin(most, widest_name(&c->y, l->name_size)) + 6 : 44);
    l->right = l->width - EDGE - 8;
    if (c->kind == CHART_BARS && c->base == 0)
        l->right -= fmin(most, widest_bar_label(c, l->name_size));
    if (c->kind == CHART_HEAT)
        l->right -= 70;
    else if (c->kind == CHART_LINES && c->x.scale != AXIS_NAMES && c->n_series > 1 && !l->names_within)
        l->right -= fmin(most, widest_label(c)) + 14;
}

bool chart_goes_down(const chart *c)
{
    return c->y.scale == AXIS_NAMES && !c->y.counts;
}

/* Names stay readable: the canvas grows instead. */
static double name_size(const chart *c, const layout *l)
{
    double cell = c->y.n_names && !c->y.counts ? (l->height - 200.0) / (double)c->y.n_names : TEXT_SIZE;

    return fmax(6.5, fmin(TEXT_SIZE - 1, cell));
}

/* Rows of a field are at least as high as their names, however much room vertical names take below it. */
static void raise_rows(const chart *c, layout *l)
{
    double wanted = c->y.counts ? 0 : 1.05 * l->name_size * (double)c->y.n_names;

    if (c->kind != CHART_HEAT || wanted <= l->bottom - l->top)
        return;
    l->height += (int)ceil(wanted - (l->bottom - l->top));
    set_bottom(c, l);
}

/* Places depend on each other in a circle. Sides need the size of names. Names are vertical if the sides leave too
 * little room. Vertical names take height, which rows may need back. The order below goes round once; raising the rows
 * at the end is the only correction that is ever needed. */
static layout lay_out(const chart *c, bool names_within)
{
    layout l = {.names_within = names_within};

    size_canvas(c, &l);
    l.name_size = name_size(c, &l);
    set_sides(c, &l);
    l.upright = c->x.scale == AXIS_NAMES && !c->x.counts &&
                widest_name(&c->x, l.name_size) + 6 > (l.right - l.left) / fmax(1, (double)c->x.n_names);
    set_top(c, &l);
    set_bottom(c, &l);
    /* Vertical names under the axis may have left rows too low for their names. */
    raise_rows(c, &l);
    /* About 8 ticks across and 5 upwards, because the canvas is wider than high. */
    rule(&l.x, c, &c->x, 8);
    rule(&l.y, c, &c->y, 5);
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

/* Names beside the ends are easiest to read; if they would crowd, places within the plot are tried. */
layout chart_layout(const chart *c)
{
    layout beside = lay_out(c, false);
    name_place places[NAMED_LINES_MAX];

    for (size_t i = 0; i < c->n_series; i++)
        if (c->series[i].n_points == 0)
            return beside;
    if (c->kind == CHART_LINES && c->x.scale != AXIS_NAMES && c->n_series > 1 && ends_meet(c, &beside)) {
        layout within = lay_out(c, true);

        if (names_find_places(c, &within, places))
            return within;
    }
    return beside;
}
