/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers a roll from its outcome table, in which every cell is a probability. chain.c answers a chain. */
#include <salvo/arena.h>
#include <salvo/odds.h>

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "odds/chain.h"
#include "odds/outcome_table.h"
#include "odds/totals.h"
#include "rules/fault.h"

static void add_cell(totals *t, const outcome_table *table, size_t cell, int64_t times, num *to)
{
    const mpz_t *longs = (const mpz_t *)table->longs.list;

    if (table->ways)
        number_add_ratio(&t->with, to, times * (int64_t)table->cells[cell].ways, table->ways);
    else
        number_add_long(&t->with, to, times, longs[cell], longs[table->n_cells]);
}

/* One ratio for each cell: its ways over all ways. */
static void add_cells(totals *t, const outcome_table *table, size_t n_gains)
{
    for (size_t i = 0; i < table->n_cells; i++) {
        const table_cell *cell = &table->cells[i];
        num *probability = &t->probability[totals_place(t, cell->outcome)];

        add_cell(t, table, i, 1, probability);
        /* A gain belongs to one trial: the mean is the sum weighted by ways. */
        for (size_t k = 0; k < n_gains; k++)
            add_cell(t, table, i, cell->gain[k], &t->gain[k]);
    }
}

/* Two cells may have the same outcome with different gains, so there are fewer outcomes than cells. */
static salvo_status begin_totals(totals *t, const outcome_table *table, salvo_arithmetic kind, salvo_error *err)
{
    int *outcomes = calloc(table->n_cells, sizeof *outcomes);
    salvo_status status;

    if (!outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_cells; i++) /* once per cell; totals_init removes repetitions */
        outcomes[i] = table->cells[i].outcome;
    status = totals_init(t, kind, outcomes, table->n_cells, err);
    free(outcomes);
    return status;
}

static salvo_status count_cells(salvo_odds *odds, const outcome_table *table, const salvo_question *q,
                                const salvo_odds_options *options, salvo_error *err)
{
    totals t = TOTALS_NONE;
    salvo_status status = begin_totals(&t, table, options->arithmetic, err);

    if (status == SALVO_OK) {
        add_cells(&t, table, q->procedure->n_expectations);
        totals_finish(&t, q->procedure);
        status = totals_report(odds, &t, q, err);
    }
    totals_free(&t);
    return status;
}

/* The table is only needed for the sums. */
static salvo_status solve_roll(salvo_odds *odds, const salvo_question *q, const salvo_odds_options *options,
                               salvo_error *err)
{
    outcome_table table;
    salvo_status status;

    TRY(outcome_table_compile(&table, q, err));
    odds->size = table.results;
    status = count_cells(odds, &table, q, options, err);
    outcome_table_free(&table);
    return status;
}

/* A procedure may have its own exact method (dice expressions). Looks for a fault of rules in Lua at the end, because
 * they cannot fail in between. */
salvo_status salvo_odds_solve(salvo_odds *odds, const salvo_question *question, const salvo_odds_options *options,
                              salvo_error *err)
{
    static const salvo_odds_options DEFAULTS = {.arithmetic = SALVO_RATIONAL};
    salvo_status status;

    *odds = (salvo_odds){.memory = salvo_arena_new()}; /* freed on failure, with all that the answer holds */
    if (!options)
        options = &DEFAULTS;
    if (!odds->memory)
        return salvo_fail_memory(err);
    status = question->procedure->solve  ? question->procedure->solve(odds, question, err)
             : question->procedure->roll ? solve_roll(odds, question, options, err)
                                         : chain_solve(odds, question, options, err);
    status = salvo_fault_or(status, question->book, err);
    if (status != SALVO_OK)
        salvo_odds_free(odds);
    return status;
}

void salvo_odds_free(salvo_odds *odds)
{
    salvo_arena_free(odds->memory);
    memset(odds, 0, sizeof *odds);
}

/* Linear search: there are few outcomes, and callers of this want only one. */
double salvo_odds_probability(const salvo_odds *odds, const char *label)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (strcmp(odds->outcomes[i].label, label) == 0)
            return odds->outcomes[i].probability.value;
    return 0;
}

double salvo_odds_mean(const salvo_odds *odds, const char *name)
{
    for (size_t i = 0; i < odds->n_means; i++)
        if (strcmp(odds->means[i].name, name) == 0)
            return odds->means[i].mean.value;
    return 0;
}
