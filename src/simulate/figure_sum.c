/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractions are added as such, counts as counts: a sum of rounded values would not be 1 where it has to be. */
#include "simulate/figure_sum.h"

#include <stdlib.h>

/* What the numbers so far come to. */
static bool set_sum(figure_sum *s, salvo_arena *memory)
{
    if (s->answer->simulated)
        s->sum.simulated = salvo_simulation_estimate(&s->answer->simulation, s->sum.count);
    return !s->fractions || number_report(&s->with, &s->numbers[0], memory, &s->sum.exact);
}

/* Two fractions: the sum, and room for what is added. */
bool figure_sum_init(figure_sum *s, const salvo_answer *answer, salvo_arena *memory)
{
    *s = (figure_sum){.answer = answer, .fractions = answer->counted && answer->odds.arithmetic == SALVO_RATIONAL};
    arithmetic_init(&s->with, SALVO_RATIONAL);
    s->numbers = numbers_new(&s->with, 2);
    return s->numbers && set_sum(s, memory);
}

/* Once a summand has no fraction (it was too long to print) the sum has none either, and goes on in doubles. */
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
