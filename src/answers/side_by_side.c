/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is subtracted, because turns, ranges and dice of two rulebooks are not the same things. */
#include "answers/side_by_side.h"

#include <string.h>

#include "answers/charts.h"
#include "answers/held_up_words.h"
#include "answers/odds_report.h"
#include "document/figures.h"

enum { DECIMALS = 2 };

static const char *id_of(const side_answer *s)
{
    return s->book->ruleset->id;
}

/* Returns a title for readers. Two sets of tables of one rulebook have the same title. */
static const char *title_of(const side_by_side *s, size_t side)
{
    const char *const titles[] = {s->sides[0].book->store.title, s->sides[1].book->store.title};

    return strcmp(titles[0], titles[1]) ? titles[side] : id_of(&s->sides[side]);
}

/* A unit may have another name in the other rulebook. */
static const char *name_of(const side_by_side *s, size_t figure)
{
    const side_figure *first = &s->sides[0].figures[figure], *second = &s->sides[1].figures[figure];

    return strcmp(first->name, second->name) ? first->plain : first->name;
}

/* An average that exists in only one of the books leaves an empty cell, because the row has the other's. */
static datum as_cell(const side_answer *s, size_t i)
{
    const side_figure *f = &s->figures[i];

    if (f->absent)
        return in_column(COLUMN_NUMBER, as_text("-"));
    return as_reading(COLUMN_NUMBER, f->mean ? read_expectation(s->answer, &f->figure, SIX_DIGITS)
                                             : read_probability(s->answer, &f->figure, DECIMALS));
}

static void describe_to_read(record *to, const void *of, size_t i)
{
    const side_by_side *s = of;
    const field fields[] = {
        {"", as_text(name_of(s, i))},
        {title_of(s, 0), as_cell(&s->sides[0], i)},
        {title_of(s, 1), as_cell(&s->sides[1], i)},
    };

    PUT_FIELDS(to, fields);
}

static void add_asked(page *p, const side_by_side *of, size_t side)
{
    const side_answer *s = &of->sides[side];
    const char *asked = s->asked ? s->asked : "";
    salvo_text text = {0};

    salvo_text_add(&text, "%s:%s%s", title_of(of, side), strchr(asked, '\n') ? "\n" : " ", asked);
    page_text(p, &text);
    add_note(p, s->remark);
    add_engine_remark(p, s->answer);
    add_held_up(p, s->held_up);
}

/* An answer without a procedure combines many questions, and none of them has its method alone. */
static void add_how(page *p, const side_by_side *of, size_t side)
{
    const side_answer *s = &of->sides[side];

    if (!s->procedure) {
        page_paragraph(p, "%s: computed exactly.", title_of(of, side));
        return;
    }
    page_paragraph(p, "%s:", title_of(of, side));
    add_method(p, s->procedure, s->answer);
}

static void add_to_read(page *p, const void *answer)
{
    const side_by_side *s = answer;
    const side_answer *first = &s->sides[0], *second = &s->sides[1];

    page_heading(p, "%s against %s in %s and in %s", first->a, first->b, first->book->store.title,
                 second->book->store.title);
    add_asked(p, s, 0);
    add_asked(p, s, 1);
    for (size_t i = 0; i < s->n_left_out; i++)
        page_paragraph(p, "Left out for %s, which has no such parameter or value: %s.", title_of(s, 1), s->left_out[i]);
    page_rows(p, READ, describe_to_read, s, first->n_figures);
    page_paragraph(p, "The answers are side by side, not paired: two rulebooks share no dice, and a turn, a range "
                      "or cover can mean different things in them.");
    add_how(p, s, 0);
    add_how(p, s, 1);
}

/* The rulebook is a column, so that programs can split the rows by it. Nothing here pairs the rows. */
static void add_row(record *to, const side_answer *s, const side_figure *f)
{
    const field fields[] = {
        {"ruleset", as_text(id_of(s))}, {"a", as_text(s->a)},          {"b", as_text(s->b)},
        {"range", as_text(s->range)},   {"quantity", as_text(f->key)}, {"value", as_mean(s->answer, &f->figure)},
    };

    if (f->absent)
        return;
    PUT_FIELDS(to, fields);
    record_next(to);
}

static void add_tidy(page *p, const void *answer)
{
    const side_by_side *s = answer;
    record to = page_record(p, TIDY);

    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < s->sides[side].n_figures; i++)
            add_row(&to, &s->sides[side], &s->sides[side].figures[i]);
}

/* Fire has no document of its own with this content, because efficiency has tables of many units. */
static void describe_figures(record *to, const side_answer *s)
{
    const field who[] = {
        {"ruleset", as_text(id_of(s))}, {"a", as_text(s->a)},           {"b", as_text(s->b)},
        {"range", as_text(s->range)},   {"remark", as_note(s->remark)}, {"conditions", as_text(s->conditions)},
    };

    PUT_FIELDS(to, who);
    for (size_t i = 0; i < s->n_figures; i++) {
        const field fields[] = {{s->figures[i].key, as_mean(s->answer, &s->figures[i].figure)}};

        PUT_FIELDS(to, fields);
    }
}

/* The document is that of a duel or a battle by itself. */
static void describe_side(record *to, const void *of, size_t i)
{
    const side_answer *s = &((const side_by_side *)of)->sides[i];

    if (s->document)
        s->document(to, s->whole);
    else
        describe_figures(to, s);
}

static void describe_left_out(record *to, const void *of, size_t i)
{
    const field fields[] = {{NULL, as_text(((const side_by_side *)of)->left_out[i])}};

    PUT_FIELDS(to, fields);
}

static void describe_both(record *to, const void *answer)
{
    const side_by_side *s = answer;
    const field fields[] = {
        {"paired", as_flag(false)},
        {s->kind, as_objects(describe_side, s, 2)},
        {"left_out", as_list(describe_left_out, s, s->n_left_out)},
    };

    PUT_FIELDS(to, fields);
}

/* Only probabilities are drawn: averages have other units, and each would need an axis. */
static void add_series(chart *to, const side_by_side *of, size_t side)
{
    const side_answer *s = &of->sides[side];
    chart_series *series = chart_add_series(to, id_of(s));

    series->label = chart_text(to, "%s, %s %s", title_of(of, side), s->range, s->book->store.distance_unit);
    for (size_t i = 0; i < s->n_figures; i++) {
        const side_figure *f = &s->figures[i];
        chart_point bar = chart_figure(0, s->answer, &f->figure);
        char percent[FIGURE_MAX];

        if (f->mean || f->absent)
            continue;
        bar.x = bar.y;
        bar.y = chart_name(to, &to->y, name_of(of, i));
        percent_text(percent, bar.x, 1);
        bar.label = chart_text(to, "%s", percent);
        chart_add_point(to, series, bar);
    }
    chart_caption_book(to, s->book);
}

static void draw(chart *to, const void *answer)
{
    const side_by_side *s = answer;
    const side_answer *first = &s->sides[0];

    to->kind = CHART_BARS;
    to->title = chart_text(to, "%s against %s", first->a, first->b);
    to->subtitle = "side by side in two rulebooks, which share no dice";
    to->grouped = true;
    to->x.title = "probability";
    to->x.scale = AXIS_PERCENT;
    to->x.low = 0;
    to->y.scale = AXIS_NAMES;
    to->y.title = "outcome";
    add_series(to, s, 0);
    add_series(to, s, 1);
}

const answer_kind SIDE_BY_SIDE_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_both, .draw = draw};
