/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values are considered from the highest to the lowest. A table has the ways in which so many dice of each side show
 * a value that was considered, by the pairs that the first side has won. A die wins if the other die of its pair was
 * not considered yet. So at each value, first the second side's dice are added and then the first side's. */
#include "base/sorted_pairs.h"

#include <stdlib.h>

enum { FIRST, SECOND, SIDES };

typedef struct table {
    int dice[SIDES], pairs;
    mpz_t *ways;   /* by dice of the first side, of the second side, and pairs won */
    mpz_t *powers; /* of the ways of one value, by exponent */
    mpz_t factor;
} table;

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

size_t sorted_pairs_numbers(int n, int m)
{
    return (size_t)(n + 1) * (size_t)(m + 1) * (size_t)(lesser(n, m) + 1);
}

double sorted_pairs_effort(size_t values, int n, int m)
{
    return (double)values * (double)sorted_pairs_numbers(n, m) * (n + m) / 2;
}

/* The ways by pairs won, if so many dice of the side and so many of the other one were considered. */
static mpz_t *row_of(const table *t, int side, int own, int others)
{
    const int first = side == FIRST ? own : others, second = side == FIRST ? others : own;

    return t->ways + ((size_t)first * (size_t)(t->dice[SECOND] + 1) + (size_t)second) * (size_t)(t->pairs + 1);
}

/* Adds the ways in which the side's dice from `from` to `to` show the value. */
static void add_ways(table *t, int side, int from, int to, int others)
{
    const int won = side == FIRST ? larger(0, lesser(to, t->pairs) - larger(from, others)) : 0;
    mpz_t *before = row_of(t, side, from, others);
    mpz_t *after = row_of(t, side, to, others);

    mpz_bin_uiui(t->factor, (unsigned long)(t->dice[side] - from), (unsigned long)(to - from));
    mpz_mul(t->factor, t->factor, t->powers[to - from]);
    for (int i = 0; i + won <= t->pairs; i++)
        if (mpz_sgn(before[i]))
            mpz_addmul(after[i + won], before[i], t->factor);
}

/* From many dice to few, because a row receives from rows with fewer of the side's dice, which are still unchanged. */
static void add_value(table *t, int side, const mpz_t ways)
{
    const int n = t->dice[side];

    if (!mpz_sgn(ways))
        return;
    mpz_set_ui(t->powers[0], 1);
    for (int i = 1; i <= n; i++)
        mpz_mul(t->powers[i], t->powers[i - 1], ways);
    for (int others = 0; others <= t->dice[!side]; others++)
        for (int to = n; to > 0; to--)
            for (int from = 0; from < to; from++)
                add_ways(t, side, from, to, others);
}

static bool make(table *t)
{
    const size_t n = sorted_pairs_numbers(t->dice[FIRST], t->dice[SECOND]);
    const int most = larger(t->dice[FIRST], t->dice[SECOND]);

    t->ways = calloc(n, sizeof *t->ways);
    t->powers = calloc((size_t)most + 1, sizeof *t->powers);
    if (!t->ways || !t->powers)
        return false;
    for (size_t i = 0; i < n; i++)
        mpz_init(t->ways[i]);
    for (int i = 0; i <= most; i++)
        mpz_init(t->powers[i]);
    mpz_init(t->factor);
    mpz_set_ui(t->ways[0], 1);
    return true;
}

static void clear(table *t, bool is_made)
{
    for (size_t i = 0; is_made && i < sorted_pairs_numbers(t->dice[FIRST], t->dice[SECOND]); i++)
        mpz_clear(t->ways[i]);
    for (int i = 0; is_made && i <= larger(t->dice[FIRST], t->dice[SECOND]); i++)
        mpz_clear(t->powers[i]);
    if (is_made)
        mpz_clear(t->factor);
    free(t->ways);
    free(t->powers);
}

bool sorted_pairs(distribution *won, const distribution *first, int n, const distribution *second, int m)
{
    table t = {.dice = {n, m}, .pairs = lesser(n, m)};
    const bool is_made = make(&t), done = is_made && distribution_init(won, 0, t.pairs);

    for (size_t i = first->n; done && i-- > 0;) {
        add_value(&t, SECOND, second->ways[i]);
        add_value(&t, FIRST, first->ways[i]);
    }
    for (int i = 0; done && i <= t.pairs; i++)
        mpz_swap(won->ways[i], row_of(&t, FIRST, n, m)[i]);
    if (done)
        distribution_add_up(won);
    clear(&t, is_made);
    return done;
}
