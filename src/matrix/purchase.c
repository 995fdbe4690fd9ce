/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The more expensive unit is bought in whole numbers. Of the cheaper one, as many as cost the same are bought on
 * average. A budget of k is the price of k of the more expensive unit. So one side always spends it completely, and
 * only the other must be averaged. */
#include "matrix/purchase.h"

#include <math.h>

static const double WHOLE = 1e-9; /* a number this close to a whole one counts as whole */

static size_t put(purchase *to, int dear, int n_dear, double n_cheap, double weight)
{
    to->number[dear] = n_dear;
    to->number[1 - dear] = (int)n_cheap;
    to->weight = weight;
    return 1;
}

/* Spends one budget: one battle, or two that spend it on average; none if a side would need too many elements. A price
 * that divides evenly except for a rounding error counts as whole. Otherwise a second battle with a weight of 1e-16
 * would be fought. */
static size_t buy(const double price[2], int k, purchase *list)
{
    int dear = price[1] > price[0];
    double number = k * price[dear] / price[1 - dear], below = floor(number + WHOLE), part = number - below;
    size_t n = 0;

    if (k > SALVO_PURCHASE_MAX || ceil(number - WHOLE) > SALVO_PURCHASE_MAX) /* of the greater of the two numbers */
        return 0;
    if (part < WHOLE)
        return put(list, dear, k, below, 1);
    n += put(&list[n], dear, k, below, 1 - part); /* weights so that the average number is exact */
    n += put(&list[n], dear, k, below + 1, part);
    return n;
}

/* A budget that buys nothing has no weight either, and a match without any budget is not known. */
size_t purchases_of(const double price[2], int budgets, purchase list[PURCHASES_MAX])
{
    size_t n = 0, bought = 0;

    for (int k = 1; k <= budgets; k++) { /* k elements of the more expensive unit */
        size_t more = buy(price, k, &list[n]);

        n += more;
        bought += more > 0;
    }
    for (size_t i = 0; i < n; i++)
        list[i].weight /= (double)bought; /* all budgets have equal weights */
    return n;
}
