/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distribution of every node from those of its operands. The operands are independent: no die has a name, so none
 * occurs in two places. */
#include "expression/distribution.h"
#include "base/try.h"

#include <stdlib.h>

/* The bound is on work and not on time, so that an expression is answered or refused alike on every machine. */
static const double STEPS_MAX = 2e7; /* products of long numbers: a few seconds */

static salvo_status fail_size(salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "the expression needs more than %.0f million products", STEPS_MAX / 1e6);
}

/* The value is within the bounds that the node received when it was read. */
static mpz_t *ways_of(const distribution *d, int64_t value)
{
    return &d->ways[value - d->low];
}

/* One die. */

/* Computes what the first throw of a die finally shows. A face that passes is thrown again, at most `left` times.
 * Everything is in whole ways of a common total, so no fraction appears: each further throw multiplies the total by the
 * number of sides. */
static void set_rerolled(distribution *faces, const dice_pool *pool)
{
    const unsigned long sides = (unsigned long)pool->sides;
    unsigned long passing = 0;

    for (int64_t face = 1; face <= pool->sides; face++) {
        mpz_set_ui(*ways_of(faces, face), 1);
        passing += passes(&pool->reroll, face);
    }
    mpz_set_ui(faces->total, sides);
    /* This puts one throw before the others: a face that fails stays, and one that passes becomes all of them. */
    for (int i = 0; i < pool->rerolls; i++) {
        for (int64_t face = 1; face <= pool->sides; face++) {
            mpz_mul_ui(*ways_of(faces, face), *ways_of(faces, face), passing);
            if (!passes(&pool->reroll, face))
                mpz_add(*ways_of(faces, face), *ways_of(faces, face), faces->total);
        }
        mpz_mul_ui(faces->total, faces->total, sides);
    }
}

/* Makes a throw of these faces, where each exploding face is followed by `added`. There is room for values from 0,
 * because a counted die may be worth nothing. Without `added` no throw follows, and the ways are not multiplied. */
static bool set_exploded(distribution *d, const distribution *faces, const dice_pool *pool, const distribution *added)
{
    const int64_t worth = pool->count.is == IS_NEVER ? pool->sides : 1;
    const int64_t more = added ? added->low + (int64_t)added->n - 1 : 0;

    if (!distribution_init(d, 0, worth + more))
        return false;
    for (int64_t face = 1; face <= pool->sides; face++) {
        mpz_t *ways = ways_of(faces, face);
        const int64_t value = face_value(pool, face);

        if (!added || !passes(&pool->explode, face)) {
            if (added)
                mpz_addmul(*ways_of(d, value), *ways, added->total);
            else
                mpz_add(*ways_of(d, value), *ways_of(d, value), *ways);
            continue;
        }
        for (size_t i = 0; i < added->n; i++)
            mpz_addmul(*ways_of(d, value + added->low + (int64_t)i), *ways, added->ways[i]);
    }
    distribution_add_up(d);
    return true;
}

/* Throws that an explosion adds are not rerolled. It goes from the last explosion to the first throw, because a throw
 * needs only the distribution of what follows it. */
static bool set_die(distribution *d, const distribution *first, const distribution *fair, const dice_pool *pool)
{
    distribution added = {.ways = NULL};

    for (int left = 0; left <= pool->explosions; left++) {
        distribution next;
        const bool is_first = left == pool->explosions;
        const bool done = set_exploded(&next, is_first ? first : fair, pool, left ? &added : NULL);

        distribution_free(&added);
        if (!done)
            return false;
        added = next;
    }
    *d = added;
    return true;
}

/* Only exploding dice need both, but a die has at most 255 faces, and the second distribution is not worth a branch. */
static bool die_of(distribution *d, const dice_pool *pool)
{
    dice_pool plain = *pool;
    distribution first = {.ways = NULL}, fair = {.ways = NULL};
    bool done = distribution_init(&first, 1, pool->sides) && distribution_init(&fair, 1, pool->sides);

    plain.rerolls = 0;
    if (done) {
        set_rerolled(&first, pool);
        set_rerolled(&fair, &plain);
        done = set_die(d, &first, &fair, pool);
    }
    distribution_free(&first);
    distribution_free(&fair);
    return done;
}

/* Some dice of many. The algorithm goes through the values of a die, the best first, and asks how many of the remaining
 * dice have it. As many of those count as are still to be kept. Enumerating all throws of the pool would take
 * sides^dice steps; by values it takes sides * dice^2 * sums. */
typedef struct keeping {
    const dice_pool *pool;
    const distribution *die;
    mpz_t *sums; /* by the number of dice that have a value, and by the sum of those that count */
    size_t n_sums;
} keeping;

/* There is a row for each number of dice, so that move_sums() walks through memory in order. */
static mpz_t *sum_of(const keeping *k, int dice, int64_t sum)
{
    return &k->sums[(size_t)dice * k->n_sums + (size_t)sum];
}

/* After the kept number of dice is placed, further ones add nothing to the sum, because they are worse. */
static int kept_of(const keeping *k, int dice)
{
    return dice < k->pool->kept ? dice : k->pool->kept;
}

/* Moves from `dice` dice with a value to `more` further ones with this one, which is worth `worth`. */
static void move_sums(const keeping *k, int dice, int more, const mpz_t ways, int64_t worth)
{
    const int64_t added = worth * (kept_of(k, dice + more) - kept_of(k, dice));

    for (int64_t sum = 0; sum + added < (int64_t)k->n_sums; sum++)
        if (mpz_sgn(*sum_of(k, dice, sum)) != 0)
            mpz_addmul(*sum_of(k, dice + more, sum + added), *sum_of(k, dice, sum), ways);
}

/* It goes from the most dice down, so that none receives the value twice. The factor is the number of ways to choose
 * which of the remaining dice show this value, times the ways to show it. */
static void give_value(const keeping *k, int64_t value)
{
    const int64_t worth = face_value(k->pool, value);
    mpz_t ways, power;

    mpz_inits(ways, power, NULL);
    for (int dice = k->pool->dice - 1; dice >= 0; dice--) {
        mpz_set_ui(power, 1);
        for (int more = 1; dice + more <= k->pool->dice; more++) {
            mpz_mul(power, power, *ways_of(k->die, value));
            mpz_bin_uiui(ways, (unsigned long)(k->pool->dice - dice), (unsigned long)more);
            mpz_mul(ways, ways, power);
            move_sums(k, dice, more, ways, worth);
        }
    }
    mpz_clears(ways, power, NULL);
}

/* The sums are by dice placed, from none to all. A value that no face has is skipped: rerolls can remove some. */
static void keep(const keeping *k, distribution *d)
{
    const int64_t low = k->die->low, high = low + (int64_t)k->die->n - 1;

    mpz_set_ui(*sum_of(k, 0, 0), 1);
    for (int64_t i = 0; i <= high - low; i++) {
        const int64_t value = k->pool->lowest ? low + i : high - i;

        if (mpz_sgn(*ways_of(k->die, value)) != 0)
            give_value(k, value);
    }
    for (size_t sum = 0; sum < d->n; sum++)
        mpz_set(d->ways[sum], *sum_of(k, k->pool->dice, (int64_t)sum));
    distribution_add_up(d);
}

/* The bound counts inner steps: every value, times pairs of numbers of dice, times sums. */
static salvo_status keep_some(distribution *d, const dice_pool *pool, const distribution *die, salvo_error *err)
{
    const int64_t worth = pool->count.is == IS_NEVER ? die->low + (int64_t)die->n - 1 : 1;
    keeping k = {.pool = pool, .die = die, .n_sums = (size_t)(pool->kept * worth) + 1};
    const size_t n = (size_t)(pool->dice + 1) * k.n_sums;

    if ((double)die->n * pool->dice * (double)n / 2 > STEPS_MAX)
        return fail_size(err);
    k.sums = calloc(n, sizeof *k.sums);
    if (!k.sums || !distribution_init(d, 0, (int64_t)k.n_sums - 1)) {
        free(k.sums);
        return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++)
        mpz_init(k.sums[i]);
    keep(&k, d);
    for (size_t i = 0; i < n; i++)
        mpz_clear(k.sums[i]);
    free(k.sums);
    return SALVO_OK;
}

static salvo_status pool_of(distribution *d, const dice_pool *pool, salvo_error *err)
{
    const bool some = pool->kept < pool->dice;
    dice_pool shown = *pool;
    distribution die;
    salvo_status status;

    /* The values of the dice decide which are kept; only then they are counted. */
    if (some)
        shown.count.is = IS_NEVER;
    if (!die_of(&die, &shown))
        return salvo_fail_memory(err);
    if (some)
        status = keep_some(d, pool, &die, err);
    else
        status = distribution_power(d, &die, pool->dice) ? SALVO_OK : salvo_fail_memory(err);
    distribution_free(&die);
    return status;
}

/* Two operands. */

static int64_t result_of(const expression_node *node, int64_t a, int64_t b)
{
    return node->kind == NODE_MULTIPLY ? a * b : divided(a, b);
}

/* Products and quotients of two distributions have no structure to use: every pair of values is formed. */
static salvo_status set_pairs(distribution *d, const expression_node *node, const distribution *a,
                              const distribution *b, salvo_error *err)
{
    if ((double)a->n * (double)b->n > STEPS_MAX)
        return fail_size(err);
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            if (mpz_sgn(a->ways[i]) && mpz_sgn(b->ways[j]))
                mpz_addmul(*ways_of(d, result_of(node, a->low + (int64_t)i, b->low + (int64_t)j)), a->ways[i],
                           b->ways[j]);
    return SALVO_OK;
}

/* Sets below to the weight of all values of d less than `value`; it already holds those less than `from`. */
static void add_below(mpz_t below, const distribution *d, int64_t from, int64_t value)
{
    for (int64_t v = from < d->low ? d->low : from; v < value && v < d->low + (int64_t)d->n; v++)
        mpz_add(below, below, *ways_of(d, v));
}

/* Finds for each value of a how much of b is below it, and how much is equal. Both lists are sorted by value, so one
 * pass takes a->n + b->n steps and not their product. `from` is the limit of what `below` already holds. */
static void set_compared(distribution *d, comparison is, const distribution *a, const distribution *b)
{
    mpz_t below, equal, above;
    int64_t from = b->low;

    mpz_inits(below, equal, above, NULL);
    for (size_t i = 0; i < a->n; i++) {
        const int64_t value = a->low + (int64_t)i;

        add_below(below, b, from, value);
        from = value;
        mpz_set_ui(equal, 0);
        add_below(equal, b, value, value + 1);
        mpz_sub(above, b->total, below);
        mpz_sub(above, above, equal);
        mpz_addmul(*ways_of(d, compared(is, 1, 0)), a->ways[i], below);
        mpz_addmul(*ways_of(d, compared(is, 0, 0)), a->ways[i], equal);
        mpz_addmul(*ways_of(d, compared(is, 0, 1)), a->ways[i], above);
    }
    mpz_clears(below, equal, above, NULL);
}

/* The greater of two is at most v if both are: a product of two running sums, whose steps are the weights. By weights,
 * the lesser is the sum of both less the greater: P(min = v) = P(a = v) + P(b = v) - P(max = v). The loop goes a little
 * past the greater of the two ends; the weights are 0 there and nothing is stored. */
static void set_extreme(distribution *d, bool least, const distribution *a, const distribution *b)
{
    const int64_t low = a->low < b->low ? a->low : b->low,
                  end = low + (int64_t)(a->n + b->n) + llabs((long long)(a->low - b->low));
    mpz_t left, right, before, now, a_ways, b_ways;

    mpz_inits(left, right, before, now, a_ways, b_ways, NULL);
    for (int64_t v = low; v < end; v++) {
        mpz_set_ui(a_ways, 0);
        mpz_set_ui(b_ways, 0);
        add_below(a_ways, a, v, v + 1);
        add_below(b_ways, b, v, v + 1);
        mpz_add(left, left, a_ways);
        mpz_add(right, right, b_ways);
        mpz_mul(now, left, right);
        mpz_sub(before, now, before); /* of the greater */
        if (least) {
            mpz_mul(a_ways, a_ways, b->total);
            mpz_mul(b_ways, b_ways, a->total);
            mpz_add(a_ways, a_ways, b_ways);
            mpz_sub(before, a_ways, before);
        }
        /* The node's bounds are narrower than the range of the loop: nothing may be written outside them. */
        if (mpz_sgn(before))
            mpz_set(*ways_of(d, v), before);
        mpz_set(before, now);
    }
    mpz_clears(left, right, before, now, a_ways, b_ways, NULL);
}

/* Reverses its values: the distribution of -b. */
static void negate(distribution *b)
{
    for (size_t i = 0; i < b->n / 2; i++)
        mpz_swap(b->ways[i], b->ways[b->n - 1 - i]);
    b->low = -(b->low + (int64_t)b->n - 1);
}

/* A difference is a sum with the second operand negated, so it also uses the fast product. `b` belongs to the caller,
 * who does not need it afterwards. */
static salvo_status join(distribution *d, const expression_node *node, const distribution *a, distribution *b,
                         salvo_error *err)
{
    salvo_status status = SALVO_OK;

    if (node->kind == NODE_SUBTRACT)
        negate(b);
    if (node->kind == NODE_ADD || node->kind == NODE_SUBTRACT)
        return distribution_sum(d, a, b) ? SALVO_OK : salvo_fail_memory(err);
    if (!distribution_init(d, node->low, node->high))
        return salvo_fail_memory(err);
    if (node->kind == NODE_COMPARE)
        set_compared(d, node->is, a, b);
    else if (node->kind == NODE_MIN || node->kind == NODE_MAX)
        set_extreme(d, node->kind == NODE_MIN, a, b);
    else
        status = set_pairs(d, node, a, b, err);
    mpz_mul(d->total, a->total, b->total);
    if (status != SALVO_OK)
        distribution_free(d);
    return status;
}

/* Operands are solved one after the other and freed with their node: the deepest expression holds two distributions for
 * each level. */
static salvo_status joined_of(distribution *d, const dice_expression *e, const expression_node *node, salvo_error *err)
{
    distribution a, b;
    salvo_status status;

    TRY(distribution_of(&a, e, node->a, err));
    status = distribution_of(&b, e, node->b, err);
    if (status == SALVO_OK) {
        status = join(d, node, &a, &b, err);
        distribution_free(&b);
    }
    distribution_free(&a);
    return status;
}

static salvo_status repeated_of(distribution *d, const dice_expression *e, const expression_node *node,
                                salvo_error *err)
{
    distribution one;
    salvo_status status;

    TRY(distribution_of(&one, e, node->a, err));
    status = distribution_power(d, &one, (int)node->number) ? SALVO_OK : salvo_fail_memory(err);
    distribution_free(&one);
    return status;
}

static salvo_status number_of(distribution *d, int64_t number, salvo_error *err)
{
    if (!distribution_init(d, number, number))
        return salvo_fail_memory(err);
    mpz_set_ui(d->ways[0], 1);
    mpz_set_ui(d->total, 1);
    return SALVO_OK;
}

/* The recursion is bounded: expression_read() refuses brackets more than fifty deep and more nodes than
 * EXPRESSION_NODES_MAX. */
salvo_status distribution_of(distribution *d, const dice_expression *e, int at, salvo_error *err)
{
    const expression_node *node = &e->nodes[at];

    *d = (distribution){.ways = NULL};
    switch (node->kind) {
    case NODE_NUMBER:
        return number_of(d, node->number, err);
    case NODE_POOL:
        return pool_of(d, &node->pool, err);
    case NODE_REPEAT:
        return repeated_of(d, e, node, err);
    default:
        return joined_of(d, e, node, err);
    }
}
