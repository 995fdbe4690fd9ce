/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The score falls with every further element of b, and each number of a has a line. For armies it is drawn over the
 * range. */
#include <salvo/report.h>

#include "answers/charts.h"
#include "document/figures.h"

static chart_point point_of(double x, const salvo_tipping_row *row)
{
    const bool exact = row->method != SALVO_MONTE_CARLO;
    chart_point p = chart_at(x, exact ? row->score.exact.value : row->score.simulated.value);

    if (!exact) {
        p.low = row->score.simulated.low;
        p.high = row->score.simulated.high;
    }
    return p;
}

static void add_numbers(chart *c, const salvo_tipping *t)
{
    c->x.title = chart_text(c, "number of %s", t->names[1]);
    c->x.whole = true;
    for (int n = 1; n <= SALVO_TIPPING_A_MAX; n++) {
        chart_series *s = NULL;

        for (size_t i = 0; i < t->n_rows; i++) {
            if (t->rows[i].n_a != n)
                continue;
            if (!s)
                s = chart_add_series(c, chart_text(c, "%d %s", n, t->names[0]));
            chart_add_point(c, s, point_of(t->rows[i].n_b, &t->rows[i]));
        }
    }
}

/* A bracket extends from the end of the one before to its own range. */
static void add_ranges(chart *c, const salvo_tipping *t)
{
    chart_series *s;

    c->x.title = chart_text(c, "range (%s)", t->book->store.distance_unit);
    c->x.low = 0;
    s = chart_add_series(c, "score of a");
    s->steps = true;
    for (size_t i = 0; i < t->n_rows; i++)
        chart_add_point(c, s, point_of(t->rows[i].range, &t->rows[i]));
}

void draw_tipping(chart *c, const void *answer)
{
    const salvo_tipping *t = answer;

    c->title = chart_text(c, t->of_armies ? "%s or %s: who is the favourite?" : "How many %s equal one %s?",
                          t->names[t->of_armies ? 0 : 1], t->names[t->of_armies ? 1 : 0]);
    c->subtitle =
        chart_text(c, "%s: the chance that a wins plus half the chance that nobody wins", t->book->store.title);
    c->y.title = "score of a";
    c->y.scale = AXIS_PERCENT;
    c->y.low = 0;
    c->y.high = 1;
    (t->of_armies ? add_ranges : add_numbers)(c, t);
    chart_refer(c, REFERENCE_Y, 0.5, "even");
    chart_remark(c, t->remark);
    chart_caption_book(c, t->book);
}
