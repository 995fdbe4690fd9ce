/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places for the names of lines that end together: beside a part of the line that is away from all others. */
#include <math.h>

#include "chart/layout.h"

/* A name is tried at sixty places along the plot, and each line is compared at seventeen points below it. A finer
 * search moves names by less than a letter. */
enum {
    PLACES_TRIED = 60,
    SAMPLES = 17,
    HEIGHT = 15,
    ASIDE = 4,
    BELONGS = 3,
    CLEAR = 9,
    ROOMY = 40 /* pixels */,
    SHARED = 5
};

typedef struct search {
    const chart *c;
    const layout *l;
    box taken[NAMED_LINES_MAX];
    size_t n;
} search;

/* Returns the pixel of the line at that pixel of the x axis. */
static double line_at(const search *s, size_t line, double x)
{
    const ruler *r = &s->l->x;
    double shown = r->from + (x - r->begin) / (r->end - r->begin) * (r->to - r->from);
    double place = s->c->x.scale == AXIS_PERCENT ? shown / 100 : shown;

    return ruler_at(&s->l->y, chart_shown(&s->c->y, chart_y_at(&s->c->series[line], place)));
}

/* Returns the distance of a line from the box; below 0 if it crosses it. A line that is above at one point and below at
 * another crosses the box between them, though no sample hits it. */
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

/* Returns whether the lines coincide along the box. */
static bool same_here(const search *s, size_t line, size_t other, const box *b)
{
    for (int i = 0; i < SAMPLES; i++) {
        double x = b->left + (b->right - b->left) * i / (SAMPLES - 1);

        if (!(fabs(line_at(s, line, x) - line_at(s, other, x)) < 0.5))
            return false;
    }
    return true;
}

/* A name may be just above the plot, where nothing is drawn. */
static bool is_taken(const search *s, const box *b)
{
    for (size_t i = 0; i < s->n; i++)
        if (boxes_overlap(b, &s->taken[i]))
            return true;
    return b->top < s->l->top - HEIGHT || b->bottom > s->l->bottom;
}

/* Returns the quality of the box for the name of the line: the room around it, and much less if others coincide with
 * the line. Below 0: it is unsuitable. */
static double value_of(const search *s, size_t line, const box *b)
{
    double room = ROOMY, own = clearance(s, line, b);
    int shared = 0;

    /* The line must run along the box without crossing it, because a name too far off looks unrelated. */
    if (is_taken(s, b) || own < 0 || own > BELONGS + 1)
        return -1;
    for (size_t k = 0; k < s->c->n_series; k++)
        if (k != line && same_here(s, line, k, b))
            shared++;
        else if (k != line)
            room = fmin(room, clearance(s, k, b));
    return room < CLEAR ? -1 : room / (1 + SHARED * shared);
}

/* Places are tried from left to right, above the line and below it; a tie goes to above. */
static bool find_place(search *s, size_t line, name_place *place)
{
    const layout *l = s->l;
    double half = text_width(s->c->series[line].label, TEXT_SIZE) / 2 + ASIDE, best = 0;

    for (int i = 1; i < PLACES_TRIED; i++)
        for (int side = -1; side <= 1; side += 2) {
            double x = l->left + half + 4 + (l->right - l->left - 2 * half - 8) * i / PLACES_TRIED;
            double y = line_at(s, line, x) + side * (HEIGHT / 2.0 + BELONGS);
            box b = {x - half, y - HEIGHT / 2.0, x + half, y + HEIGHT / 2.0};
            /* A place above the line is preferred, so one below must be better by half a pixel. */
            double value = isfinite(y) ? value_of(s, line, &b) - (side > 0 ? 0.5 : 0) : -1;

            if (value <= best)
                continue;
            best = value;
            *place = (name_place){x, y};
            s->taken[s->n] = b;
        }
    return best > 0;
}

/* The lines choose in the order of the series. Each takes the best free place, without looking ahead. With up to
 * NAMED_LINES_MAX lines that rarely fails, and then names are beside the ends. */
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
