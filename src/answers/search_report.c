/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each number of the tables, the least change that alone moves the answer to its target, the smallest first. Each
 * has the answer one step before, so that a reader sees how sharply it changes. */
#include <salvo/report.h>

#include <math.h>

#include "answers/answer.h"
#include "answers/baseline_report.h"
#include "answers/charts.h"

enum { DECIMALS = 2 };

/* The minimal changes that are listed. */
typedef struct told {
    const salvo_search *search;
    size_t n;
} told;

/* 0 lines are all lines. */
static told told_of(const first_lines *lines, bool computed)
{
    const salvo_search *search = lines->answer;
    const size_t top = computed ? lines->computed : lines->read;

    return (told){search, top && top < search->n_minimal_changes ? top : search->n_minimal_changes};
}

/* JSON needs several keys for each answer, so answers are put one by one. Tables have all as columns. */
static void describe_change(record *to, const void *of, size_t i)
{
    static const salvo_minimal_change NONE = {0};
    const salvo_search *search = ((const told *)of)->search;
    const salvo_baseline *asked = &search->baseline;
    const salvo_minimal_change *r = to->blank ? &NONE : &search->minimal_changes[i];
    const bool counted = asked->exact;
    const datum relative =
        in_column(COLUMN_NUMBER, isfinite(r->relative) ? as_percent(r->relative, 1) : as_text("from 0"));
    reading change = read_number(r->change, SIX_DIGITS);

    /* A change always has a sign, for its direction. */
    change.sign = true;

    const field change_of_cell[] = {
        {"rank", only_in(TIDY, as_whole(i + 1))},           {"cell", as_text(r->cell)},
        {"now", in_column(COLUMN_NUMBER, as_text(r->now))}, {"to", in_column(COLUMN_NUMBER, as_text(r->to))},
        {"change", as_reading(COLUMN_NUMBER, change)},      {"relative", read_as(to, as_number(r->relative), relative)},
    };
    const field values_to_read[] = {
        {"value", as_answer(asked, &r->value, DECIMALS)},
        {"before", in_column(COLUMN_NUMBER, as_text(r->before))},
        {"value_before", as_answer(asked, &r->value_before, DECIMALS)},
    };
    const field values[] = {
        {"base", as_number(baseline_value(asked, &asked->base))},
        {"target", as_number(search->target)},
        {"value", as_number(baseline_value(asked, &r->value))},
        {"exact", or_empty(counted, as_text(r->value.exact.exact))},
        {"low", or_empty(!counted, as_number(r->value.simulated.low))},
        {"high", or_empty(!counted, as_number(r->value.simulated.high))},
        {"before", as_text(r->before)},
        {"value_before", as_number(baseline_value(asked, &r->value_before))},
        {"exact_before", or_empty(counted, as_text(r->value_before.exact.exact))},
        {"low_before", or_empty(!counted, as_number(r->value_before.simulated.low))},
        {"high_before", or_empty(!counted, as_number(r->value_before.simulated.high))},
    };
    const field steps[] = {
        {"meets", as_flag(r->on_target)},
        {"before", as_text(r->before)},
    };

    PUT_FIELDS(to, change_of_cell);
    if (to->in == READ) {
        PUT_FIELDS(to, values_to_read);
    } else if (to->in == TIDY) {
        PUT_FIELDS(to, values);
        put_method_columns(to, asked, counted);
    } else {
        put_answer(to, "value", asked, &r->value);
        PUT_FIELDS(to, steps);
        put_answer(to, "value_before", asked, &r->value_before);
    }
}

static const view_column CHANGES[] = {
    {"cell", NULL},
    {"now", NULL},
    {"to", NULL},
    {"change", NULL},
    {"relative", "of its value"},
    {"value", "answer"},
    {"before", "at"},
    {"value_before", "one step less"},
};

/* The number of cells that were tried shows how much a short list means. */
static void add_count(page *p, const salvo_search *search, size_t n, const char *target)
{
    if (search->already_reached)
        page_paragraph(p, "The answer is already there; nothing was searched.");
    else if (search->n_minimal_changes == 0)
        page_paragraph(p, "None of %s can do it alone.", numbers_words(&search->baseline).text);
    else
        page_paragraph(p, "%zu of %s can move the answer to %s or past it alone, as far as their tables allow%s.",
                       search->n_minimal_changes, numbers_words(&search->baseline).text, target,
                       n < search->n_minimal_changes ? "; those with the smallest changes are shown" : "");
}

/* A target is a percentage, except for a mean. */
static void add_to_read(page *p, const void *lines)
{
    const told t = told_of(lines, false);
    const salvo_search *search = t.search;
    const size_t n = t.n;
    const reading wanted = answer_is_chance(&search->baseline) ? read_percent(search->target, DECIMALS)
                                                               : read_number(search->target, SIX_DIGITS);
    char base[FIGURE_MAX], target[FIGURE_MAX];

    answer_text(base, answer_reading(&search->baseline, &search->baseline.base, DECIMALS), p->format);
    answer_text(target, wanted, p->format);
    add_baseline_heading(p, "The single change that restores the answer", &search->baseline);
    add_baseline_situation(p, &search->baseline);
    page_paragraph(p, "Base: %s is %s. Target: %s; the smallest change relative to its cell's value comes first.",
                   metric_words(&search->baseline), base, target);
    if (n)
        sheet_name(page_view(p, VIEW(CHANGES), describe_change, &t, n), "remedies");
    add_count(p, search, n, target);
    add_baseline_method(p, &search->baseline, "Every change is tried with the same dice.");
}

static void add_tidy(page *p, const void *lines)
{
    const told t = told_of(lines, true);

    page_rows(p, TIDY, describe_change, &t, t.n);
}

/* "remedies" is the key by which programs find the changes. */
static void describe_search(record *to, const void *lines)
{
    const told t = told_of(lines, true);
    const salvo_baseline *asked = &t.search->baseline;
    const field fields[] = {
        {"target", as_number(t.search->target)},
        {"there", as_flag(t.search->already_reached)},
        {"numbers", OBJECT({"all", as_whole(asked->n_cells)}, {"restore", as_whole(t.search->n_minimal_changes)},
                           {"not_looked_at", as_whole(asked->n_not_examined)})},
        {"remedies", as_objects(describe_change, &t, t.n)},
    };

    put_baseline(to, asked);
    put_answer(to, "base", asked, &asked->base);
    PUT_FIELDS(to, fields);
}

const answer_kind SEARCH_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_search, .draw = draw_search};

salvo_status salvo_report_search(FILE *out, salvo_format format, const salvo_search *search, size_t top,
                                 salvo_error *err)
{
    return answer_write(out, format, &SEARCH_ANSWER, &(first_lines){search, top, top}, err);
}
