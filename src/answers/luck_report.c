/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log beside its odds: the total of all lines, then line by line. */
#include "answers/luck_report.h"

#include <salvo/report.h>

#include "answers/answer.h"
#include "simulate/statistics.h"

enum { DECIMALS = 2 };

/* Puts the chance with its interval if there is one: "12.3 % (12.1 to 12.5 %)". */
static void put_chance(salvo_text *text, const salvo_estimate *e, bool simulated, salvo_format format)
{
    char percent[FIGURE_MAX], low[FIGURE_MAX], high[FIGURE_MAX];

    reading_put(percent, read_percent(e->value, percent_decimals(e->value)), format);
    salvo_text_put(text, percent);
    if (!simulated)
        return;
    reading_put(low, read_percent(e->low, DECIMALS), format);
    reading_put(high, read_percent(e->high, DECIMALS), format);
    salvo_text_add(text, " (%s to %s)", low, high);
}

/* On a page each total has a line; below a picture they are one sentence. */
static void add_totals(page *p, const salvo_luck *luck, const char *between, const char *end)
{
    const salvo_luck_tails *t = &luck->tails;
    salvo_text text = {0};

    salvo_text_put(&text, "This many or fewer: ");
    put_chance(&text, &t->at_most, luck->simulated, p->format);
    salvo_text_add(&text, "%sThis many or more: ", between);
    put_chance(&text, &t->at_least, luck->simulated, p->format);
    salvo_text_add(&text, "%sPercentile: ", between);
    put_chance(&text, &t->percentile, luck->simulated, p->format);
    salvo_text_add(&text, " (the share of results that are less lucky; equal results count half)%s", end);
    page_text(p, &text);
}

/* Among many lines one is always unlikely, so the report says how often such a line occurs in any log like this. A
 * single line needs no correction. */
static void add_many(page *p, const salvo_luck *luck)
{
    const salvo_luck_line *line = &luck->lines[luck->extreme];
    char chance[FIGURE_MAX], any[FIGURE_MAX];

    if (luck->n_lines < 2)
        return;
    reading_put(chance, read_percent(luck->extreme_chance, percent_decimals(luck->extreme_chance)), p->format);
    reading_put(any, read_percent(luck->any_as_extreme, percent_decimals(luck->any_as_extreme)), p->format);
    page_paragraph(
        p,
        "The least likely line on its own is '%s', with %s. One of %zu lines is always the least likely: in %s of "
        "such logs, some line is at least as unlikely, in either direction.",
        line->entry->name, chance, luck->n_lines, any);
}

static void add_how(page *p, const salvo_luck *luck)
{
    if (luck->simulated)
        page_paragraph(
            p,
            "Some chances are simulated (seed %llu); the intervals combine the ends of their 95 %% intervals. "
            "Results are added up by convolution.",
            (unsigned long long)luck->seed);
    else
        page_paragraph(p, "Exact up to rounding: the chances are fractions, added up by convolution in floating "
                          "point.");
}

static datum as_chance(const salvo_estimate *e, bool simulated)
{
    return with_interval(as_percent(e->value, DECIMALS), e, simulated);
}

/* The last row is for all lines. */
static void describe_row(record *to, const void *of, size_t i)
{
    const salvo_luck *luck = of;
    const bool all = i == luck->n_lines;
    const salvo_luck_line *line = &luck->lines[all ? 0 : i];
    const salvo_luck_tails *tails = all ? &luck->tails : &line->tails;
    const double expected = all ? luck->expected : (double)line->tries * line->chance.value;
    const bool simulated = all ? luck->simulated : line->simulated;
    const char *name = all ? NULL : line->entry->name;
    const field fields[] = {
        {"scope", as_text(all ? "all" : "line")},
        {"line", read_as(to, as_text(name), as_text(all ? "all lines" : name))},
        {"question", as_text(all ? NULL : line->entry->words)},
        {"success", as_text(all ? NULL : line->entry->success.text)},
        {"chance", or_empty(!all, as_chance(&line->chance, simulated))},
        {"won", as_whole((int64_t)(all ? luck->won : line->won))},
        {"tries", as_whole((int64_t)(all ? luck->tries : line->tries))},
        {"expected", as_decimal(expected, DECIMALS)},
        {"at_most", as_chance(&tails->at_most, simulated)},
        {"at_least", as_chance(&tails->at_least, simulated)},
        {"percentile", as_number(tails->percentile.value)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column COLUMNS[] = {
    {"line", NULL},
    {"success", NULL},
    {"chance", NULL},
    {"won", NULL},
    {"tries", NULL},
    {"expected", NULL},
    {"at_most", "this or fewer"},
    {"at_least", "this or more"},
};

/* If there is one line, it is the total. */
static size_t rows_of(const salvo_luck *luck)
{
    return luck->n_lines + (luck->n_lines > 1);
}

static void add_to_read(page *p, const void *of)
{
    const salvo_luck *luck = of;

    page_heading(p, "%llu of %llu succeeded, %.*f expected", (unsigned long long)luck->won,
                 (unsigned long long)luck->tries, DECIMALS, luck->expected);
    add_totals(p, luck, "\n", "");
    page_view(p, VIEW(COLUMNS), describe_row, luck, rows_of(luck));
    add_many(p, luck);
    add_how(p, luck);
}

static void add_tidy(page *p, const void *of)
{
    const salvo_luck *luck = of;

    page_rows(p, TIDY, describe_row, luck, rows_of(luck));
}

static void describe_luck(record *to, const void *of)
{
    const salvo_luck *luck = of;
    const bool many = luck->n_lines > 1;
    const field fields[] = {
        {"arithmetic", as_text("double")},
        {"simulated", as_flag(luck->simulated)},
        {"seed", if_there(luck->simulated, as_whole((int64_t)luck->seed))},
        {"all", as_row(describe_row, luck, many ? luck->n_lines : 0)},
        {"lines", as_objects(describe_row, luck, luck->n_lines)},
        {"most_unlikely_line", if_there(many, as_text(luck->lines[luck->extreme].entry->name))},
        {"most_unlikely", if_there(many, as_number(luck->extreme_chance))},
        {"any_as_unlikely", if_there(many, as_number(luck->any_as_extreme))},
    };

    PUT_FIELDS(to, fields);
}

void caption_luck(chart *c, const salvo_luck *luck)
{
    page p;

    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_totals(&p, luck, ". ", ".");
    add_how(&p, luck);
    chart_caption_page(c, &p);
    page_free(&p);
}

ANSWER_FUNCTIONS(luck, LUCK_ANSWER)

const answer_kind LUCK_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .document = describe_luck, .draw = draw_luck, .free = free_luck};
