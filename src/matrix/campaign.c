/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of matches is made first, then work_run distributes it. One thread simulates each match, with the matrix's
 * seed, and writes it to its own place. So the result does not depend on the number of threads, ranks or parts. */
#include "matrix/campaign.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "matrix/match.h"
#include "odds/solved.h"
#include "simulate/work.h"

/* There is room for all ordered pairs, also if half of them are listed: the caller has checked that it fits. The order
 * depends only on the question, because it defines the number of a piece in a store, in messages between ranks and in
 * parts. */
salvo_status campaign_list(campaign *c, salvo_error *err)
{
    salvo_matrix *x = c->matrix;
    size_t n = x->n_units;

    c->fixtures = salvo_arena_array(x->memory, n * n * x->ranges.n, sizeof *c->fixtures);
    if (!c->fixtures)
        return salvo_fail_memory(err);
    for (size_t a = 0; a < n; a++)
        for (size_t b = x->mirrors ? a : 0; b < n; b++)
            for (size_t r = 0; r < x->ranges.n; r++)
                c->fixtures[c->n++] = (fixture){(uint32_t)a, (uint32_t)b, (uint32_t)r};
    c->fought = salvo_arena_array(x->memory, c->n, sizeof *c->fought);
    c->remarks = salvo_arena_array(x->memory, c->n, sizeof *c->remarks);
    x->n_requested = c->n;
    return c->fought && c->remarks ? SALVO_OK : salvo_fail_memory(err);
}

/* The data of a thread while it fights. Only the calling thread asks the progress callback. */
typedef struct worker {
    campaign *c;
    bool calls; /* the first thread of the team, which called */
} worker;

/* The progress of a match becomes that of the matrix, roughly, because others are running, too. */
static bool look_into_match(void *context, const salvo_progress *of_match)
{
    const worker *w = context;
    campaign *c = w->c;
    const salvo_progress_callback *watch = c->approach->plan.progress;
    salvo_progress all = {.part = ((double)c->done + of_match->part) / (double)c->n};

    if (w->calls && watch && !c->stopped && !watch->report(watch->context, &all))
        c->stopped = true;
    return !c->stopped;
}

/* work_run asks between pieces, from the calling thread; the callback itself is asked within matches. If others share
 * the work, this one may have none left when another is stopped. */
static bool goes_on(void *context, const salvo_progress *progress)
{
    campaign *c = context;
    worker w = {c, true};

    (void)progress;
    return c->approach->plan.share ? look_into_match(&w, &(salvo_progress){.part = 0}) : !c->stopped;
}

/* The first remark is kept. Which one it is does not matter, because all pairs use the same data. */
static salvo_status note_remark(campaign *c, size_t at, const char *remark, salvo_error *err)
{
    salvo_matrix *x = c->matrix;

    if (!remark)
        return SALVO_OK;
#pragma omp critical(salvo_matrix) /* the matrix's memory is shared; no other lock is taken inside */
    {
        if (!x->remark || strcmp(x->remark, remark) != 0)
            x->remark = salvo_arena_text(x->memory, remark);
        c->remarks[at] = x->remark;
    }
    return c->remarks[at] ? SALVO_OK : salvo_fail_memory(err);
}

/* Places in the selected list become rows of the unit set. */
static salvo_status fight_fixture(campaign *c, size_t at, const salvo_approach *how, salvo_arena *memory,
                                  salvo_error *err)
{
    salvo_matrix *x = c->matrix;
    const fixture *j = &c->fixtures[at];
    const size_t unit[2] = {j->a, j->b};
    pairing m = {.book = x->book, .plan = x->plan, .unit_set = &x->unit_set, .range = x->ranges.at[j->range]};
    const char *remark = NULL;
    bool interrupted;
    salvo_status status;

    for (int s = 0; s < 2; s++) {
        m.row[s] = x->selection.rows[unit[s]];
        m.price[s] = salvo_unit_set_price(&x->unit_set, m.row[s]);
    }
    status = match_fight(&c->fought[at], &m, how, &interrupted, &remark, memory, err);
    if (status != SALVO_OK || interrupted) {
        c->fought[at].known = false; /* not a match: left out of the averages */
        return status;
    }
    c->done++;
    return note_remark(c, at, remark, err);
}

/* Doubles are packed unchanged, because results from a store or another rank must print like results fought here. A
 * fraction has no text here (match.c keeps none), and is not packed. */
static void pack_figure(packed *p, salvo_figure *f)
{
    packed_real(p, &f->exact.value);
    packed_real(p, &f->simulated.value);
    packed_real(p, &f->simulated.low);
    packed_real(p, &f->simulated.high);
    packed_number(p, &f->count);
}

static void pack_match(packed *p, salvo_match *m)
{
    salvo_figure *const figures[] = {&m->p_a,         &m->p_b,   &m->p_nobody, &m->p_mutual,
                                     &m->p_undecided, &m->turns, &m->lost[0],  &m->lost[1]};
    uint64_t method = (uint64_t)m->method;

    packed_flag(p, &m->known);
    packed_flag(p, &m->mirrored);
    packed_flag(p, &m->ends);
    packed_flag(p, &m->priced);
    packed_number(p, &method);
    m->method = (salvo_method)method;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        pack_figure(p, figures[i]);
    for (int side = 0; side < 2; side++) {
        packed_real(p, &m->number[side]);
        packed_real(p, &m->cost[side]);
    }
    packed_number(p, &m->trials);
    packed_number(p, &m->hash);
    packed_real(p, &m->agreement);
}

/* work_run's callback: packs a match and its remark. A stopped match must not be stored, because its missing trials
 * would never run. A match that cannot be fought (no budget buys it) is an answer, and is stored. */
static bool pack_fixture(void *context, size_t at, packed *p)
{
    campaign *c = context;
    char *remark = p->reads ? NULL : (char *)(uintptr_t)c->remarks[at];

    if (!p->reads && !c->fought[at].known && c->stopped)
        return false;
    c->done += p->reads && !c->fought[at].known;
    pack_match(p, &c->fought[at]);
    packed_text(p, &remark);
    if (p->reads && note_remark(c, at, remark, NULL) != SALVO_OK)
        p->no_memory = true;
    if (p->reads)
        free(remark);
    return true;
}

/* Many matches are the same except for their names, so a thread keeps those that it solved. */
static void *solved_for_thread(void *context)
{
    (void)context;
    return solved_new();
}

static void free_solved(void *own)
{
    solved_free(own);
}

/* work_run's callback: runs one job in the calling thread. A match has its own arena, which is freed with it: a
 * campaign of a million matches would otherwise keep all of their words. */
static salvo_status work(void *context, void *own, size_t at, salvo_error *err)
{
    worker w = {context, omp_get_thread_num() == 0};
    const salvo_progress_callback watch = {look_into_match, &w};
    salvo_approach how = *w.c->approach;
    salvo_arena *memory;
    salvo_status status;

    if (!look_into_match(&w, &(salvo_progress){.part = 0})) /* stopped: no more matches begin */
        return SALVO_OK;
    how.options.turns_max = 0; /* turns are not reported */
    how.plan.progress = &watch;
    how.plan.threads = w.c->threads; /* many matches: one thread each */
    how.options.solved = own;
    memory = salvo_arena_new();
    status = memory ? fight_fixture(w.c, at, &how, memory, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    if (status != SALVO_OK)
        w.c->stopped = true; /* the others end soon */
    return status;
}

/* Matches are distributed, not their trials, unless there is only one. Each thread remembers what it has solved,
 * without locks. A NULL among them is no failure: that thread then solves everything anew. */
salvo_status campaign_fight(campaign *c, int threads, salvo_error *err)
{
    const salvo_progress_callback watch = {goes_on, c};
    const pieces matches = {.n = c->n,
                            .context = c,
                            .own_new = solved_for_thread,
                            .own_free = free_solved,
                            .work = work,
                            .pack = pack_fixture,
                            .kind = "matches"};
    salvo_plan how = c->approach->plan;

    how.threads = threads;
    how.progress = &watch;
    c->threads = c->n > 1 ? 1 : threads;
    return work_run(&how, &matches, &c->taken, err);
}
