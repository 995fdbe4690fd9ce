/* SPDX-License-Identifier: GPL-3.0-or-later */
/* There are hundreds of cells, and most do not affect a question. So the cheapest test is first (a fingerprint, a
 * solution in doubles, or some trials). Only cells that change the answer are solved in fractions or simulated to the
 * precision. */
#include <salvo/sensitivity.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds/number.h"
#include "rules/fault.h"
#include "sensitivity/armies.h"
#include "sensitivity/baseline.h"
#include "sensitivity/pairs.h"
#include "simulate/answer.h"

enum { SCREEN_PAIRS = 1000 }; /* trials of the test for a cell, if nothing can be solved exactly */

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

/* Compares fingerprints: equal ones are the same battle. Without a fingerprint the probe may change something. */
static salvo_status print_one(batch *b, probe *p, salvo_error *err)
{
    salvo_error why = {.text = ""};
    salvo_rulebook book;
    uint64_t print = 0;
    salvo_status status = probe_open(p, b->book, &book, err);

    if (status != SALVO_OK || probe_is_settled(p))
        return status;
    status = subject_print(b->subject, &book, &b->how->plan, &print, &why);
    salvo_rulebook_close(&book);
    if (status != SALVO_OK)
        return probe_refuse(p, &why, err);
    p->state = print && print == b->print ? PROBE_IDLE : PROBE_MOVES;
    return SALVO_OK;
}

/* Solves the variant exactly. In the second stage a fraction replaces an answer in doubles. */
static salvo_status count_one(batch *b, probe *p, salvo_error *err)
{
    salvo_error why = {.text = ""};
    salvo_rulebook book;
    measurement r;
    salvo_status status = probe_open(p, b->book, &book, err);

    if (status != SALVO_OK || probe_is_settled(p))
        return status;
    status = subject_count(b->subject, &book, &b->options, &r, &why);
    salvo_rulebook_close(&book);
    if (status != SALVO_OK)
        return probe_refuse(p, &why, err);
    free(p->answer.exact);
    p->answer = r;
    p->counted = true;
    p->state = measurements_differ(&p->answer, &b->base) ? PROBE_MOVES : PROBE_IDLE;
    return SALVO_OK;
}

/* Solves all in floating point first, which is fast. If the answer is a fraction, the probes that change it are solved
 * again in fractions. */
static salvo_status count_all(batch *b, unsigned states, salvo_error *err)
{
    salvo_status status;

    b->options.arithmetic = SALVO_DOUBLE;
    status = batch_run(b, states, count_one, err);
    b->options.arithmetic = SALVO_RATIONAL;
    if (status != SALVO_OK || b->base.arithmetic != SALVO_RATIONAL || b->interrupted)
        return status;
    return batch_run(b, 1U << PROBE_MOVES, count_one, err);
}

/* The base's trials, with which cells are compared. */
typedef struct screen {
    batch batch; /* first: the work receives a pointer to it */
    int64_t values[SCREEN_PAIRS];
} screen;

/* Any difference in any trial makes it a mover. */
static salvo_status compare_ends(batch *b, probe *p, int64_t *values, salvo_error *err)
{
    const screen *s = (const screen *)b;
    salvo_error why = {.text = ""};
    salvo_rulebook book;
    salvo_status status = probe_open(p, b->book, &book, err);

    if (status != SALVO_OK || probe_is_settled(p))
        return status;
    status = subject_ends(b->subject, &book, &b->how->plan, SCREEN_PAIRS, values, &why);
    salvo_rulebook_close(&book);
    if (status != SALVO_OK)
        return probe_refuse(p, &why, err);
    p->state = memcmp(values, s->values, sizeof s->values) ? PROBE_MOVES : PROBE_IDLE;
    return SALVO_OK;
}

/* The values are on the heap, because a thread's stack may be small. */
static salvo_status screen_one(batch *b, probe *p, salvo_error *err)
{
    int64_t *values = calloc(SCREEN_PAIRS, sizeof *values);
    salvo_status status = values ? compare_ends(b, p, values, err) : salvo_fail_memory(err);

    free(values);
    return status;
}

/* Marks a cell idle if the end and the length of every trial are unchanged. */
static salvo_status screen_all(batch *b, salvo_error *err)
{
    screen *s = calloc(1, sizeof *s);
    salvo_status status;

    if (!s)
        return salvo_fail_memory(err);
    s->batch = *b; /* copied back below, with the notes of batch_run */
    status = subject_ends(b->subject, b->book, &b->how->plan, SCREEN_PAIRS, s->values, err);
    status = status == SALVO_OK ? batch_run(&s->batch, 1U << PROBE_WAITS, screen_one, err) : status;
    *b = s->batch;
    for (size_t i = 0; i < b->n; i++) /* a cell that matters in one direction is simulated in both */
        if (b->probes[i].state == PROBE_IDLE && b->probes[i ^ 1].state == PROBE_MOVES)
            b->probes[i].state = PROBE_MOVES;
    free(s);
    return status;
}

/* With fingerprints, only what they cannot exclude is solved; without them, everything is. */
static salvo_status find_movers(batch *b, bool counts, bool can_count, salvo_error *err)
{
    unsigned states = 1U << PROBE_WAITS;
    salvo_status status = SALVO_OK;

    b->n_stages = 1 + 2 * counts; /* of both passes of count_all */
    if (b->print) {
        status = batch_run(b, states, print_one, err);
        states = 1U << PROBE_MOVES;
    }
    if (status != SALVO_OK)
        return status;
    if (counts || (can_count && !b->print))
        return count_all(b, states, err);
    return b->print ? SALVO_OK : screen_all(b, err);
}

/* In a simulation some pair must differ, or the difference is certainly 0. */
static bool moves(const salvo_sensitivity *s, const probe *p, const salvo_cell_step *m)
{
    return p->state == PROBE_MOVES && m->known && (s->baseline.exact || m->pairs_less + m->pairs_greater > 0);
}

/* Reads the answer of a probe. An idle probe has the base's answer by definition, and a refused one has the reason. */
static salvo_status read_probe(const salvo_sensitivity *s, const probe *p, salvo_cell_step *m, salvo_error *err)
{
    m->to = p->text;
    if (p->state == PROBE_REFUSED && !(m->refused = salvo_arena_text(s->baseline.memory, p->why)))
        return salvo_fail_memory(err);
    if (p->state == PROBE_IDLE) {
        m->known = true;
        m->value = s->baseline.base;
        m->difference = (salvo_figure){.exact = {0, "0"}};
    }
    if (p->state != PROBE_MOVES || !s->baseline.exact || !p->counted)
        return SALVO_OK;
    m->known = true;
    m->value.exact = (salvo_number){p->answer.value, NULL};
    if (p->answer.exact && !(m->value.exact.exact = salvo_arena_text(s->baseline.memory, p->answer.exact)))
        return salvo_fail_memory(err);
    return number_report_difference(&m->value.exact, &s->baseline.base.exact, s->baseline.memory, &m->difference.exact)
               ? SALVO_OK
               : salvo_fail_memory(err);
}

/* Returns NaN if the mean does not exist: then there is no swing. */
static double difference_of(const salvo_sensitivity *s, const salvo_cell_step *m)
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

static int by_swing(const void *a, const void *b)
{
    double x = ((const salvo_sensitive_cell *)a)->swing, y = ((const salvo_sensitive_cell *)b)->swing;

    return (x < y) - (x > y);
}

/* An insertion sort is stable, so ties keep the order of the tables. */
static void rank(salvo_sensitive_cell *sensitive_cells, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        salvo_sensitive_cell now = sensitive_cells[i];
        size_t at = i;

        for (; at > 0 && by_swing(&sensitive_cells[at - 1], &now) > 0; at--)
            sensitive_cells[at] = sensitive_cells[at - 1];
        sensitive_cells[at] = now;
    }
}

/* Puts a cell in its list: those that change the answer, those that are refused, those not tried (stopped), and idle
 * ones, which are only counted. Changing precedes refused: if one step changes the answer and the other is refused, the
 * cell is in the first list with the reason. */
static void place(salvo_sensitivity *s, const probe *pair, salvo_sensitive_cell *l)
{
    if (moves(s, &pair[0], &l->down) || moves(s, &pair[1], &l->up)) {
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

static salvo_status read_both(salvo_sensitivity *s, const probe *pair, salvo_sensitive_cell *l, salvo_error *err)
{
    salvo_status status = read_probe(s, &pair[0], &l->down, err);

    return status == SALVO_OK ? read_probe(s, &pair[1], &l->up, err) : status;
}

/* `sampled` has two moves for each cell, with the simulated part filled in. */
static salvo_status read_probes(salvo_sensitivity *s, const batch *b, const salvo_cell_step *sampled, salvo_error *err)
{
    s->sensitive_cells = salvo_arena_array(s->baseline.memory, s->baseline.n_cells, sizeof *s->sensitive_cells);
    s->refused = salvo_arena_array(s->baseline.memory, s->baseline.n_cells, sizeof *s->refused);
    if (!s->sensitive_cells || !s->refused)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->baseline.n_cells; i++) {
        const probe *pair = &b->probes[2 * i];
        salvo_sensitive_cell l = {pair->cell->name, pair->cell->text, sampled[2 * i], sampled[2 * i + 1], 0};
        salvo_status status = read_both(s, pair, &l, err);

        if (status != SALVO_OK)
            return status;
        place(s, pair, &l);
    }
    rank(s->sensitive_cells, s->n_sensitive_cells);
    return SALVO_OK;
}

static void read_pair(const pairs *p, size_t at, salvo_cell_step *m)
{
    const contrast *c = &p->trials.contrasts[at];

    m->known = true;
    m->value.simulated = pairs_value(p, at);
    m->value.count = c->value.sum.low;
    m->difference.simulated = pairs_difference(p, at);
    m->pairs_less = c->less;
    m->pairs_greater = c->greater;
}

/* Hashes the sums and the differing pairs of the base and every variant: whole numbers, equal on any number of
 * threads. */
static salvo_status hash_pairs(salvo_sensitivity *s, const pairs *p, salvo_error *err)
{
    uint64_t *counts = calloc(3 * p->n, sizeof *counts);

    if (!counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < p->n; i++) {
        const contrast *c = &p->trials.contrasts[i];

        counts[3 * i] = c->value.sum.low;
        counts[3 * i + 1] = c->less;
        counts[3 * i + 2] = c->greater;
    }
    s->baseline.simulation.hash = salvo_counts_hash(counts, 3 * p->n);
    free(counts);
    return SALVO_OK;
}

static salvo_status read_pairs(salvo_sensitivity *s, const batch *b, const pairs *p, salvo_cell_step *moves,
                               salvo_error *err)
{
    s->baseline.simulated = true;
    s->baseline.simulation = paired_trials_simulation(&p->trials, sampler_engine(&p->variants[0].sampler));
    s->baseline.base.simulated = pairs_value(p, 0);
    for (size_t i = 1; i < p->n; i++)
        read_pair(p, i, &moves[p->variants[i].probe - b->probes]);
    return hash_pairs(s, p, err);
}

/* Simulates all variants in one run, so that they share the base's trials. Only those that passed the screening take
 * part, because every variant costs its share of each trial. */
static salvo_status throw_movers(salvo_sensitivity *s, batch *b, salvo_cell_step *moves, salvo_error *err)
{
    probe **chosen = salvo_arena_array(s->baseline.memory, b->n, sizeof(probe *));
    size_t n = 0;
    pairs p;
    salvo_status status;

    if (!chosen)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < b->n; i++)
        if (b->probes[i].state == PROBE_MOVES)
            chosen[n++] = &b->probes[i];
    status = pairs_run(&p, b, chosen, n, err);
    if (status != SALVO_OK)
        return status;
    status = read_pairs(s, b, &p, moves, err);
    pairs_free(&p);
    return status;
}

/* Lists the requested cells, their probes, and a move for each probe. */
static salvo_status lay_out(salvo_sensitivity *s, batch *b, salvo_cell_step **moves, salvo_error *err)
{
    number_cell *cells;
    salvo_status status =
        number_cells_list(&b->book->store, b->subject, s->baseline.memory, &cells, &s->baseline.n_cells, err);

    if (status != SALVO_OK)
        return status;
    status = lay_probes(s, b, cells, err);
    if (status != SALVO_OK)
        return status;
    *moves = salvo_arena_array(s->baseline.memory, b->n, sizeof **moves);
    return *moves ? SALVO_OK : salvo_fail_memory(err);
}

/* The order is: base, probes, screening, then either engine on what changes. The base is first, because it decides how
 * the rest is screened. */
static salvo_status measure(salvo_sensitivity *s, batch *b, salvo_error *err)
{
    base_answer base;
    salvo_cell_step *sampled;
    salvo_status status = base_find(&base, &s->baseline, b, err);

    if (status != SALVO_OK)
        return status;
    status = lay_out(s, b, &sampled, err);
    if (status != SALVO_OK)
        return status;
    status = find_movers(b, base.counts, base.can_count, err);
    if (status != SALVO_OK)
        return status;
    status = base.simulates ? throw_movers(s, b, sampled, err) : SALVO_OK;
    return status == SALVO_OK ? read_probes(s, b, sampled, err) : status;
}

static salvo_status vary_armies(salvo_sensitivity *s, batch *b, salvo_cell_step *sampled, salvo_error *err)
{
    armies a = {.bought = NULL};
    salvo_status status = armies_fight(&a, &s->baseline, b, err);

    status = status == SALVO_OK ? armies_vary(&a, &s->baseline, b, sampled, err) : status;
    armies_free(&a);
    return status;
}

/* Armies have no exact answer: every probe fights them again. */
static salvo_status measure_armies(salvo_sensitivity *s, batch *b, salvo_error *err)
{
    salvo_cell_step *sampled;
    salvo_status status;

    s->baseline = (salvo_baseline){.book = b->book, .subject = b->subject, .memory = salvo_arena_new()};
    if (!s->baseline.memory)
        return salvo_fail_memory(err);
    status = lay_out(s, b, &sampled, err);
    if (status != SALVO_OK)
        return status;
    status = vary_armies(s, b, sampled, err);
    return status == SALVO_OK ? read_probes(s, b, sampled, err) : status;
}

salvo_status salvo_sensitivity_measure(salvo_sensitivity *s, const salvo_rulebook *book, const salvo_subject *subject,
                                       const salvo_step_size *step_size, const salvo_approach *approach,
                                       salvo_error *err)
{
    static const salvo_step_size ONE_UNIT = {.units = 1};
    batch b = {.book = book, .subject = subject, .how = approach ? approach : &SALVO_APPROACH};
    salvo_status status;

    *s = (salvo_sensitivity){.step_size = step_size ? *step_size : ONE_UNIT};
    status = salvo_fault_or((subject->points ? measure_armies : measure)(s, &b, err), book, err);
    for (size_t i = 0; i < b.n; i++) /* answers and reasons are on the heap, because threads make them */
        probe_free(&b.probes[i]);
    free(b.probes);
    free(b.base.exact);
    if (status != SALVO_OK)
        salvo_sensitivity_free(s);
    return status;
}

void salvo_sensitivity_free(salvo_sensitivity *s)
{
    baseline_free(&s->baseline);
    *s = (salvo_sensitivity){.n_sensitive_cells = 0};
}
