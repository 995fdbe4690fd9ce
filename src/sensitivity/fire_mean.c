/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain of a total has a state for each sum so far, hundreds for a large list. A mean needs none of them. */
#include "sensitivity/fire_mean.h"

#include <string.h>

#include "base/try.h"
#include "odds/number.h"

/* The sum so far: a fraction as long as each summand has one. */
typedef struct adding {
    arithmetic with;
    num *numbers; /* the sum, and the next summand */
    bool fractions;
    double value;
    salvo_arena *memory; /* of the result */
} adding;

static bool is_expectation(const salvo_procedure *p, const char *name)
{
    bool is = false;

    for (size_t k = 0; k < p->n_expectations; k++)
        is = is || strcmp(p->expectations[k].name, name) == 0;
    return is;
}

/* Finds what one fire adds: the mean of an expectation, or the chance of an outcome, which may be impossible. */
static bool find_summand(salvo_number *summand, const salvo_answer *answer, bool is_tally, const char *total)
{
    const salvo_line *lines = is_tally ? answer->means : answer->outcomes;
    const size_t n = is_tally ? answer->n_means : answer->n_outcomes;

    *summand = (salvo_number){0, "0"};
    for (size_t i = 0; i < n; i++)
        if (strcmp(lines[i].name, total) == 0) {
            *summand = lines[i].figure.exact;
            return true;
        }
    return !is_tally;
}

static void add(adding *to, const salvo_number *summand, int count)
{
    to->value += count * summand->value;
    to->fractions = to->fractions && number_read(&to->with, &to->numbers[1], summand);
    if (!to->fractions)
        return;
    number_scale(&to->with, &to->numbers[1], count, 1);
    number_add(&to->with, &to->numbers[0], &to->numbers[1]);
}

static salvo_status add_all(adding *to, bool *is_known, const salvo_fire_list *fires, const salvo_approach *how,
                            salvo_error *err)
{
    const bool is_tally = is_expectation(fires->fires[0].procedure, fires->total);

    for (size_t i = 0; i < fires->n && *is_known; i++) {
        salvo_number summand;
        salvo_answer answer;

        TRY(salvo_answer_find(&answer, &fires->fires[i], how, err));
        *is_known = find_summand(&summand, &answer, is_tally, fires->total);
        if (*is_known)
            add(to, &summand, fires->counts[i]);
        salvo_answer_free(&answer);
    }
    return SALVO_OK;
}

static bool report(const adding *sum, salvo_number *mean, salvo_arithmetic *kind)
{
    *mean = (salvo_number){sum->value, NULL};
    *kind = sum->fractions ? SALVO_RATIONAL : SALVO_DOUBLE;
    return !sum->fractions || number_report(&sum->with, &sum->numbers[0], sum->memory, mean);
}

salvo_status fire_mean_find(salvo_number *mean, salvo_arithmetic *kind, bool *is_known, const salvo_fire_list *fires,
                            const salvo_approach *how, salvo_arena *memory, salvo_error *err)
{
    adding sum = {.fractions = how->options.arithmetic == SALVO_RATIONAL, .memory = memory};
    salvo_status status;

    *is_known = true;
    arithmetic_init(&sum.with, SALVO_RATIONAL);
    sum.numbers = numbers_new(&sum.with, 2);
    status = sum.numbers ? add_all(&sum, is_known, fires, how, err) : salvo_fail_memory(err);
    if (status == SALVO_OK && !report(&sum, mean, kind))
        status = salvo_fail_memory(err);
    numbers_free(&sum.with, sum.numbers, 2);
    arithmetic_free(&sum.with);
    return status;
}
