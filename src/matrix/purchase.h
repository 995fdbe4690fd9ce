/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battles that equal points buy for two units (see salvo_matrix_plan). */
#ifndef SALVO_MATRIX_PURCHASE_H
#define SALVO_MATRIX_PURCHASE_H

#include <salvo/matrix.h>

typedef struct purchase {
    int number[2]; /* elements on each side */
    double weight;
} purchase;

enum { PURCHASES_MAX = 2 * SALVO_BUDGETS_MAX };

/* Lists the battles of the budgets 1 .. budgets, with weights that sum to 1, and returns their number: 0 if no budget
 * fits. Prices must be above 0. */
size_t purchases_of(const double price[2], int budgets, purchase list[PURCHASES_MAX]);

#endif
