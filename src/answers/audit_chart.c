/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every price as a mark: the formula's price across, the printed price upwards. A mark off the diagonal is a
 * disagreement. */
#include "answers/charts.h"

/* Adds a series for each verdict. A unit without a printed price is on the diagonal, at the formula's price. Only
 * disagreements have names, because hundreds of prices agree. */
static void add_audited(chart *c, const salvo_audit *audit, salvo_verdict verdict, const char *label)
{
    chart_series *s = chart_add_series(c, SALVO_VERDICTS[verdict]);

    s->label = label;
    for (size_t i = 0; i < audit->n_units; i++) {
        const salvo_audited_unit *u = &audit->units[i];
        chart_point point;

        if (salvo_audit_verdict(&u->breakdown) != verdict)
            continue;
        point = chart_at((double)u->breakdown.computed,
                         (double)(verdict == SALVO_FILLED_IN ? u->breakdown.computed : u->breakdown.printed));
        point.label = u->name;
        point.named = verdict != SALVO_AGREES;
        chart_add_point(c, s, point);
    }
}

/* Both axes are in points and begin at 0, so both prices are equal on the diagonal. */
void draw_audit(chart *c, const void *answer)
{
    const salvo_audit *audit = answer;

    c->kind = CHART_POINTS;
    c->title = chart_text(c, "%s: printed prices and prices by the formula", audit->book->store.title);
    c->subtitle = chart_text(c, "%zu agree, %zu differ, %zu are not printed", audit->n[SALVO_AGREES],
                             audit->n[SALVO_DISAGREES], audit->n[SALVO_FILLED_IN]);
    c->x.title = "price by the formula (points)";
    c->y.title = "price in the book (points)";
    c->x.low = c->y.low = 0;
    add_audited(c, audit, SALVO_AGREES, "agrees");
    if (audit->n[SALVO_DISAGREES])
        add_audited(c, audit, SALVO_DISAGREES, "disagrees");
    if (audit->n[SALVO_FILLED_IN])
        add_audited(c, audit, SALVO_FILLED_IN, "not printed: at the formula's price");
    chart_refer(c, REFERENCE_DIAGONAL, 0, "equal");
    chart_caption_book(c, audit->book);
}
