/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resolves every result of the dice once, in the order of salvo_dice_next. Cells are found by hashing, because
 * millions of results mostly fall into few cells. */
#include "odds/outcome_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/intern_table.h"
#include "base/try.h"
#include "odds/throw_results.h"
#include "rules/fault.h"

/* A cell's number has 16 bits in the kernels. */
enum { CELLS_MAX = UINT16_MAX }; /* the reference engine runs rolls with more */

/* The key of a cell. Without padding, because it is compared byte by byte. */
typedef struct cell_key {
    int64_t outcome;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} cell_key;

/* A cell has the number of its key. Results without any observable difference are one cell, so most tables have a
 * handful of cells. */
static salvo_status find_cell(outcome_table *table, intern_table *keys, const cell_key *key, uint32_t *place,
                              salvo_error *err)
{
    bool is_new;

    if (!intern_table_of(keys, key, place, &is_new))
        return salvo_fail_memory(err);
    if (!is_new)
        return SALVO_OK;
    if (table->n_cells == CELLS_MAX)
        return salvo_fail(err, SALVO_TOO_LARGE, "the roll has more than %d different results", CELLS_MAX);
    if (!salvo_grow(&table->cells, &table->capacity, table->n_cells + 1, sizeof *table->cells))
        return salvo_fail_memory(err);
    table->cells[table->n_cells].outcome = (int)key->outcome;
    memcpy(table->cells[table->n_cells].gain, key->gain, sizeof key->gain);
    table->n_cells++;
    return SALVO_OK;
}

/* A new cell is the last one. */
static bool add_long(outcome_table *table, uint32_t cell, const salvo_dice *dice, const uint8_t *faces)
{
    uint32_t number;
    mpz_t weight;

    if (cell == table->longs.n && !long_ways_add(&table->longs, &number))
        return false;
    mpz_init(weight);
    throw_weight(weight, dice, faces);
    mpz_add(table->longs.list[cell], table->longs.list[cell], weight);
    mpz_clear(weight);
    return true;
}

static bool end_longs(outcome_table *table, const salvo_dice *dice)
{
    uint32_t number;

    if (!long_ways_add(&table->longs, &number))
        return false;
    throw_ways(table->longs.list[number], dice);
    return true;
}

/* Asks the rule once for each result of the dice, whatever its number of ways. */
static salvo_status enumerate(outcome_table *table, intern_table *keys, const salvo_question *question,
                              const salvo_dice *dice, salvo_error *err)
{
    uint8_t faces[SALVO_DICE_MAX];

    salvo_dice_first(dice, faces);
    do {
        uint64_t ways = salvo_dice_weight(dice, faces);
        cell_key key = {0}; /* all bytes, so that gains that the procedure does not have are 0 */
        uint32_t place = 0;

        if (ways == 0) /* a weighted face may have no way */
            continue;
        key.outcome = question->procedure->roll->resolve(question->situation, faces, key.gain);
        TRY(find_cell(table, keys, &key, &place, err));
        if (table->ways)
            table->cells[place].ways += ways;
        else if (!add_long(table, place, dice, faces))
            return salvo_fail_memory(err);
    } while (salvo_dice_next(dice, faces));
    return table->ways || end_longs(table, dice) ? SALVO_OK : salvo_fail_memory(err);
}

/* Looks for a fault before it trusts the dice, because the fault may lie in them. */
salvo_status outcome_table_compile(outcome_table *table, const salvo_question *question, salvo_error *err)
{
    intern_table keys = {.key_size = sizeof(cell_key)};
    salvo_dice dice;
    salvo_status status;

    memset(table, 0, sizeof *table);
    salvo_roll_dice(question->procedure->roll, question->situation, &dice);
    TRY(salvo_fault_or(throw_check(&dice, question->procedure->schema.name, err), question->book, err));
    table->results = salvo_dice_results(&dice);
    table->ways = throw_is_long(&dice) ? 0 : salvo_dice_ways(&dice);
    status = salvo_fault_or(enumerate(table, &keys, question, &dice, err), question->book, err);
    intern_table_free(&keys);
    if (status != SALVO_OK)
        outcome_table_free(table);
    return status;
}

void outcome_table_free(outcome_table *table)
{
    free(table->cells);
    long_ways_free(&table->longs);
    memset(table, 0, sizeof *table);
}

double outcome_table_chance(const outcome_table *table, size_t cell)
{
    return table->ways ? (double)table->cells[cell].ways / (double)table->ways
                       : long_ratio(table->longs.list[cell], table->longs.list[table->n_cells]);
}
