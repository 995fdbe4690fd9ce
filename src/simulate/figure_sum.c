/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds fractions as fractions and counts as counts, because a sum of rounded values might miss 1. */
#include "simulate/figure_sum.h"

#include <stdlib.h>

/* Sets the sum of the numbers so far. */
static bool set_sum(figure_sum *s, salvo_arena *memory)
{
    if (s->answer->simulated)
        s->sum.simulated = salvo_simulation_estimate(&s->answer->simulation, s->sum.count);
    return !s->fractions || number_report(&s->with, &s->numbers[0], memory, &s->sum.exact);
}

/* Two fractions: the sum, and space for the next summand. */
bool figure_sum_init(figure_sum *s, const salvo_answer *answer, salvo_arena *memory)
{
    *s = (figure_sum){.answer = answer, .fractions = answer->exact && answer->odds.arithmetic == SALVO_RATIONAL};
    arithmetic_init(&s->with, SALVO_RATIONAL);
    s->numbers = numbers_new(&s->with, 2);
    return s->numbers && set_sum(s, memory);
}

/* If a summand has no fraction (it was too long to print), the sum has none either, and continues in doubles. */
bool figure_sum_add(figure_sum *s, const salvo_figure *more, salvo_arena *memory)
{
    s->sum.exact = (salvo_number){.value = s->sum.exact.value + more->exact.value};
    s->fractions = s->fractions && number_read(&s->with, &s->numbers[1], &more->exact);
    if (s->fractions)
        number_add(&s->with, &s->numbers[0], &s->numbers[1]);
    s->sum.count += more->count;
    return set_sum(s, memory);
}

void figure_sum_free(figure_sum *s)
{
    numbers_free(&s->with, s->numbers, 2);
    arithmetic_free(&s->with);
}
