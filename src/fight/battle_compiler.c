/* What both ways of compiling share: numbering unit states, keeping outcomes, and making alias rows. */
#include "fight/battle_compiler.h"

#include <stdlib.h>

#include "base/grow.h"

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
    return &by->actions[by->number_of[actor * by->n_targets + target]];
}

void compiler_row(compiler *c, uint32_t row, const uint32_t *results, const uint32_t *own, const double *p, size_t n)
{
    battle_tables *t = c->t;
    const size_t first = (size_t)row << t->bits, n_columns = (size_t)1 << t->bits;

    memset(c->weight, 0, n_columns * sizeof *c->weight);
    weigh(p, n, c->weight);
    alias_fill(c->columns, t->bits, n, c->weight, c->stack);
    for (size_t i = 0; i < n_columns; i++) {
        const alias_column *column = &c->columns[i];
        const uint32_t one = results[column->own], other = results[column->other];

        /* The share is compared with the word's bits behind the column's, shifted up. */
        t->threshold[first + i] = column->share << t->bits;
        t->results[first + i] = other << 16 | one;
        if (t->own)
            t->own[first + i] = own[column->other] << 16 | own[column->own];
        if (t->narrow)
            t->narrow[first + i] = t->threshold[first + i] >> 16 << 16 | (other & UINT8_MAX) << 8 | (one & UINT8_MAX);
    }
}
