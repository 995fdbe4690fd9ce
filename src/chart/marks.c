/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks with names. There are too many for all names, so a name is written only where it covers nothing. */
#include <math.h>
#include <stdlib.h>

#include "chart/drawing.h"

/* These are enough for the units of every book, with their names. */
enum { BOXES_MAX = 4096, N_SIDES = 8, REFERENCE_BOXES = 200 /* of one line: every few pixels */, FARTHEST = 9 };

/* What is occupied: marks and names; and intervals, which names avoid if possible. */
typedef struct map {
    box *boxes;
    size_t n;
    box *intervals;
    size_t n_intervals;
} map;

/* A name may extend slightly beyond the right and the top, where nothing else is. */
static bool is_free(const map *m, const layout *l, const box *b, bool clear)
{
    if (b->left < l->left || b->right > l->width - 8 || b->top < l->top - 8 || b->bottom > l->bottom)
        return false;
    for (size_t i = 0; i < m->n; i++)
        if (boxes_overlap(&m->boxes[i], b))
            return false;
    for (size_t i = 0; clear && i < m->n_intervals; i++)
        if (boxes_overlap(&m->intervals[i], b))
            return false;
    return true;
}

/* A full map takes nothing more: names may then overlap, but the picture is drawn. */
static void take(map *m, box b)
{
    if (m->n < BOXES_MAX)
        m->boxes[m->n++] = b;
}

/* Tries right, left, above, below, then the corners, then farther away, and takes the first free place. Returns false
 * if none is free. A near place is better than any side, so all sides are tried at one distance before the next. Beyond
 * four steps a name looks unrelated. */
static bool put_name(const drawing *d, map *m, const chart_point *p, const ink *of, bool clear)
{
    static const int SIDES[N_SIDES][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
    const double size = TEXT_SIZE - 2, width = text_width(p->label, size) + 4, height = size * 1.25;
    double x, y;

    point_at(d, p, &x, &y);
    /* Near its mark a name needs no rule to it. */
    for (int away = 1; away <= (clear ? FARTHEST : 4); away++)
        for (int i = 0; i < N_SIDES; i++) {
            double middle_x = x + SIDES[i][0] * (width / 2 + 6.0 * away);
            double middle_y = y + SIDES[i][1] * (height / 2 + 5.0 * away);
            box b = {middle_x - width / 2, middle_y - height / 2, middle_x + width / 2, middle_y + height / 2};

            if (!is_free(m, &d->l, &b, clear))
                continue;
            take(m, b);
            if (away > 1)
                put_rule(d, x, y, x + (middle_x - x) * (SIDES[i][0] ? 6.0 * away / (width / 2 + 6.0 * away) : 0),
                         SIDES[i][1] ? middle_y - SIDES[i][1] * height / 2 : y, PALE_SHADE, 0.5, "");
            put_name_words(d, middle_x, middle_y, size, of->word, p->label);
            return true;
        }
    return false;
}

/* Lines of reference may be covered like intervals: each has a box every few pixels. Their words may not. */
static void note_reference(const drawing *d, map *m, const chart_reference *r)
{
    const segment s = reference_segment(d, r);

    take(m, reference_words(d, r));
    for (int i = 0; i < REFERENCE_BOXES && m->n_intervals < BOXES_MAX; i++) {
        double part = (double)i / (REFERENCE_BOXES - 1);
        double x = s.x0 + (s.x1 - s.x0) * part, y = s.y0 + (s.y1 - s.y0) * part;

        m->intervals[m->n_intervals++] = (box){x - 2, y - 2, x + 2, y + 2};
    }
}

/* Marks may lie anywhere, so all are noted before the first name is placed. */
static void note_marks(const drawing *d, map *m)
{
    for (size_t i = 0; i < d->c->n_references; i++)
        note_reference(d, m, &d->c->references[i]);
    for (size_t i = 0; i < d->c->n_series; i++)
        for (size_t k = 0; k < d->c->series[i].n_points; k++) {
            const chart_point *p = &d->c->series[i].points[k];
            double x, y;

            point_at(d, p, &x, &y);
            take(m, (box){x - 3.5, y - 3.5, x + 3.5, y + 3.5});
            if (chart_has_interval(p) && m->n_intervals < BOXES_MAX)
                m->intervals[m->n_intervals++] = (box){x - 2, ruler_at(&d->l.y, chart_shown(&d->c->y, p->high)), x + 2,
                                                       ruler_at(&d->l.y, chart_shown(&d->c->y, p->low))};
        }
}

/* A name without a place is left out. The points are sorted by importance, so that the first names find room. */
static void put_names(const drawing *d)
{
    map m = {.boxes = malloc(BOXES_MAX * sizeof *m.boxes), .intervals = malloc(BOXES_MAX * sizeof *m.intervals)};

    d->to->failed = d->to->failed || !m.boxes || !m.intervals;
    if (m.boxes && m.intervals) {
        note_marks(d, &m);
        for (size_t i = 0; i < d->c->n_series; i++)
            for (size_t k = 0; k < d->c->series[i].n_points; k++) {
                const chart_point *p = &d->c->series[i].points[k];

                /* A name avoids intervals if it can; otherwise it covers one. */
                if (p->named && p->label && isfinite(p->x) && isfinite(p->y) && !put_name(d, &m, p, ink_of(i), true))
                    put_name(d, &m, p, ink_of(i), false);
            }
    }
    free(m.boxes);
    free(m.intervals);
}

/* Intervals are pale beside their marks, which are somewhat transparent because they may overlap. */
void draw_marks(const drawing *d)
{
    for (size_t i = 0; i < d->c->n_series; i++) {
        put_intervals(d, i, 0, 0.9, 0.4);
        put_points(d, i, 0, 3.2, 0.8);
    }
    put_names(d);
}
