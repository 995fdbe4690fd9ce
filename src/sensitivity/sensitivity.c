/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each number of the tables is moved a step down and a step up. */
#include <salvo/sensitivity.h>

#include <math.h>
#include <stdlib.h>

#include "base/rank.h"
#include "base/try.h"
#include "sensitivity/baseline.h"
#include "sensitivity/probe_answers.h"
#include "simulate/answer.h"

/* There are two probes for each cell: down at 2 i, up at 2 i + 1. One more than needed is allocated, so that an empty
 * list is no failure of calloc. */
static salvo_status lay_probes(salvo_sensitivity *s, batch *b, number_cell *cells, salvo_error *err)
{
    b->probes = calloc(2 * s->baseline.n_cells + 1, sizeof *b->probes);
    if (!b->probes)
        return salvo_fail_memory(err);
    for (; b->n < 2 * s->baseline.n_cells; b->n++) {
        probe *p = &b->probes[b->n];
        int64_t step;

        p->cell = &cells[b->n / 2];
        step = number_cell_step(p->cell, &s->step_size);
        p->units = p->cell->units + (b->n % 2 ? step : -step);
        p->text = number_cell_text(p->cell, p->units, s->baseline.memory);
        if (!p->text)
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

/* Returns NaN if the mean does not exist: then there is no swing. */
static double difference_of(const salvo_sensitivity *s, const salvo_changed_answer *m)
{
    double d = value_by(s->baseline.exact, &m->difference);

    return m->known && !isnan(d) ? d : 0;
}

/* The base counts, too: if both steps raise the answer, the swing begins at the base. */
static double swing_of(const salvo_sensitivity *s, const salvo_sensitive_cell *l)
{
    double down = difference_of(s, &l->down), up = difference_of(s, &l->up);

    return fmax(0, fmax(down, up)) - fmin(0, fmin(down, up));
}

/* Ties keep the order of the tables. */
static salvo_status rank(salvo_sensitivity *s, salvo_error *err)
{
    const size_t n = s->n_sensitive_cells;
    rank_entry *order = salvo_arena_array(s->baseline.memory, n, sizeof *order);

    for (size_t i = 0; order && i < n; i++)
        order[i] = (rank_entry){i, s->sensitive_cells[i].swing};
    if (order) {
        rank_sort(order, n);
        s->sensitive_cells = rank_copy(order, n, s->sensitive_cells, sizeof *s->sensitive_cells, s->baseline.memory);
    }
    return order && s->sensitive_cells ? SALVO_OK : salvo_fail_memory(err);
}

/* Puts a cell in its list: those that change the answer, those that are refused, those not tried (stopped), and idle
 * ones, which are only counted. Changing precedes refused: if one step changes the answer and the other is refused, the
 * cell is in the first list with the reason. */
static void place(salvo_sensitivity *s, const probe *pair, salvo_sensitive_cell *l)
{
    if (probe_moves_answer(&s->baseline, &pair[0], &l->down) || probe_moves_answer(&s->baseline, &pair[1], &l->up)) {
        l->swing = swing_of(s, l);
        s->sensitive_cells[s->n_sensitive_cells++] = *l;
    } else if (l->down.refused || l->up.refused) {
        s->refused[s->n_refused++] = *l;
    } else if (pair[0].state == PROBE_WAITS || pair[1].state == PROBE_WAITS ||
               (pair[0].state == PROBE_MOVES && !l->down.known) || (pair[1].state == PROBE_MOVES && !l->up.known)) {
        s->baseline.n_not_examined++;
    } else {
        s->n_without_effect++;
    }
}

/* `answers` has two for each cell. */
static salvo_status read_cells(salvo_sensitivity *s, const batch *b, const salvo_changed_answer *answers,
                               salvo_error *err)
{
    s->sensitive_cells = salvo_arena_array(s->baseline.memory, s->baseline.n_cells, sizeof *s->sensitive_cells);
    s->refused = salvo_arena_array(s->baseline.memory, s->baseline.n_cells, sizeof *s->refused);
    if (!s->sensitive_cells || !s->refused)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->baseline.n_cells; i++) {
        const probe *pair = &b->probes[2 * i];
        salvo_sensitive_cell l = {pair->cell->name, pair->cell->text, answers[2 * i], answers[2 * i + 1], 0};

        place(s, pair, &l);
    }
    return rank(s, err);
}

/* Lists the requested cells, their probes, and an answer for each probe. `context` is the sensitivity. */
static salvo_status lay_cells(salvo_baseline *asked, batch *b, void *context, salvo_changed_answer **answers,
                              salvo_error *err)
{
    number_cell *cells;

    TRY(number_cells_list(&b->book->store, b->subject, asked->memory, &cells, &asked->n_cells, err));
    TRY(lay_probes(context, b, cells, err));
    *answers = salvo_arena_array(asked->memory, b->n, sizeof **answers);
    return *answers ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status salvo_sensitivity_measure(salvo_sensitivity *s, const salvo_rulebook *book, const salvo_subject *subject,
                                       const salvo_step_size *step_size, const salvo_approach *approach,
                                       salvo_error *err)
{
    static const salvo_step_size ONE_UNIT = {.units = 1};
    batch b = {.book = book, .subject = subject, .how = approach ? approach : &SALVO_APPROACH, .both_ways = true};
    salvo_changed_answer *answers;
    salvo_status status;

    *s = (salvo_sensitivity){.step_size = step_size ? *step_size : ONE_UNIT};
    status = probes_answer(&s->baseline, &b, lay_cells, s, &answers, err);
    status = status == SALVO_OK ? read_cells(s, &b, answers, err) : status;
    batch_free(&b);
    if (status != SALVO_OK)
        salvo_sensitivity_free(s);
    return status;
}

void salvo_sensitivity_free(salvo_sensitivity *s)
{
    baseline_free(&s->baseline);
    *s = (salvo_sensitivity){.n_sensitive_cells = 0};
}
