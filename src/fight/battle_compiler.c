/* What both ways of compiling share: numbering unit states, keeping outcomes, and making alias rows. */
#include "fight/battle_compiler.h"

#include <stdlib.h>

#include "base/grow.h"

enum { COLUMNS_MAX = 1 << 26 }; /* of all rows: first << ROW_FIRST_SHIFT must fit 32 bits */

salvo_status compiler_number(compiler *c, int side, int kind, const uint8_t *bytes, uint32_t *number, salvo_error *err)
{
    unit_state key = {.kind = (uint8_t)kind}; /* zeroed behind kind and bytes: keys are compared by their bytes */
    bool is_new;

    memcpy(key.bytes, bytes, sizeof key.bytes);
    if (!intern_table_of(&c->unit_states[side], &key, number, &is_new))
        return salvo_fail_memory(err);
    if (c->unit_states[side].count > UNIT_STATES_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "elements of side %c can be in more than %d conditions", "ab"[side],
                          UNIT_STATES_MAX);
    return SALVO_OK;
}

salvo_status compiler_end(compiler *c, const end *more, salvo_error *err)
{
    if (!salvo_grow(&c->ends, &c->ends_capacity, c->n_ends + 1, sizeof *c->ends))
        return salvo_fail_memory(err);
    c->ends[c->n_ends++] = *more;
    return SALVO_OK;
}

const action *compiler_action(const matchup *by, uint32_t actor, uint32_t target)
{
    const uint32_t key[] = {actor, target};
    uint32_t number;
    bool is_new;

    /* Known for sure, so a call never adds: the cast is safe. */
    intern_table_of((intern_table *)&by->known, key, &number, &is_new);
    return &by->actions[number];
}

/* Fills columns so that result i has exactly its weight: the column that is shortest of its share is topped up from the
 * result that has most, until all are full. Quadratic, unlike Vose's stacks (walk.c), but which column gets what
 * depends on weights alone. */
static void fill_columns(battle_tables *t, size_t first, uint32_t bits, const uint32_t *results, const uint32_t *own,
                         uint64_t *weight, size_t n)
{
    const uint64_t room = UINT64_C(1) << (32 - bits);
    const size_t columns = (size_t)1 << bits;
    bool full[1 << COLUMN_BITS_MAX] = {false}; /* at most 2048 columns, on the stack */

    for (size_t filled = 0; filled < columns; filled++) {
        size_t least = columns, most = 0, at;
        uint64_t share;

        for (size_t i = 0; i < columns; i++)
            if (!full[i] && (least == columns || (i < n ? weight[i] : 0) < (least < n ? weight[least] : 0)))
                least = i;
        for (size_t i = 1; i < n; i++)
            if (weight[i] > weight[most])
                most = i;
        share = least < n ? weight[least] : 0;
        full[least] = true;
        if (share >= room) /* the last ones: every result has exactly what is left of its columns */
            most = least;
        else
            weight[most] -= room - share;
        if (least < n)
            weight[least] -= share < room ? share : room;
        at = first + least;
        /* A threshold is compared with the word's bits behind the column's, shifted up. */
        t->threshold[at] = share >= room ? UINT32_MAX : (uint32_t)(share << bits);
        t->results[2 * at] = results[least < n ? least : most];
        t->results[2 * at + 1] = results[most];
        t->own[2 * at] = own[least < n ? least : most];
        t->own[2 * at + 1] = own[most];
    }
}

/* Three arrays of one length keep the code short; thresholds use half of theirs. */
static bool grow_columns(battle_tables *t, size_t more)
{
    size_t n = t->n_columns + more;
    uint32_t **arrays[] = {&t->threshold, &t->results, &t->own};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        /* A failure leaves the old arrays to battle_tables_free. */
        uint32_t *grown = realloc(*arrays[i], (2 * n + TABLE_PADDING) * sizeof *grown);

        if (!grown)
            return false;
        memset(grown + 2 * n, 0, TABLE_PADDING * sizeof *grown); /* idle lanes read behind the last column */
        *arrays[i] = grown;
    }
    t->n_columns = n;
    return true;
}

salvo_status compiler_row(compiler *c, const uint32_t *results, const uint32_t *own, const double *p, size_t n,
                          uint32_t *row, salvo_error *err)
{
    uint64_t weight[WEIGHTS_MAX];
    size_t first = c->t->n_columns;
    uint32_t bits = 1; /* a row has at least two columns: shifts by 32 - bits stay below 32 */

    while ((size_t)1 << bits < n)
        bits++;
    if (bits > COLUMN_BITS_MAX || first + n > COLUMNS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the activations of its elements have too many results to be compiled");
    if (!grow_columns(c->t, (size_t)1 << bits))
        return salvo_fail_memory(err);
    weigh(p, n, weight);
    fill_columns(c->t, first, bits, results, own, weight, n);
    *row = (uint32_t)(first << ROW_FIRST_SHIFT) | bits;
    return SALVO_OK;
}
