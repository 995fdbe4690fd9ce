#include "matrix/purchase.h"

#include <math.h>

static const double WHOLE = 1e-9; /* this close to a whole number, it is one */

static size_t put(purchase *to, int dear, int n_dear, double n_cheap, double weight)
{
    to->number[dear] = n_dear;
    to->number[1 - dear] = (int)n_cheap;
    to->weight = weight;
    return 1;
}

/* Of one budget: one battle, or two that spend it in the mean; none when it takes too many elements. */
static size_t buy(const double price[2], int k, purchase *list)
{
    int dear = price[1] > price[0];
    double number = k * price[dear] / price[1 - dear], below = floor(number + WHOLE), part = number - below;
    size_t n = 0;

    if (k > SALVO_ELEMENTS_MAX || ceil(number - WHOLE) > SALVO_ELEMENTS_MAX)
        return 0;
    if (part < WHOLE)
        return put(list, dear, k, below, 1);
    n += put(&list[n], dear, k, below, 1 - part);
    n += put(&list[n], dear, k, below + 1, part);
    return n;
}

size_t purchases_of(const double price[2], int budgets, purchase list[PURCHASES_MAX])
{
    size_t n = 0, bought = 0;

    for (int k = 1; k <= budgets; k++) {
        size_t more = buy(price, k, &list[n]);

        n += more;
        bought += more > 0;
    }
    for (size_t i = 0; i < n; i++)
        list[i].weight /= (double)bought;
    return n;
}
