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

static const char PAIRS[] = "The trials are pairs, with and without the variant, that roll the same dice.";

static size_t n_moving(const salvo_rule_sensitivity *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_variants; i++)
        n += rule_moves_answer(&s->baseline, &s->variants[i]);
    return n;
}

static datum as_value(const salvo_baseline *asked, const salvo_changed_answer *m)
{
    const datum value = as_answer(asked, &m->value, DECIMALS);

    return m->known ? value : in_column(value.column, as_text(m->refused ? "not possible" : "not examined"));
}

/* The difference in percentage points, or in turns. */
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
    const char *change = answer_is_chance(asked) ? "minus base, points" : "minus base";
    const datum interval =
        or_empty(m->known, as_difference_interval(&m->difference.simulated, answer_is_chance(asked) ? 100 : 1));
    const field fields[] = {
        {READ, "variant", as_text(m->to)},
        {JSON, "rules", as_text(m->to)},
        {READ, "answer", as_value(asked, m)},
        {READ, change, as_change(asked, m)},
        {READ, "95 %", if_there(asked->simulated, in_column(COLUMN_INTERVAL, interval))},
        {JSON, "refused", as_note(m->refused)},
    };
    const field pairs[] = {{JSON, "pairs",
                            if_there(asked->simulated, OBJECT({JSON, "less", as_whole(m->pairs_less)},
                                                              {JSON, "greater", as_whole(m->pairs_greater)}))}};

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
    const size_t moving = n_moving(s);
    char base[FIGURE_MAX];

    answer_text(base, answer_reading(&s->baseline, &s->baseline.base, DECIMALS), p->format);
    add_baseline_heading(p, "The rules that move the answer", &s->baseline);
    add_baseline_situation(p, &s->baseline);
    page_paragraph(p, "Base: %s is %s. Each variant of the rules is asked the same question.",
                   metric_words(&s->baseline), base);
    sheet_name(page_rows(p, READ, describe_variant, s, s->n_variants), "variants");
    add_reasons(p, s);
    page_paragraph(p, "%zu of %s %s %s.", moving, numbers_words(&s->baseline).text,
                   salvo_agree(moving, "moves", "move"), metric_words(&s->baseline));
    add_baseline_method(p, &s->baseline, PAIRS);
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
    const bool exact = m->known && counted, simulated = m->known && !counted;
    const salvo_figure *value = &m->value, *difference = &m->difference;
    const field fields[] = {
        {TIDY, "rank", or_empty(m->known, as_whole(i / methods + 1))},
        {TIDY, "rules", as_text(m->to)},
        {TIDY, "base", or_empty(m->known, as_number(value_by(counted, &asked->base)))},
        {TIDY, "value", or_empty(m->known, as_number(value_by(counted, value)))},
        {TIDY, "exact", or_empty(exact, as_text(value->exact.exact))},
        {TIDY, "difference", or_empty(m->known, as_number(value_by(counted, difference)))},
        {TIDY, "difference_exact", or_empty(exact, as_text(difference->exact.exact))},
        {TIDY, "low", or_empty(simulated, as_number(difference->simulated.low))},
        {TIDY, "high", or_empty(simulated, as_number(difference->simulated.high))},
        {TIDY, "refused", as_text(m->refused)},
    };

    PUT_FIELDS(to, fields);
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
    const field variants[] = {{JSON, "variants", as_objects(describe_variant, s, s->n_variants)}};

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
