/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The odds of one question, with a bar for each outcome. If outcomes are many numbers, or if cumulated chances are
 * requested, they are a line over the numbers. */
#include <math.h>

#include "answers/charts.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { BARS_MAX = 24 };

static void draw_bars(chart *c, const asked_answer *a)
{
    chart_series *s;

    c->kind = CHART_BARS;
    c->x.title = "probability";
    c->x.scale = AXIS_PERCENT;
    c->x.low = 0;
    c->y.scale = AXIS_NAMES;
    c->y.title = "outcome";
    s = chart_add_series(c, "probability");
    for (size_t i = 0; i < a->answer->n_outcomes && i < BARS_MAX; i++) {
        const salvo_figure *f = &a->answer->outcomes[i].figure;
        const double value = figure_value(a->answer, f);
        chart_point bar =
            chart_at(value, chart_name(c, &c->y, outcome_words(c, a->question, a->answer->outcomes[i].name)));
        char percent[FIGURE_MAX];

        if (!a->answer->exact) {
            bar.low = f->simulated.low;
            bar.high = f->simulated.high;
        }
        percent_text(percent, value, 1);
        bar.label = chart_text(c, "%s", percent);
        chart_add_point(c, s, bar);
    }
}

typedef const salvo_figure *part_of_tail(const asked_answer *a, const salvo_tail *tail);

static const salvo_figure *exactly(const asked_answer *a, const salvo_tail *tail)
{
    return &a->answer->outcomes[tail->line].figure;
}

static const salvo_figure *at_least(const asked_answer *a, const salvo_tail *tail)
{
    (void)a;
    return &tail->at_least;
}

static const salvo_figure *at_most(const asked_answer *a, const salvo_tail *tail)
{
    (void)a;
    return &tail->at_most;
}

static void add_line(chart *c, const asked_answer *a, const char *name, part_of_tail *part)
{
    chart_series *s = chart_add_series(c, name);

    for (size_t i = 0; i < a->n_tails; i++)
        chart_add_point(c, s, chart_figure(a->tails[i].value, a->answer, part(a, &a->tails[i])));
}

static bool are_whole(const asked_answer *a)
{
    for (size_t i = 0; i < a->n_tails; i++)
        if (a->tails[i].value != floor(a->tails[i].value))
            return false;
    return true;
}

static void draw_lines(chart *c, const asked_answer *a)
{
    c->kind = CHART_LINES;
    c->x.title = "outcome";
    c->x.whole = are_whole(a);
    c->y.title = "probability";
    c->y.scale = AXIS_PERCENT;
    c->y.low = 0;
    add_line(c, a, a->cumulative ? "exactly" : "probability", exactly);
    if (!a->cumulative)
        return;
    add_line(c, a, "or more", at_least);
    add_line(c, a, "or less", at_most);
}

/* Returns the question's remark, and the words that have no place on an axis of numbers; or NULL. */
static const char *remark_of(chart *c, const asked_answer *a)
{
    const char *remark = salvo_question_remark(a->question);
    salvo_text text = {0};
    size_t told = 0;

    salvo_text_put(&text, remark ? remark : "");
    for (size_t i = 0; c->kind == CHART_LINES && i < a->answer->n_outcomes; i++) {
        const salvo_line *line = &a->answer->outcomes[i];
        char percent[FIGURE_MAX];

        if (a->tail_of[i])
            continue;
        percent_text(percent, figure_value(a->answer, &line->figure), 1);
        salvo_text_add(&text, "%s%s (%s)",
                       told++        ? ", "
                       : text.length ? "; not drawn: "
                                     : "not drawn: ",
                       line->name, percent);
    }
    if (text.length || text.failed)
        return chart_built(c, &text);
    salvo_text_free(&text); /* an empty text has memory, too */
    return NULL;
}

void draw_odds(chart *c, const void *answer)
{
    const asked_answer *a = answer;
    const salvo_question *q = a->question;

    c->title = question_title(c, q);
    c->subtitle = question_words(c, q);
    if (a->n_tails && (a->cumulative || a->answer->n_outcomes > BARS_MAX))
        draw_lines(c, a);
    else
        draw_bars(c, a);
    caption_answer(c, q->book, q->procedure, a->answer, remark_of(c, a));
}
