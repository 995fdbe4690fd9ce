/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the names of lines go that end in the same place: beside a part of the line that is away from all others. */
#include <math.h>

#include "chart/layout.h"

/* A name is tried at sixty places along the plot and each line is looked at in seventeen points below it: finer search
 * moves names by less than a letter. */
enum { PLACES_TRIED = 60, SAMPLES = 17, HEIGHT = 15, BELONGS = 3, CLEAR = 9, ROOMY = 40 /* pixels */, SHARED = 5 };

typedef struct search {
    const chart *c;
    const layout *l;
    box taken[NAMED_LINES_MAX];
    size_t n;
} search;

/* The pixel of the line at that pixel of the x axis. */
static double line_at(const search *s, size_t line, double x)
{
    const ruler *r = &s->l->x;
    double shown = r->from + (x - r->begin) / (r->end - r->begin) * (r->to - r->from);
    double place = s->c->x.scale == AXIS_PERCENT ? shown / 100 : shown;

    return ruler_at(&s->l->y, chart_shown(&s->c->y, chart_y_at(&s->c->series[line], place)));
}

/* How far a line keeps from the box, which it does not cross; below 0 when it does. A line that is above at one point
 * and below at another crosses the box somewhere between, though no sample hits it. */
static double clearance(const search *s, size_t line, const box *b)
{
    double least = INFINITY;
    int above = 0, below = 0;

    for (int i = 0; i < SAMPLES; i++) {
        double y = line_at(s, line, b->left + (b->right - b->left) * i / (SAMPLES - 1));

        if (!isfinite(y))
            continue;
        above += y < b->top;
        below += y > b->bottom;
        least = fmin(least, y < b->top ? b->top - y : y - b->bottom);
    }
    return above && below ? -1 : least;
}

/* The lines lie on each other all along the box. */
static bool same_here(const search *s, size_t line, size_t other, const box *b)
{
    for (int i = 0; i < SAMPLES; i++) {
        double x = b->left + (b->right - b->left) * i / (SAMPLES - 1);

        if (!(fabs(line_at(s, line, x) - line_at(s, other, x)) < 0.5))
            return false;
    }
    return true;
}

/* A name may stand just above the plot, where nothing is drawn. */
static bool is_taken(const search *s, const box *b)
{
    for (size_t i = 0; i < s->n; i++)
        if (boxes_overlap(b, &s->taken[i]))
            return true;
    return b->top < s->l->top - HEIGHT || b->bottom > s->l->bottom;
}

/* How good the box is for the name of the line: the room around it, much less where others lie on the line; below 0 when
 * it will not do. */
static double value_of(const search *s, size_t line, const box *b)
{
    double room = ROOMY, own = clearance(s, line, b);
    int shared = 0;

    /* The line must run along the box: it may not cross it, and a name too far off would belong to nothing. */
    if (is_taken(s, b) || own < 0 || own > BELONGS + 1)
        return -1;
    for (size_t k = 0; k < s->c->n_series; k++)
        if (k != line && same_here(s, line, k, b))
            shared++;
        else if (k != line)
            room = fmin(room, clearance(s, k, b));
    return room < CLEAR ? -1 : room / (1 + SHARED * shared);
}

/* Tried from left to right, above the line and below it; above is preferred where both are as good. */
static bool find_place(search *s, size_t line, name_place *place)
{
    const layout *l = s->l;
    double half = text_width(s->c->series[line].label, TEXT_SIZE) / 2, best = 0;

    for (int i = 1; i < PLACES_TRIED; i++)
        for (int side = -1; side <= 1; side += 2) {
            double x = l->left + half + 4 + (l->right - l->left - 2 * half - 8) * i / PLACES_TRIED;
            double y = line_at(s, line, x) + side * (HEIGHT / 2.0 + BELONGS);
            box b = {x - half, y - HEIGHT / 2.0, x + half, y + HEIGHT / 2.0};
            /* Above its line a name is found first, so below it must be better by half a pixel. */
            double value = isfinite(y) ? value_of(s, line, &b) - (side > 0 ? 0.5 : 0) : -1;

            if (value <= best)
                continue;
            best = value;
            *place = (name_place){x, y};
            s->taken[s->n] = b;
        }
    return best > 0;
}

/* In the order of the series: the first have the choice. Each takes the best place that is left, without looking ahead:
 * with up to NAMED_LINES_MAX lines that fails seldom, and then names stand beside the ends. */
bool names_find_places(const chart *c, const layout *l, name_place places[NAMED_LINES_MAX])
{
    search s = {.c = c, .l = l};

    if (c->n_series > NAMED_LINES_MAX)
        return false;
    for (; s.n < c->n_series; s.n++)
        if (!find_place(&s, s.n, &places[s.n]))
            return false;
    return true;
}
