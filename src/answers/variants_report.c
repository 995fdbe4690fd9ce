/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several variants of the rules, each compared with the book. Readers see what each variant changes most; programs get
 * every figure. */
#include <salvo/report.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/odds_report.h"
#include "base/phrase.h"

/* All comparisons have one method. NULL: every variant refuses the question. */
static const salvo_comparison *first_of(const salvo_compared_variants *all)
{
    return all->n && all->variants[0].question ? &all->variants[0].comparison : NULL;
}

/* Adds a row for the outcome, or the expectation, that variant i changes most. */
static void put_most(record *to, const salvo_compared_variant *v, bool outcome)
{
    const field name[] = {{"variant", as_text(v->name)}};

    PUT_FIELDS(to, name);
    put_contrast(to, &v->comparison, outcome, outcome ? v->outcome : v->mean);
}

static void describe_chance(record *to, const void *variants, size_t i)
{
    put_most(to, &((const salvo_compared_variants *)variants)->variants[i], true);
}

static void describe_mean(record *to, const void *variants, size_t i)
{
    put_most(to, &((const salvo_compared_variants *)variants)->variants[i], false);
}

/* The refused variants are last. */
static size_t n_answered(const salvo_compared_variants *all)
{
    size_t n = 0;

    while (n < all->n && all->variants[n].question)
        n++;
    return n;
}

static void add_refused(page *p, const salvo_compared_variants *all)
{
    salvo_text text = {0};

    for (size_t i = n_answered(all); i < all->n; i++)
        salvo_text_add(&text, "%s%s: %s", text.length ? "\n" : "", all->variants[i].name, all->variants[i].refused);
    if (text.length || text.failed)
        page_paragraph(p, "Not possible:");
    page_text(p, &text);
}

static void add_question(page *p, const salvo_question *q)
{
    salvo_text text = {0};

    for (size_t i = 0; i < q->procedure->schema.n_parameters; i++)
        put_given(&text, q, i);
    page_text(p, &text);
}

static void add_to_read(page *p, const void *variants)
{
    const salvo_compared_variants *all = variants;
    const salvo_comparison *c = first_of(all);
    const size_t n = n_answered(all);

    page_heading(p, "%s: %s", all->first->procedure->schema.name, salvo_counted(all->n, "variant").text);
    add_note(p, salvo_question_remark(all->first));
    add_question(p, all->first);
    if (c && c->n_outcomes) {
        page_paragraph(p, "The outcome whose chance each variant of the rules changes most:");
        sheet_name(page_rows(p, READ, describe_chance, all, n), "variants");
    }
    if (c && c->n_means) {
        page_paragraph(p, "The expectation that it changes most, for its size:");
        sheet_name(page_rows(p, READ, describe_mean, all, n), "expectations");
    }
    add_refused(p, all);
    if (c)
        add_comparison_methods(p, c);
}

/* The rows of one variant. */
static void describe_row(record *to, const void *variant, size_t i)
{
    const salvo_compared_variant *v = variant;
    const field name[] = {{"rules", as_text(v->name)}};

    PUT_FIELDS(to, name);
    put_comparison_row(to, &v->comparison, i);
}

static void add_tidy(page *p, const void *variants)
{
    const salvo_compared_variants *all = variants;
    record to = page_record(p, TIDY);

    for (size_t i = 0; i < n_answered(all); i++)
        for (size_t k = 0; k < n_comparison_rows(&all->variants[i].comparison); k++) {
            describe_row(&to, &all->variants[i], k);
            record_next(&to);
        }
}

static void describe_variant(record *to, const void *variants, size_t i)
{
    const salvo_compared_variant *v = &((const salvo_compared_variants *)variants)->variants[i];
    const field fields[] = {{"rules", as_text(v->name)}, {"refused", as_note(v->refused)}};

    PUT_FIELDS(to, fields);
    if (v->question)
        put_comparison_results(to, &v->comparison);
}

static void describe_variants(record *to, const void *variants)
{
    const salvo_compared_variants *all = variants;
    const field question[] = {
        {"procedure", as_text(all->first->procedure->schema.name)},
        {"parameters", as_parameters(all->first)},
        {"remark", as_note(salvo_question_remark(all->first))},
    };
    const field results[] = {{"variants", as_objects(describe_variant, all, all->n)}};

    PUT_FIELDS(to, question);
    if (first_of(all))
        put_comparison_method(to, first_of(all));
    PUT_FIELDS(to, results);
}

ANSWER_FUNCTIONS(compared_variants, VARIANTS_ANSWER)

const answer_kind VARIANTS_ANSWER = {.read = add_to_read,
                                     .tidy = add_tidy,
                                     .document = describe_variants,
                                     .draw = draw_variants,
                                     .free = free_compared_variants};
