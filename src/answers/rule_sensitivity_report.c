/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of the rules, and how far each moves an answer. */
#include <salvo/report.h>

#include <math.h>

#include "answers/answer.h"
#include "answers/baseline_report.h"
#include "answers/charts.h"
#include "answers/odds_report.h"
#include "base/phrase.h"

enum { DECIMALS = 2 };

static datum as_value(const salvo_baseline *asked, const salvo_changed_answer *m)
{
    const datum value = as_answer(asked, &m->value, DECIMALS);

    return m->known ? value : in_column(value.column, as_text(m->refused ? "not possible" : "not examined"));
}

/* The difference in percentage points, or in the unit of a mean. */
static datum as_change(const salvo_baseline *asked, const salvo_changed_answer *m)
{
    const double unit = answer_is_chance(asked) ? 100 : 1;
    reading r = read_number(unit * baseline_value(asked, &m->difference), asked->subject->points ? 4 : DECIMALS);

    r.sign = true;
    return or_empty(m->known && isfinite(baseline_value(asked, &m->difference)), as_reading(COLUMN_NUMBER, r));
}

/* `pairs` are the trials in which the variant lowered the answer, and in which it raised it. */
static void describe_variant(record *to, const void *of, size_t i)
{
    const salvo_rule_sensitivity *s = of;
    const salvo_baseline *asked = &s->baseline;
    const salvo_changed_answer *m = &s->variants[i];
    const datum interval =
        or_empty(m->known, as_difference_interval(&m->difference.simulated, answer_is_chance(asked) ? 100 : 1));
    const field fields[] = {
        {"rules", as_text(m->to)},
        {"value", only_in(READ, as_value(asked, m))},
        {"difference", only_in(READ, as_change(asked, m))},
        {"95 %", only_in(READ, if_there(asked->simulated, in_column(COLUMN_INTERVAL, interval)))},
        {"refused", as_note(m->refused)},
    };
    const field pairs[] = {
        {"pairs", only_in(JSON, if_there(asked->simulated, OBJECT({"less", as_whole(m->pairs_less)},
                                                                  {"greater", as_whole(m->pairs_greater)})))}};

    PUT_FIELDS(to, fields);
    if (!to->json || !m->known)
        return;
    put_answer(to, "value", asked, &m->value);
    put_answer(to, "difference", asked, &m->difference);
    PUT_FIELDS(to, pairs);
}

static void add_reasons(page *p, const salvo_rule_sensitivity *s)
{
    salvo_text text = {0};

    for (size_t i = 0; i < s->n_variants; i++)
        if (s->variants[i].refused)
            salvo_text_add(&text, "%s%s: %s", text.length ? "\n" : "", s->variants[i].to, s->variants[i].refused);
    if (text.length || text.failed)
        page_paragraph(p, "Not possible:");
    page_text(p, &text);
}

static void add_to_read(page *p, const void *sensitivity)
{
    const salvo_rule_sensitivity *s = sensitivity;
    const bool chance = answer_is_chance(&s->baseline);
    const view_column columns[] = {{"rules", "variant"},
                                   {"value", "answer"},
                                   {"difference", chance ? "minus base, points" : "minus base"},
                                   {"95 %", NULL}};
    char base[FIGURE_MAX];

    answer_text(base, answer_reading(&s->baseline, &s->baseline.base, DECIMALS), p->format);
    add_baseline_heading(p, "The rules that move the answer", &s->baseline);
    add_baseline_situation(p, &s->baseline);
    page_paragraph(p, "Base: %s is %s. Each variant of the rules is asked the same question.",
                   metric_words(&s->baseline), base);
    sheet_name(page_view(p, VIEW(columns), describe_variant, s, s->n_variants), "variants");
    add_reasons(p, s);
    page_paragraph(p, "%zu of %s %s %s.", s->n_moving, numbers_words(&s->baseline).text,
                   salvo_agree(s->n_moving, "moves", "move"), metric_words(&s->baseline));
    add_baseline_method(p, &s->baseline, RULE_PAIRS_WORDS);
}

/* A row for each variant by each method. */
static void describe_tidy(record *to, const void *sensitivity, size_t i)
{
    static const salvo_changed_answer NONE = {0};
    const salvo_rule_sensitivity *s = sensitivity;
    const salvo_baseline *asked = &s->baseline;
    const size_t methods = (size_t)asked->exact + asked->simulated;
    const bool counted = asked->exact && i % methods == 0;
    const salvo_changed_answer *m = to->blank ? &NONE : &s->variants[i / methods];
    const field first[] = {
        {"rank", or_empty(m->known, as_whole(i / methods + 1))},
        {"rules", as_text(m->to)},
    };
    const field last[] = {
        {"refused", as_text(m->refused)},
    };

    PUT_FIELDS(to, first);
    put_change_columns(to, asked, m, counted);
    PUT_FIELDS(to, last);
    put_method_columns(to, asked, counted);
}

static void add_tidy(page *p, const void *sensitivity)
{
    const salvo_rule_sensitivity *s = sensitivity;

    page_rows(p, TIDY, describe_tidy, s, s->n_variants * ((size_t)s->baseline.exact + s->baseline.simulated));
}

static void describe_sensitivity(record *to, const void *sensitivity)
{
    const salvo_rule_sensitivity *s = sensitivity;
    const field variants[] = {
        {"moving", as_whole(s->n_moving)},
        {"variants", as_objects(describe_variant, s, s->n_variants)},
    };

    put_baseline(to, &s->baseline);
    put_answer(to, "base", &s->baseline, &s->baseline.base);
    PUT_FIELDS(to, variants);
}

ANSWER_FUNCTIONS(rule_sensitivity, RULE_SENSITIVITY_ANSWER)

const answer_kind RULE_SENSITIVITY_ANSWER = {.read = add_to_read,
                                             .tidy = add_tidy,
                                             .document = describe_sensitivity,
                                             .draw = draw_rule_sensitivity,
                                             .free = free_rule_sensitivity};
