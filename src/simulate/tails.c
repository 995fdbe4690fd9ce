/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running sums over the outcomes that are numbers. */
#include <stdlib.h>

#include "rules/parse.h"
#include "simulate/figure_sum.h"

static int by_value(const void *a, const void *b)
{
    const double x = ((const salvo_tail *)a)->value, y = ((const salvo_tail *)b)->value;

    return (x > y) - (x < y);
}

/* From the least to the greatest, or the other way. For "at least", adding from the end keeps small chances precise; a
 * difference from 1 would not. */
static bool add_up(const salvo_answer *answer, salvo_tail *tails, size_t n, bool at_least, salvo_arena *memory)
{
    figure_sum sum;
    bool done = figure_sum_init(&sum, answer, memory);

    for (size_t i = 0; i < n && done; i++) {
        salvo_tail *tail = &tails[at_least ? n - 1 - i : i];

        done = figure_sum_add(&sum, &answer->outcomes[tail->line].figure, memory);
        *(at_least ? &tail->at_least : &tail->at_most) = sum.sum;
    }
    figure_sum_free(&sum);
    return done;
}

salvo_status salvo_answer_tails(const salvo_answer *answer, salvo_arena *memory, salvo_tail **tails, size_t *n,
                                salvo_error *err)
{
    *n = 0;
    *tails = salvo_arena_array(memory, answer->n_outcomes, sizeof **tails);
    if (!*tails)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < answer->n_outcomes; i++) {
        salvo_tail tail = {.line = i};

        /* By name, not by number of the outcome, because a procedure may have words among its numbers. */
        if (salvo_number_parse(answer->outcomes[i].name, &tail.value))
            (*tails)[(*n)++] = tail;
    }
    qsort(*tails, *n, sizeof **tails, by_value);
    return add_up(answer, *tails, *n, true, memory) && add_up(answer, *tails, *n, false, memory)
               ? SALVO_OK
               : salvo_fail_memory(err);
}
