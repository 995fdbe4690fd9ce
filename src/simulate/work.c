/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces of work as a schedule whose trials are the pieces, which provides order, failures and the progress callback.
 * A piece stores its own result. The tally consists of records of results that must leave this process. */
#include "simulate/work.h"

#include <stdlib.h>

#include "simulate/schedule.h"

typedef struct piecework {
    const pieces *p;
    bool shared;  /* results are recorded */
    size_t taken; /* records that were stored */
} piecework;

/* The data of a thread. */
typedef struct results {
    void *own;
    packed records; /* number and result of a piece, repeatedly */
    bool is_sum;    /* records that it reads are stored */
} results;

static void results_free(void *context, void *tally)
{
    const piecework *w = context;
    results *o = tally;

    if (o->own && w->p->own_free)
        w->p->own_free(o->own);
    packed_free(&o->records);
    free(o);
}

static void *results_new(void *context)
{
    const piecework *w = context;
    results *o = calloc(1, sizeof *o);

    if (!o || !w->p->own_new || (o->own = w->p->own_new(w->p->context)))
        return o;
    results_free(context, o);
    return NULL;
}

/* A record is written as a whole or not at all. */
static void record(const piecework *w, results *to, size_t i)
{
    const size_t before = to->records.n;
    uint64_t number = i;

    packed_number(&to->records, &number);
    if (!w->p->pack(w->p->context, i, &to->records))
        to->records.n = before;
}

/* Pieces share no random numbers or tallies: each stores its result in its place in the context. */
static salvo_status run_pieces(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    const piecework *w = context;
    results *to = tally;
    salvo_status status = SALVO_OK;

    for (uint64_t i = first; i < first + count && status == SALVO_OK; i++) {
        status = w->p->work(w->p->context, to->own, (size_t)i, err);
        if (status == SALVO_OK && w->shared)
            record(w, to, (size_t)i);
    }
    return status;
}

/* Stores results that another process or an earlier run made. */
static void take_records(piecework *w, packed *records)
{
    packed_rewind(records);
    while (records->at < records->n && !records->damaged) {
        uint64_t i;

        packed_number(records, &i);
        records->damaged = records->damaged || i >= w->p->n;
        if (!records->damaged)
            w->taken += w->p->pack(w->p->context, (size_t)i, records);
    }
}

/* Forgets what was written: the schedule asks for the records of every block separately, or for all at once. */
static void results_pack(void *context, void *tally, packed *p)
{
    piecework *w = context;
    results *o = tally;

    packed_bytes(p, &o->records);
    if (p->reads && o->is_sum)
        take_records(w, &o->records);
    p->damaged = p->damaged || o->records.damaged;
    p->no_memory = p->no_memory || o->records.no_memory;
    if (!p->reads || o->is_sum)
        packed_clear(&o->records);
}

/* The kind includes the precision, because it changes the pieces of a question. */
static uint64_t kind_of(const salvo_plan *plan, const pieces *p)
{
    uint64_t kind = salvo_hash_number(job_kind(p->kind), plan->trials);

    kind = salvo_hash(kind, &plan->precision, sizeof plan->precision);
    kind = salvo_hash(kind, &plan->time_s, sizeof plan->time_s);
    return salvo_hash_number(kind, (uint64_t)plan->precision_of);
}

/* Without this check, a result that was lost between ranks would be missing from the answer without notice. */
static salvo_status check_all_came(const piecework *w, const schedule *s, salvo_error *err)
{
    const salvo_share *share = s->plan->share;

    if (!w->shared || !share_has_ranks(share) || share->parts || s->stopped_by != SALVO_STOPPED_BY_TRIALS ||
        w->taken == w->p->n)
        return SALVO_OK;
    return salvo_fail(err, SALVO_IO, "an internal check failed: of %zu %s, %zu came back; please run it again", w->p->n,
                      w->p->kind, w->taken);
}

salvo_status work_run(const salvo_plan *plan, const pieces *p, size_t *done, salvo_error *err)
{
    const salvo_plan those = {
        .trials = p->n, .threads = plan->threads, .progress = plan->progress, .share = p->n > 1 ? plan->share : NULL};
    piecework w = {.p = p, .shared = p->pack && those.share && !those.share->busy};
    results sum = {.is_sum = true};
    /* No width, because the number of pieces is fixed. */
    const trial_job job = {.context = &w,
                           .sum = &sum,
                           .tally_new = results_new,
                           .run = run_pieces,
                           .pack = results_pack,
                           .tally_free = results_free,
                           .kind = w.shared ? kind_of(plan, p) : 0,
                           .in_pieces = true};
    /* There may be more ranks than pieces. */
    const bool one_by_one = !p->at_a_time || (w.shared && share_has_ranks(those.share));
    schedule s = {.plan = &those, .block_max = one_by_one ? 1 : p->at_a_time};
    salvo_status status = p->n ? schedule_run(&s, &job, err) : SALVO_OK;

    packed_free(&sum.records);
    if (p->n && status == SALVO_OK)
        status = check_all_came(&w, &s, err);
    *done = p->n ? (size_t)s.done : 0; /* of n */
    return status;
}
