/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/reasons.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_statistics_double.h>

#include "rules/parse.h"

/* A column is numeric if at least this share of its cells are numbers. */
static const double MOST = 0.8, RIDGE = 1;

enum { NUMBERS_MAX = 64 };

typedef struct number_reader {
    price_numbers *to;
    const unit_pool *pool;
    salvo_arena *memory;
} number_reader;

/* Empty if the unit's table has no such column. */
static const char *cell_of(const unit_pool *pool, size_t unit, const char *heading)
{
    size_t row = 0;
    const salvo_table *table = unit_pool_table(pool, pool->units[unit].id, &row);
    const char *text = table ? salvo_table_text(table, row, heading) : NULL;

    return text ? text : "";
}

/* Keeps `values` if enough of them are numbers, and not all of them the same. */
static bool keep_number(number_reader *r, const char *words, const double *values)
{
    price_numbers *to = r->to;
    size_t numbers = 0, differ = 0, first = to->n_units;

    for (size_t u = 0; u < to->n_units; u++)
        if (isfinite(values[u])) {
            first = first < u ? first : u;
            numbers++;
            differ += values[u] != values[first];
        }
    if (!words || to->n == NUMBERS_MAX || (double)numbers < MOST * (double)to->n_units || differ == 0)
        return words != NULL;
    to->words[to->n] = words;
    memcpy(to->of + to->n++ * to->n_units, values, to->n_units * sizeof *values);
    return true;
}

/* A price does not explain prices. */
static bool is_price(const char *heading)
{
    return strcmp(heading, "points") == 0;
}

/* Reads a column of the units' own table. If a cell is not a number, the unit lacks that number, but the column
 * counts. */
static bool read_own_column(number_reader *r, const char *heading, double *values)
{
    for (size_t u = 0; u < r->to->n_units; u++)
        if (!salvo_number_parse(cell_of(r->pool, u, heading), &values[u]))
            values[u] = NAN;
    return keep_number(r, heading, values);
}

/* Returns how many units name a row of the table in that column. A column refers to a table if its cells are ids there:
 * a gun's penetration is a number of every unit that carries it. */
static size_t count_references(const number_reader *r, const char *heading, const salvo_table *table)
{
    size_t n = 0;

    for (size_t u = 0; u < r->to->n_units; u++) {
        const char *text = cell_of(r->pool, u, heading);

        n += salvo_table_row(table, text, strlen(text)) >= 0;
    }
    return n;
}

static bool read_column_of(number_reader *r, const char *heading, const salvo_table *table, size_t column,
                           double *values)
{
    for (size_t u = 0; u < r->to->n_units; u++) {
        const char *text = cell_of(r->pool, u, heading);
        const long row = salvo_table_row(table, text, strlen(text));

        if (row < 0 || !salvo_number_parse(table->cells[(size_t)row * table->n_columns + column].text, &values[u]))
            values[u] = NAN;
    }
    return keep_number(r, salvo_arena_printf(r->memory, "%s: %s", heading, table->header[column].text), values);
}

/* Reads the numbers of the table whose rows the column names, if there is one. */
static bool read_references(number_reader *r, const char *heading, double *values)
{
    const salvo_store *store = &r->pool->book->store;

    for (size_t t = 0; t < store->n_tables; t++) {
        const salvo_table *table = &store->tables[t];

        if ((double)count_references(r, heading, table) < MOST * (double)r->to->n_units)
            continue;
        for (size_t c = 1; c < table->n_columns; c++)
            if (!is_price(table->header[c].text) && !read_column_of(r, heading, table, c, values))
                return false;
        return true;
    }
    return true;
}

/* Reads the points of one part of the price breakdowns: "formula: weapon". */
static bool read_formula_part(number_reader *r, const salvo_price_breakdown *all, const char *part, double *values)
{
    for (size_t u = 0; u < r->to->n_units; u++) {
        values[u] = 0;
        for (size_t i = 0; i < all[u].n_items; i++)
            values[u] += strcmp(all[u].items[i].part, part) == 0 ? (double)all[u].items[i].points : 0;
    }
    return keep_number(r, salvo_arena_printf(r->memory, "formula: %s", part), values);
}

/* Returns whether an earlier item had the same part. */
static bool has_formula_part(const number_reader *r, const char *part)
{
    for (size_t i = 0; i < r->to->n; i++)
        if (strncmp(r->to->words[i], "formula: ", 9) == 0 && strcmp(r->to->words[i] + 9, part) == 0)
            return true;
    return false;
}

static bool read_formula(number_reader *r, double *values)
{
    const unit_pool *pool = r->pool;
    const salvo_price_list *list = unit_pool_formula(pool);
    salvo_price_breakdown *all = salvo_arena_array(r->memory, pool->n, sizeof *all);

    if (!list)
        return true;
    for (size_t u = 0; all && u < pool->n; u++)
        if (list->breakdown(&pool->book->store, pool->book->tables, pool->units[u].unit, r->memory, &all[u], NULL) !=
            SALVO_OK)
            return false;
    for (size_t u = 0; all && u < pool->n; u++)
        for (size_t i = 0; i < all[u].n_items; i++)
            if (!has_formula_part(r, all[u].items[i].part) && !read_formula_part(r, all, all[u].items[i].part, values))
                return false;
    return all != NULL;
}

static bool read_columns(number_reader *r, double *values)
{
    const char *names[] = {r->pool->adapter->element->parameters[0].table};
    const salvo_table *table = salvo_store_table(&r->pool->book->store, names[0]);

    for (size_t c = 1; table && c < table->n_columns; c++) {
        const size_t before = r->to->n;
        const char *heading = table->header[c].text;

        if (is_price(heading))
            continue;
        if (!read_own_column(r, heading, values))
            return false;
        /* A numeric column names no rows, though a table may have numbers for ids. */
        if (r->to->n == before && !read_references(r, heading, values))
            return false;
    }
    return read_formula(r, values);
}

salvo_status price_numbers_read(price_numbers *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err)
{
    number_reader r = {to, pool, memory};
    double *values = salvo_arena_array(memory, pool->n, sizeof *values);

    *to = (price_numbers){.n_units = pool->n, .words = salvo_arena_array(memory, NUMBERS_MAX, sizeof *to->words)};
    to->of = salvo_arena_array(memory, NUMBERS_MAX * pool->n, sizeof *to->of);
    return values && to->words && to->of && read_columns(&r, values) ? SALVO_OK : salvo_fail_memory(err);
}

/* Returns the rank correlation over the units that have the number; NAN if it is undefined. */
static double correlation(const double *values, const double *prices, size_t n, double *scratch)
{
    double *x = scratch, *y = scratch + n, *work = scratch + 2 * n;
    size_t both = 0;

    for (size_t u = 0; u < n; u++)
        if (isfinite(values[u])) {
            x[both] = values[u];
            y[both++] = prices[u];
        }
    return both > 2 ? gsl_stats_spearman(x, 1, y, 1, both, work) : NAN;
}

/* The closest is first; ties are sorted by name. */
static int by_closeness(const void *a, const void *b)
{
    const salvo_price_number *x = a, *y = b;
    const double far = fabs(isfinite(x->fitted) ? x->fitted : 0), near = fabs(isfinite(y->fitted) ? y->fitted : 0);

    return far != near ? (far < near ? 1 : -1) : strcmp(x->words, y->words);
}

salvo_status price_numbers_correlate(salvo_price_reasons *to, const price_numbers *numbers, const double *published,
                                     const double *fitted, salvo_arena *memory, salvo_error *err)
{
    const size_t n = numbers->n_units;
    double *scratch = salvo_arena_array(memory, 4 * n, sizeof *scratch); /* the ranks of both need 2 n */

    to->numbers = salvo_arena_array(memory, numbers->n, sizeof *to->numbers);
    to->n_numbers = numbers->n;
    if (!scratch || !to->numbers)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < numbers->n; i++)
        to->numbers[i] = (salvo_price_number){.words = numbers->words[i],
                                              .published = correlation(numbers->of + i * n, published, n, scratch),
                                              .fitted = correlation(numbers->of + i * n, fitted, n, scratch)};
    qsort(to->numbers, to->n_numbers, sizeof *to->numbers, by_closeness);
    return SALVO_OK;
}

/* Reads column i in units of its standard deviation about its mean. A missing number counts as the mean. */
static void standardise(const price_numbers *numbers, size_t i, double *column)
{
    const double *of = numbers->of + i * numbers->n_units;
    double mean = 0, squares = 0;
    size_t n = 0;

    for (size_t u = 0; u < numbers->n_units; u++)
        if (isfinite(of[u])) {
            mean += of[u];
            n++;
        }
    mean /= (double)n;
    for (size_t u = 0; u < numbers->n_units; u++) {
        column[u] = isfinite(of[u]) ? of[u] - mean : 0;
        squares += column[u] * column[u];
    }
    for (size_t u = 0; u < numbers->n_units; u++)
        column[u] *= sqrt((double)n / squares);
}

/* Computes beta = (X'X + ridge)^-1 X' y in place of y's n entries; `x` is column by column. */
static bool regress(const double *x, const double *y, size_t n, size_t n_units, double *square, double *beta)
{
    gsl_matrix_view m = gsl_matrix_view_array(square, n, n);
    gsl_vector_view b = gsl_vector_view_array(beta, n);
    gsl_error_handler_t *before = gsl_set_error_handler_off();
    bool done;

    for (size_t i = 0; i < n; i++) {
        beta[i] = 0;
        for (size_t u = 0; u < n_units; u++)
            beta[i] += x[i * n_units + u] * y[u];
        for (size_t k = 0; k < n; k++) {
            square[i * n + k] = i == k ? RIDGE : 0;
            for (size_t u = 0; u < n_units; u++)
                square[i * n + k] += x[i * n_units + u] * x[k * n_units + u];
        }
    }
    done = gsl_linalg_cholesky_decomp1(&m.matrix) == GSL_SUCCESS &&
           gsl_linalg_cholesky_svx(&m.matrix, &b.vector) == GSL_SUCCESS;
    gsl_set_error_handler(before);
    return done;
}

salvo_status price_numbers_predict(const price_numbers *numbers, const double *prices, double *predicted,
                                   salvo_arena *memory, salvo_error *err)
{
    const size_t n = numbers->n, units = numbers->n_units;
    double *x = salvo_arena_array(memory, n * units, sizeof *x), *y = salvo_arena_array(memory, units, sizeof *y);
    double *square = salvo_arena_array(memory, n * n, sizeof *square),
           *beta = salvo_arena_array(memory, n, sizeof *beta);
    double mean = 0;

    if (!x || !y || !square || !beta)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < units; u++)
        mean += log(prices[u]) / (double)units;
    for (size_t u = 0; u < units; u++) {
        y[u] = log(prices[u]) - mean;
        predicted[u] = NAN;
    }
    for (size_t i = 0; i < n; i++)
        standardise(numbers, i, x + i * units);
    if (n == 0 || !regress(x, y, n, units, square, beta))
        return SALVO_OK;
    for (size_t u = 0; u < units; u++) {
        double sum = mean;

        for (size_t i = 0; i < n; i++)
            sum += beta[i] * x[i * units + u];
        predicted[u] = exp(sum);
    }
    return SALVO_OK;
}
