/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows the words of the grammar and nothing else. The engine asks for the value; if a die is missing, it throws it
 * and asks again. This is slow, and checks the distributions. */
#include "expression/throws.h"

#include <stdlib.h>
#include <string.h>

/* Numbers have 7 bits a byte, the lowest first; signs are beside their numbers. */
static void put(throws *t, int64_t number)
{
    future *f = t->future;
    uint64_t left = number < 0 ? 2 * (uint64_t)-number + 1 : 2 * (uint64_t)number;

    if (!f)
        return;
    do {
        if (f->n == f->room) {
            f->no_room = true;
            return;
        }
        f->bytes[f->n++] = (unsigned char)((left & 127) | (left > 127) << 7);
        left >>= 7;
    } while (left);
}

static int ascending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Writes the faces of equal dice of a pool before any explosion, some of which may still be rerolled. If all dice of
 * the pool count, their sum determines their worth. If some are dropped, all are written one by one, in the order of
 * their faces. */
static void put_faces(throws *t, const dice_pool *pool, const int64_t *shown, int n, int rerolls)
{
    int64_t sorted[SALVO_EXPRESSION_DICE_MAX], worth = 0, again = 0, exploding = 0;

    for (int i = 0; i < n; i++) {
        const bool rerolled = rerolls && passes(&pool->reroll, shown[i]);

        sorted[i] = rerolled ? 0 : shown[i];
        again += rerolled;
        worth += rerolled ? 0 : face_value(pool, shown[i]);
        exploding += !rerolled && pool->explosions && passes(&pool->explode, shown[i]);
    }
    put(t, again);
    if (pool->kept == pool->dice) {
        put(t, worth);
        put(t, exploding);
        return;
    }
    qsort(sorted, (size_t)n, sizeof *sorted, ascending);
    for (int i = 0; i < n; i++)
        put(t, sorted[i]);
}

/* Writes which throw of which pool it is; these determine the length of what follows. */
static void put_place(throws *t, int phase, int left)
{
    put(t, t->future->node + 1);
    put(t, phase);
    put(t, left);
}

/* For a throw of more dice than are thrown at once: writes those already thrown. */
static void put_begun(throws *t, const dice_pool *pool, int rerolls)
{
    int64_t shown[SALVO_EXPRESSION_DICE_MAX];
    const int n = t->n - t->read;

    for (int i = 0; i < n; i++)
        shown[i] = t->faces[t->read + i];
    put(t, n);
    put_faces(t, pool, shown, n, rerolls);
}

/* Returns the next n faces. If they are not thrown yet, notes that and returns ones, which are faces of every die. The
 * resulting value is discarded, because `more` is set. */
static const uint8_t *next_faces(throws *t, int n, int sides)
{
    static const uint8_t ONES[SALVO_EXPRESSION_DICE_MAX] = {1};
    const uint8_t *faces = t->faces + t->read;

    if (t->more)
        return ONES;
    if (t->read + n > t->n) {
        t->more = t->read + n - t->n;
        t->sides = sides;
        return ONES;
    }
    t->read += n;
    return faces;
}

/* Rerolls all dice that pass, at once and not one by one: this takes fewer steps of the engine, and the throws of a
 * pool keep the order of its dice. */
static void reroll(const dice_pool *pool, int64_t *shown, int left, throws *t)
{
    const uint8_t *faces;
    int passing = 0;

    for (int i = 0; i < pool->dice; i++)
        passing += passes(&pool->reroll, shown[i]);
    faces = next_faces(t, passing, pool->sides);
    if (t->more && t->future) {
        put_place(t, 1, left);
        put_faces(t, pool, shown, pool->dice, 1);
        put_begun(t, pool, left);
    }
    for (int i = 0; i < pool->dice; i++)
        if (passes(&pool->reroll, shown[i]))
            shown[i] = *faces++;
}

static bool explodes(const dice_pool *pool, int64_t face)
{
    return face > 0 && passes(&pool->explode, face);
}

/* Writes which dice explode, the worth of all dice so far, and the earlier throws: only the sum if all dice count. If
 * some are dropped, it matters to which die a face is added. */
static void put_explosion(throws *t, const dice_pool *pool, const int64_t *last, const int64_t *worth, int left)
{
    int64_t sum = 0;

    put_place(t, 2, left);
    put(t, t->more);
    for (int i = 0; i < pool->dice; i++)
        sum += worth[i];
    if (pool->kept == pool->dice) {
        put(t, sum);
        put_begun(t, pool, 0);
        return;
    }
    t->future->in_order = true;
    for (int i = 0; i < pool->dice; i++) {
        put(t, explodes(pool, last[i]));
        put(t, worth[i]);
    }
    for (int i = t->read; i < t->n; i++)
        put(t, t->faces[i]);
}

/* The last face of a die decides whether it explodes again; 0 is no face: such a die is done. `worth` collects all
 * throws of a die, because a pool may keep the dice with the highest totals. */
static void explode(const dice_pool *pool, int64_t *last, int64_t *worth, int left, throws *t)
{
    const uint8_t *faces;
    int passing = 0;

    for (int i = 0; i < pool->dice; i++)
        passing += explodes(pool, last[i]);
    faces = next_faces(t, passing, pool->sides);
    if (t->more && t->future)
        put_explosion(t, pool, last, worth, left);
    for (int i = 0; i < pool->dice; i++) {
        last[i] = explodes(pool, last[i]) ? *faces++ : 0;
        worth[i] += last[i] ? face_value(pool, last[i]) : 0;
    }
}

/* Sorting the values is the plain meaning of "keep the highest two"; distribution.c does it by counting. */
static int64_t sum_of_kept(const dice_pool *pool, int64_t *shown)
{
    const int first = pool->lowest ? 0 : pool->dice - pool->kept;
    int64_t sum = 0;

    qsort(shown, (size_t)pool->dice, sizeof *shown, ascending);
    for (int i = first; i < first + pool->kept; i++)
        sum += face_value(pool, shown[i]);
    return sum;
}

/* Rerolls precede explosions, as in the distribution: a die that was rerolled may explode. */
static int64_t pool_value(const dice_pool *pool, throws *t)
{
    int64_t shown[SALVO_EXPRESSION_DICE_MAX], last[SALVO_EXPRESSION_DICE_MAX], worth[SALVO_EXPRESSION_DICE_MAX];
    const uint8_t *faces = next_faces(t, pool->dice, pool->sides);
    int64_t sum = 0;

    if (t->more && t->future) {
        put_place(t, 0, 0);
        put_begun(t, pool, pool->rerolls);
    }
    for (int i = 0; i < pool->dice; i++)
        shown[i] = faces[i];
    for (int i = 0; i < pool->rerolls && !t->more; i++)
        reroll(pool, shown, pool->rerolls - 1 - i, t);
    if (!pool->explosions)
        return sum_of_kept(pool, shown);
    for (int i = 0; i < pool->dice; i++) {
        last[i] = shown[i];
        worth[i] = face_value(pool, shown[i]);
    }
    for (int i = 0; i < pool->explosions && !t->more; i++)
        explode(pool, last, worth, pool->explosions - 1 - i, t);
    if (pool->count.is == IS_NEVER)
        return sum_of_kept(pool, worth);
    for (int i = 0; i < pool->dice; i++) /* all of them count */
        sum += worth[i];
    return sum;
}

static int64_t node_value(const dice_expression *e, int at, throws *t);

static int64_t repeated_value(const dice_expression *e, const expression_node *node, throws *t)
{
    int64_t sum = 0, left = node->number, of_one = 0;

    for (; left > 0 && !t->more; left--) {
        sum += of_one;
        of_one = node_value(e, node->a, t);
    }
    if (t->more) {
        put(t, left);
        put(t, sum);
    }
    return sum + of_one;
}

/* This duplicates code of distribution.c on purpose: a fault in one then shows as a disagreement. */
static int64_t joined_value(const expression_node *node, int64_t a, int64_t b)
{
    switch (node->kind) {
    case NODE_ADD:
        return a + b;
    case NODE_SUBTRACT:
        return a - b;
    case NODE_MULTIPLY:
        return a * b;
    case NODE_DIVIDE:
        return divided(a, b);
    case NODE_MIN:
        return a < b ? a : b;
    case NODE_MAX:
        return a > b ? a : b;
    default:
        return compared(node->is, a, b);
    }
}

static int64_t node_value(const dice_expression *e, int at, throws *t)
{
    const expression_node *node = &e->nodes[at];
    int64_t a, b;

    if (t->more)
        return 0;
    switch (node->kind) {
    case NODE_NUMBER:
        return node->number;
    case NODE_POOL:
        if (t->future)
            t->future->node = at;
        return pool_value(&node->pool, t);
    case NODE_REPEAT:
        return repeated_value(e, node, t);
    default:
        break;
    }
    a = node_value(e, node->a, t);
    if (t->more)
        return 0;
    b = node_value(e, node->b, t);
    if (t->more)
        put(t, a);
    /* Without all of its dice a divisor may be 0. */
    return t->more ? 0 : joined_value(node, a, b);
}

int64_t expression_value(const dice_expression *e, throws *t)
{
    const int64_t value = node_value(e, e->root, t);

    if (!t->more) {
        put(t, 0); /* no pool */
        put(t, value);
    }
    return value;
}
