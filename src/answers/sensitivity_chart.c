/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tornado: each number of the tables has a bar from the answer one step down to the answer one step up, around the
 * present answer. */
#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/baseline_report.h"
#include "answers/charts.h"

enum { SENSITIVE_CELLS_DRAWN = 20 };

/* Means and the imbalance are not percentages. */
static bool is_mean(const salvo_baseline *asked)
{
    return !answer_is_chance(asked);
}

/* Returns the last paragraph of the situation with a "; ": the words of a question, the lines of a battle. Without
 * words it is empty. */
static const char *situation_of(chart *c, const salvo_baseline *asked)
{
    const char *words = "";
    page p;

    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_baseline_situation(&p, asked);
    /* The paragraphs before it are remarks, which the captions have. */
    for (const block *b = p.first; b; b = b->next)
        if (b->text)
            words = b->text;
    words = chart_text(c, *words ? "%s; " : "%s", words);
    c->failed = c->failed || p.failed;
    page_free(&p);
    return words;
}

/* Adds the first heading of the report, and its sentences on the method. */
static void add_words(chart *c, const salvo_baseline *asked, const char *what, const char *trials)
{
    page p;

    if (asked->engine_remark)
        chart_caption(c, asked->engine_remark);
    if (asked->question)
        chart_remark(c, salvo_question_remark(asked->question));
    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_baseline_heading(&p, what, asked);
    if (p.first && p.first->text)
        c->title = chart_text(c, "%s", p.first->text);
    add_baseline_method(&p, asked, trials);
    chart_caption_page(c, &p);
    chart_caption_book(c, asked->book);
    page_free(&p);
}

/* Cells have names such as "weapons.cannon-b.750m". */
static void set_axes(chart *c, const salvo_baseline *asked)
{
    c->kind = CHART_BARS;
    c->base = baseline_value(asked, &asked->base);
    c->x.title = chart_text(c, "%s", metric_words(asked));
    c->x.scale = is_mean(asked) ? AXIS_NUMBERS : AXIS_PERCENT;
    c->y.scale = AXIS_NAMES;
    c->y.title = asked->of_rules ? "variant" : "cell";
}

/* Adds the answer with that step. If it is simulated, it has the interval of the difference. */
static void add_move(chart *c, chart_series *s, const salvo_baseline *asked, const char *name,
                     const salvo_changed_answer *m)
{
    double base = baseline_value(asked, &asked->base);
    chart_point bar;

    if (!m->known || !isfinite(baseline_value(asked, &m->value)))
        return;
    bar = chart_at(baseline_value(asked, &m->value), chart_name(c, &c->y, name));
    if (!asked->exact) {
        /* The interval of the difference is drawn around the base, because all bars share the base. */
        bar.low = base + m->difference.simulated.low;
        bar.high = base + m->difference.simulated.high;
    }
    /* A step without effect needs no label. */
    if (fabs(bar.x - base) > 1e-12 && !asked->of_rules)
        bar.label = m->to;
    chart_add_point(c, s, bar);
}

/* Down and up are two series, so that they differ in colour. */
static void add_moves(chart *c, const salvo_sensitivity *s, bool up)
{
    chart_series *series = chart_add_series(c, up ? "up" : "down");

    series->label = up ? "one step up" : "one step down";
    for (size_t i = 0; i < s->n_sensitive_cells && i < SENSITIVE_CELLS_DRAWN; i++)
        add_move(c, series, &s->baseline, s->sensitive_cells[i].cell,
                 up ? &s->sensitive_cells[i].up : &s->sensitive_cells[i].down);
}

/* Cells are in the order of their swings, whatever the direction. */
static void name_sensitive_cells(chart *c, const salvo_sensitivity *s)
{
    for (size_t i = 0; i < s->n_sensitive_cells && i < SENSITIVE_CELLS_DRAWN; i++)
        chart_name(c, &c->y, s->sensitive_cells[i].cell);
}

void draw_sensitivity(chart *c, const void *answer)
{
    const salvo_sensitivity *s = ((const first_lines *)answer)->answer;

    set_axes(c, &s->baseline);
    name_sensitive_cells(c, s);
    add_moves(c, s, false);
    add_moves(c, s, true);
    chart_refer(c, REFERENCE_X, c->base,
                is_mean(&s->baseline) ? chart_text(c, "base: %.4g", c->base)
                                      : chart_text(c, "base: %.1f %%", 100 * c->base));
    add_words(c, &s->baseline, "The numbers that move the answer", "All variants are simulated with the same dice.");
    c->subtitle =
        chart_text(c, "%sone step in one number; its new value is beside each bar", situation_of(c, &s->baseline));
}

/* One bar for each variant, from the answer without it. */
void draw_rule_sensitivity(chart *c, const void *answer)
{
    const salvo_rule_sensitivity *s = answer;
    chart_series *bars;

    set_axes(c, &s->baseline);
    bars = chart_add_series(c, "variants");
    for (size_t i = 0; i < s->n_variants && bars->n_points < SENSITIVE_CELLS_DRAWN; i++)
        add_move(c, bars, &s->baseline, s->variants[i].to, &s->variants[i]);
    add_words(c, &s->baseline, "The rules that move the answer", RULE_PAIRS_WORDS);
    c->subtitle = chart_text(c, "%s%s", situation_of(c, &s->baseline), "each variant of the rules");
}

/* A number that is 0 now has no relative change, so it has no bar. */
void draw_search(chart *c, const void *answer)
{
    const salvo_search *search = ((const first_lines *)answer)->answer;
    chart_series *s;

    c->kind = CHART_BARS;
    c->x.scale = AXIS_PERCENT;
    c->y.scale = AXIS_NAMES;
    c->y.title = "cell";
    c->x.low = 0;
    c->x.title = "change needed, relative to the cell's value";
    s = chart_add_series(c, "change");
    for (size_t i = 0; i < search->n_minimal_changes && s->n_points < SENSITIVE_CELLS_DRAWN; i++) {
        const salvo_minimal_change *r = &search->minimal_changes[i];
        chart_point bar;

        if (!isfinite(r->relative))
            continue;
        bar = chart_at(r->relative, chart_name(c, &c->y, r->cell));
        bar.label = chart_text(c, "%s to %s", r->now, r->to);
        chart_add_point(c, s, bar);
    }
    add_words(c, &search->baseline, "The single change that is enough",
              "All variants are simulated with the same dice.");
    c->subtitle = chart_text(c, is_mean(&search->baseline) ? "%swhat moves %s to %g" : "%swhat moves %s to %g %%",
                             situation_of(c, &search->baseline), metric_words(&search->baseline),
                             is_mean(&search->baseline) ? search->target : 100 * search->target);
}
