/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes are sorted once, so bisection finds a place and the report has the procedure's order. */
#include "odds/totals.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* One block holds probabilities, gains, and what never ends. */
static size_t count_numbers(const totals *t)
{
    return t->n_outcomes + SALVO_EXPECTATIONS_MAX + 1;
}

/* Takes n outcomes in any order and number. Copies them, because the caller frees its list. */
salvo_status totals_init(totals *t, salvo_arithmetic kind, const int *outcomes, size_t n, salvo_error *err)
{
    memset(t, 0, sizeof *t);
    arithmetic_init(&t->with, kind);
    t->outcomes = calloc(n ? n : 1, sizeof *t->outcomes);
    if (t->outcomes) {
        memcpy(t->outcomes, outcomes, n * sizeof *outcomes);
        qsort(t->outcomes, n, sizeof *t->outcomes, by_value);
        for (size_t i = 0; i < n; i++)
            if (i == 0 || t->outcomes[i] != t->outcomes[t->n_outcomes - 1])
                t->outcomes[t->n_outcomes++] = t->outcomes[i];
        t->probability = numbers_new(&t->with, count_numbers(t));
    }
    if (!t->probability)
        return salvo_fail_memory(err); /* totals_free frees what was made */
    t->gain = t->probability + t->n_outcomes;
    t->endless = t->gain + SALVO_EXPECTATIONS_MAX;
    return SALVO_OK;
}

void totals_free(totals *t)
{
    numbers_free(&t->with, t->probability, count_numbers(t));
    arithmetic_free(&t->with);
    free(t->outcomes);
}

size_t totals_place(const totals *t, int outcome)
{
    /* The outcome is one of those given to totals_init. */
    const int *found = bsearch(&outcome, t->outcomes, t->n_outcomes, sizeof outcome, by_value);

    return (size_t)(found - t->outcomes);
}

static salvo_status report_outcomes(salvo_odds *odds, const totals *t, const salvo_question *q, salvo_error *err)
{
    odds->outcomes = salvo_arena_array(odds->memory, t->n_outcomes, sizeof *odds->outcomes);
    if (!odds->outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < t->n_outcomes; i++) {
        salvo_outcome *o = &odds->outcomes[odds->n_outcomes];
        char label[SALVO_LABEL_MAX];

        if (number_is_zero(&t->with, &t->probability[i])) /* impossible outcomes are left out */
            continue;
        salvo_outcome_label(q, t->outcomes[i], label);
        o->outcome = t->outcomes[i];
        o->label = salvo_arena_text(odds->memory, label);
        if (!o->label || !number_report(&t->with, &t->probability[i], odds->memory, &o->probability))
            return salvo_fail_memory(err);
        odds->n_outcomes++;
    }
    return SALVO_OK;
}

/* Once for the sums instead of in every step, because a division lengthens a fraction. */
void totals_finish(totals *t, const salvo_procedure *procedure)
{
    for (size_t k = 0; k < procedure->n_expectations; k++)
        if (procedure->expectations[k].parts > 1)
            number_scale(&t->with, &t->gain[k], 1, (uint64_t)procedure->expectations[k].parts);
}

/* No means if some of the probability never ends. A mean over trials of which some never end would be infinite or,
 * worse, look like a number. */
static salvo_status report_means(salvo_odds *odds, const totals *t, const salvo_question *q, salvo_error *err)
{
    const salvo_procedure *p = q->procedure;

    odds->means = salvo_arena_array(odds->memory, p->n_expectations, sizeof *odds->means);
    if (!odds->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < p->n_expectations && number_is_zero(&t->with, t->endless); k++) {
        salvo_mean *mean = &odds->means[odds->n_means];

        if (p->expects && !p->expects(q->situation, k)) /* it has no meaning with these parameters */
            continue;
        *mean = (salvo_mean){.expectation = k, .name = p->expectations[k].name};
        if (!number_report(&t->with, &t->gain[k], odds->memory, &mean->mean))
            return salvo_fail_memory(err);
        odds->n_means++;
    }
    return SALVO_OK;
}

salvo_status totals_report(salvo_odds *odds, const totals *t, const salvo_question *q, salvo_error *err)
{
    odds->arithmetic = t->with.kind;
    odds->never_ends = number_value(&t->with, t->endless);
    TRY(report_outcomes(odds, t, q, err));
    return report_means(odds, t, q, err);
}
