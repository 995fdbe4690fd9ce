/* What equal points buy of two units: see salvo_matrix_plan. */
#ifndef SALVO_MATRIX_PURCHASE_H
#define SALVO_MATRIX_PURCHASE_H

#include <salvo/matrix.h>

typedef struct purchase {
    int number[2]; /* elements of a side */
    double weight;
} purchase;

enum { PURCHASES_MAX = 2 * SALVO_BUDGETS_MAX };

/* The battles of the budgets 1 .. budgets, weights summing to 1; how many there are, 0 when no budget fits. Prices are
 * above 0. */
size_t purchases_of(const double price[2], int budgets, purchase list[PURCHASES_MAX]);

#endif
