/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A batch asks its probes in stages. Each stage asks one kind of question of the probes in certain states, on all
 * threads. */
#include "sensitivity/probes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/work.h"

/* Answers in floating point that differ by less count as equal. It is far above the rounding error of a solution in
 * doubles, and far below any interesting difference. */
static const double NOISE = 1e-11;

/* Reports the progress of all stages together, instead of that of one. */
static bool look_at_stage(void *context, const salvo_progress *progress)
{
    const batch *b = context;
    const salvo_progress_callback *watch = b->how->plan.progress;
    const salvo_progress whole = {.part = (b->stage + progress->part) / b->n_stages};

    return watch->report(watch->context, &whole);
}

typedef struct selection {
    batch *b; /* the owner of the probes */
    probe **chosen;
    probe_question *ask;
} selection;

static salvo_status ask_one(void *context, void *own, size_t i, salvo_error *err)
{
    const selection *s = context;
    probe *p = s->chosen[i];
    salvo_error why = {.text = ""};
    salvo_rulebook variant;
    salvo_status status = probe_open(p, s->b->book, &variant, err);

    (void)own;
    if (status != SALVO_OK || probe_is_settled(p))
        return status;
    status = s->ask(s->b, p, &variant, &why);
    probe_close(p, &variant);
    return status == SALVO_OK ? SALVO_OK : probe_refuse(p, &why, err);
}

static bool pack_one(void *context, size_t i, packed *p)
{
    const selection *s = context;
    probe *of = s->chosen[i];
    uint64_t state = of->state, arithmetic = (uint64_t)of->answer.arithmetic;

    packed_number(p, &state);
    packed_flag(p, &of->counted);
    packed_real(p, &of->answer.value);
    packed_text(p, &of->answer.exact);
    packed_number(p, &arithmetic);
    packed_text(p, &of->why);
    of->answer.arithmetic = (salvo_arithmetic)arithmetic;
    if (state <= PROBE_MOVES)
        of->state = state;
    if (s->b->pack)
        s->b->pack(s->b, of, p);
    return true;
}

/* The selection is made before the stage begins, because questions change the states. */
salvo_status batch_run(batch *b, unsigned states, probe_question *ask, salvo_error *err)
{
    const salvo_progress_callback watch = {look_at_stage, b};
    selection s = {b, calloc(b->n + 1, sizeof *s.chosen), ask};
    salvo_plan how = b->how->plan;
    size_t n = 0, done = 0;
    salvo_status status;

    if (!s.chosen)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < b->n; i++)
        if (states >> b->probes[i].state & 1) /* `states` has a bit for each state */
            s.chosen[n++] = &b->probes[i];
    how.progress = how.progress ? &watch : NULL;
    status = work_run(&how, &(pieces){.n = n, .context = &s, .work = ask_one, .pack = pack_one, .kind = "cells moved"},
                      &done, err);
    b->interrupted = b->interrupted || done < n; /* stopped before all began */
    b->stage++;
    free(s.chosen);
    return status;
}

void probe_free(probe *p)
{
    free(p->answer.exact);
    free(p->why);
    p->answer.exact = p->why = NULL;
}

salvo_status probe_refuse(probe *p, const salvo_error *why, salvo_error *err)
{
    /* This is strdup, because threads make probes and share no arena. */
    if (why->status == SALVO_NO_MEMORY || !(p->why = strdup(why->text)))
        return salvo_fail_memory(err);
    p->state = PROBE_REFUSED;
    return SALVO_OK;
}

/* A text that no rule has read can only matter in rows that a question names. */
bool book_rests_on(const salvo_rulebook *book, const number_cell *cell)
{
    const salvo_ruleset *rules = book->ruleset;
    salvo_reading reading;

    if (!rules->has_read)
        return true;
    reading = rules->has_read(book->tables, cell->table, cell->row, cell->column);
    return reading > SALVO_UNREAD_TEXT ||
           (reading == SALVO_UNREAD_TEXT && salvo_ruleset_names_rows(rules, &book->store.tables[cell->table]));
}

/* The cell's place is kept for the change, so that nothing is looked up again. A variant is made for every cell,
 * because the table may refuse the number. */
salvo_status probe_open(probe *p, const salvo_rulebook *book, salvo_rulebook *variant, salvo_error *err)
{
    salvo_change change;
    salvo_error why = {.text = ""};

    if (p->variant) {
        *variant = *p->variant;
        return SALVO_OK;
    }
    change = number_cell_change(p->cell, p->text);
    if (salvo_rulebook_vary(variant, book, &change, &why) != SALVO_OK)
        return probe_refuse(p, &why, err);
    if (book_rests_on(book, p->cell))
        return SALVO_OK;
    p->state = PROBE_IDLE;
    salvo_rulebook_close(variant);
    return SALVO_OK;
}

void probe_close(const probe *p, salvo_rulebook *variant)
{
    if (!p->variant)
        salvo_rulebook_close(variant);
}

/* Noise is relative for values above 1 (turns), and absolute for chances. */
bool measurements_differ(const measurement *a, const measurement *b)
{
    if (isnan(a->value) || isnan(b->value)) /* an answer that exists and one that does not */
        return !isnan(a->value) || !isnan(b->value);
    if (a->exact && b->exact) /* fractions in lowest terms: equal numbers are equal texts */
        return strcmp(a->exact, b->exact) != 0;
    return fabs(a->value - b->value) > NOISE * fmax(1, fabs(a->value));
}
