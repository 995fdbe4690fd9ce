/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance of every number of successes, and the number that occurred. */
#include "answers/charts.h"
#include "answers/luck_report.h"

static const double DRAWN = 1e-4; /* rarer numbers at either end are left out, unless they occurred */

/* The result is drawn however rare it is, because the picture is about it. */
void draw_luck(chart *c, const void *answer)
{
    const salvo_luck *luck = answer;
    chart_series *s;
    size_t first = 0, last = luck->tries;

    while (first < luck->won && luck->probability[first] < DRAWN)
        first++;
    while (last > luck->won && luck->probability[last] < DRAWN)
        last--;
    c->title =
        chart_text(c, "%llu successes in %llu tries", (unsigned long long)luck->won, (unsigned long long)luck->tries);
    c->x.title = "successes";
    c->x.whole = true;
    c->y.title = "probability";
    c->y.scale = AXIS_PERCENT;
    c->y.low = 0;
    s = chart_add_series(c, "probability");
    for (size_t k = first; k <= last; k++)
        chart_add_point(c, s, chart_at((double)k, luck->probability[k]));
    chart_refer(c, REFERENCE_X, (double)luck->won, "happened");
    caption_luck(c, luck);
}
