/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bar for each outcome of either variant, one below the other. The interval beside the second bar is that of the
 * difference. It is narrower than those of the probabilities, because both variants roll the same dice. */
#include <math.h>
#include <string.h>

#include "answers/charts.h"
#include "answers/odds_report.h"
#include "base/phrase.h"
#include "document/figures.h"

/* More bars than these are thinner than their labels. */
enum { OUTCOMES_DRAWN = 24 };

/* Returns the parameters of a variant, either those that differ or those that both share: "range 750, Tiger I in
 * cover". */
static const char *words_of(chart *to, const salvo_comparison *c, const salvo_question *q, bool changed)
{
    salvo_text text = {0};

    for (size_t i = 0; i < q->procedure->schema.n_parameters; i++)
        if (is_changed(c, i) == changed && (changed || q->values[i].given))
            salvo_text_add(&text, "%s%s", text.length ? ", " : "", chart_value_words(to, q, i));
    /* Changed tables are a difference that no parameter shows. */
    if (changed && c->first->book != c->second->book)
        salvo_text_add(&text, "%s%s tables", text.length ? ", " : "", q == c->first ? "these" : "other");
    return chart_built(to, &text);
}

/* Returns "62.6 % +12.6 (+12.5 to +12.7)": the second less the first in percentage points, with the interval of the
 * pairs. */
static const char *label_of(chart *to, const salvo_comparison *c, const salvo_contrast *line, bool second)
{
    const salvo_figure *f = second ? &line->second : &line->first;
    const salvo_estimate *e = &line->difference.simulated;
    char percent[FIGURE_MAX];

    percent_text(percent, value_by(c->exact, f), 1);
    if (!second)
        return chart_text(to, "%s", percent);
    if (c->exact)
        return chart_text(to, "%s  %+.1f", percent, 100 * line->difference.exact.value);
    return chart_text(to, "%s  %+.1f (%+.1f to %+.1f)", percent, 100 * e->value, 100 * e->low, 100 * e->high);
}

/* Exact probabilities have no whiskers. */
static void add_variant(chart *to, const salvo_comparison *c, bool second)
{
    const char *words = words_of(to, c, second ? c->second : c->first, true);
    chart_series *s = chart_add_series(to, second ? "second" : "first");

    if (*words)
        s->label = chart_text(to, "%s: %s", s->name, words);
    for (size_t i = 0; i < c->n_outcomes && i < OUTCOMES_DRAWN; i++) {
        const salvo_figure *f = second ? &c->outcomes[i].second : &c->outcomes[i].first;
        chart_point bar = chart_at(value_by(c->exact, f), chart_name(to, &to->y, c->outcomes[i].name));

        if (!c->exact) {
            bar.low = f->simulated.low;
            bar.high = f->simulated.high;
        }
        bar.label = label_of(to, c, &c->outcomes[i], second);
        chart_add_point(to, s, bar);
    }
}

/* The picture's data has space for one remark only, so it has the first. The captions have both. */
static void add_captions(chart *to, const salvo_comparison *c)
{
    page p;

    if (salvo_question_remark(c->first) || salvo_question_remark(c->second))
        to->remark = chart_text(to, "%s",
                                salvo_question_remark(c->first) ? salvo_question_remark(c->first)
                                                                : salvo_question_remark(c->second));
    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_comparison_remarks(&p, c);
    add_comparison_methods(&p, c);
    chart_caption_page(to, &p);
    page_free(&p);
}

/* Bars of both variants share an axis that begins at 0, so their lengths can be compared. */
void draw_comparison(chart *to, const void *answer)
{
    const salvo_comparison *c = answer;
    const salvo_question *q = c->first;
    const char *shared = words_of(to, c, q, false);
    salvo_text title = {0};

    to->kind = CHART_BARS;
    put_comparison_title(&title, c);
    to->title = chart_built(to, &title);
    to->subtitle = chart_text(to, "%s%s%s", q->book->store.title, *shared ? ": " : "", shared);
    to->grouped = true;
    to->x.title = "probability";
    to->x.scale = AXIS_PERCENT;
    to->x.low = 0;
    to->y.scale = AXIS_NAMES;
    to->y.title = "outcome";
    add_variant(to, c, false);
    add_variant(to, c, true);
    add_captions(to, c);
    chart_caption_book(to, q->book);
}

/* Each variant has two bars for the outcome that it changes most: in the book, and with the variant. */
void draw_variants(chart *to, const void *variants)
{
    const salvo_compared_variants *all = variants;
    const salvo_question *q = all->first;
    const char *situation = "";

    to->kind = CHART_BARS;
    to->title = chart_text(to, "%s: %s of the rules", q->procedure->schema.name, salvo_counted(all->n, "variant").text);
    for (size_t i = 0; i < q->procedure->schema.n_parameters; i++)
        if (q->values[i].given)
            situation = chart_text(to, "%s%s%s", situation, *situation ? ", " : "", chart_value_words(to, q, i));
    to->subtitle = chart_text(to, "%s%s%s", q->book->store.title, *situation ? ": " : "", situation);
    to->grouped = true;
    to->x.title = "chance of the outcome that the variant changes most";
    to->x.scale = AXIS_PERCENT;
    to->x.low = 0;
    to->y.scale = AXIS_NAMES;
    to->y.title = "variant";
    for (int second = 0; second <= 1; second++) {
        chart_series *s = chart_add_series(to, second ? "variant" : "book");

        for (size_t i = 0; i < all->n && all->variants[i].question && i < OUTCOMES_DRAWN; i++) {
            const salvo_compared_variant *v = &all->variants[i];
            const salvo_contrast *line = &v->comparison.outcomes[v->outcome];
            const char *name = chart_text(to, "%s: %s", v->name, line->name);
            chart_point bar = chart_at(value_by(v->comparison.exact, second ? &line->second : &line->first),
                                       chart_name(to, &to->y, name));

            bar.label = label_of(to, &v->comparison, line, second);
            chart_add_point(to, s, bar);
        }
    }
    if (all->n && all->variants[0].question)
        add_captions(to, &all->variants[0].comparison);
    chart_caption_book(to, q->book);
}
