/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contribution of every throw to each outcome: each outcome has a bar for each throw that leads to it. */
#include <math.h>

#include <salvo/explain.h>

#include "answers/charts.h"
#include "answers/explain_report.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { BARS_MAX = 24 };

/* `bar` has its length and its interval. */
static void add_bar(chart *c, const char *name, chart_point bar)
{
    char percent[FIGURE_MAX];

    percent_text(percent, bar.x, 1);
    bar.y = chart_name(c, &c->y, name);
    bar.label = chart_text(c, "%s", percent);
    chart_add_point(c, &c->series[0], bar);
}

/* The contributions of one throw are separate bars. */
static void add_shares(chart *c, const salvo_explanation *e)
{
    size_t bars = 0;

    for (size_t i = 0; i < e->n_outcomes; i++) {
        const salvo_explained_outcome *o = &e->outcomes[i];

        for (size_t k = 0; k < o->n_shares && bars < BARS_MAX; k++, bars++) {
            const salvo_contribution *s = &o->shares[k];
            const char *by = s->place == SIZE_MAX ? "no throw" : throw_words(c, e->question, e->throws[s->place].name);
            const char *name = outcome_words(c, e->question, o->name);

            add_bar(c, e->n_throws == 1 ? name : chart_text(c, "%s, by %s", name, by),
                    chart_at(s->probability.value, 0));
        }
    }
}

/* In an incomplete explanation outcomes are not attributed to throws. */
static void add_outcomes(chart *c, const salvo_explanation *e)
{
    for (size_t i = 0; i < e->answer.n_outcomes && i < BARS_MAX; i++) {
        chart_point bar = chart_figure(0, &e->answer, &e->answer.outcomes[i].figure);

        bar.x = bar.y;
        add_bar(c, outcome_words(c, e->question, e->answer.outcomes[i].name), bar);
    }
}

void draw_explanation(chart *c, const void *answer)
{
    const salvo_explanation *e = answer;
    const salvo_question *q = e->question;

    c->kind = CHART_BARS;
    c->title = chart_text(c, "%s, explained", question_title(c, q));
    c->subtitle = question_words(c, q);
    c->x.title = "probability";
    c->x.scale = AXIS_PERCENT;
    c->x.low = 0;
    c->y.scale = AXIS_NAMES;
    c->y.title = e->n_throws == 1 || !e->is_whole ? "outcome" : "outcome, by the throw that brings it";
    chart_add_series(c, "probability");
    add_shares(c, e);
    add_outcomes(c, e);
    caption_explanation(c, e);
    if (q->book)
        chart_caption_book(c, q->book);
}
