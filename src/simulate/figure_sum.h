/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance of any of several outcomes of one answer: a sum of figures. */
#ifndef SALVO_SIMULATE_FIGURE_SUM_H
#define SALVO_SIMULATE_FIGURE_SUM_H

#include <salvo/simulate.h>

#include "odds/number.h"

/* A sum that grows outcome by outcome. It is a fraction as long as every outcome has one. It owns its numbers from
 * figure_sum_init, even if that fails, to figure_sum_free. */
typedef struct figure_sum {
    const salvo_answer *answer;
    arithmetic with;
    num *numbers; /* the sum, and the next summand */
    bool fractions;
    salvo_figure sum;
} figure_sum;

/* Starts an empty sum. Returns false if memory is out, like the functions below. */
bool figure_sum_init(figure_sum *s, const salvo_answer *answer, salvo_arena *memory);
bool figure_sum_add(figure_sum *s, const salvo_figure *more, salvo_arena *memory);
void figure_sum_free(figure_sum *s);

#endif
