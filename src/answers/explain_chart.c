/* What every throw adds to each outcome: a bar of an outcome for each throw that it comes by. */
#include <math.h>

#include <salvo/explain.h>

#include "answers/charts.h"
#include "answers/explain_report.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { BARS_MAX = 24 };

static void add_bar(chart *c, const char *name, double value)
{
    chart_point bar = chart_at(value, chart_name(c, &c->y, name));
    char percent[FIGURE_MAX];

    percent_text(percent, value, 1);
    bar.label = chart_text(c, "%s", percent);
    chart_add_point(c, &c->series[0], bar);
}

/* Outcomes of one throw are bars of their own. */
static void add_shares(chart *c, const salvo_explanation *e)
{
    size_t bars = 0;

    for (size_t i = 0; i < e->n_outcomes; i++) {
        const salvo_explained_outcome *o = &e->outcomes[i];

        for (size_t k = 0; k < o->n_shares && bars < BARS_MAX; k++, bars++) {
            const salvo_contribution *s = &o->shares[k];
            const char *by = s->place == SIZE_MAX ? "no throw" : throw_words(c, e->question, e->throws[s->place].name);
            const char *name = outcome_words(c, e->question, o->name);

            add_bar(c, e->n_throws == 1 ? name : chart_text(c, "%s, by %s", name, by), s->probability.value);
        }
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
    c->y.title = e->n_throws == 1 ? "outcome" : "outcome, by the throw that brings it";
    chart_add_series(c, "probability");
    add_shares(c, e);
    for (size_t i = 0; i < e->answer.n_outcomes && i < BARS_MAX; i++)
        add_bar(c, outcome_words(c, q, e->answer.outcomes[i].name),
                figure_value(&e->answer, &e->answer.outcomes[i].figure));
    if (e->is_whole)
        caption_explanation(c, e);
    if (q->book)
        chart_caption_book(c, q->book);
}
