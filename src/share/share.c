/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rank 0 decides and informs the others. Results go up a tree of ranks to it, and the sum goes down again. */
#include "share/share.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "base/try.h"

/* A trial range should be so short that losing it does not matter, and so long that storing it costs nothing. */
static const double TRIAL_RANGE_MIN_S = 0.5, TRIAL_RANGE_MAX_S = 2;

enum { FIRST_TRIAL_RANGE = 1 << 12, PIECES_OF_A_RANK = 64 };

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The share owns the text of the tables, so that the question may outlive the tables. Jobs are numbered from 0 again.
 * A command has the same jobs in the same order in every run, so a job finds its work again. */
void share_ask(salvo_share *s, const char *command, uint64_t hash)
{
    s->question = (stored_question){.key = hash, .command = command, .tables = s->tables};
    s->tables[0] = '\0';
    s->n_jobs = 0;
    s->asked = false;
}

/* A command that opens other tables later asks a different question from then on. Its earlier jobs keep their keys. A
 * name that is cut off matters only for display, because the key has all of it. */
void share_ask_tables(salvo_share *s, const char *ruleset, uint64_t hash)
{
    const size_t used = strlen(s->tables);

    snprintf(s->tables + used, sizeof s->tables - used, "%s%s %016llx", used ? ", " : "", ruleset,
             (unsigned long long)hash);
    s->question.key = salvo_hash_number(s->question.key, hash);
    s->asked = false;
}

/* The number alone would suffice as long as commands do not change. The kind prevents that numbers are read as
 * something else. Jobs inside this one are not numbered (`busy`), because they may depend on who works. */
void share_begin(salvo_share *s, share_job *job, uint64_t kind, uint64_t total, bool in_pieces)
{
    const uint64_t pieces = share_has_ranks(s) ? PIECES_OF_A_RANK * (uint64_t)s->ranks->n : 0;

    *job = (share_job){.until = total, .in_pieces = in_pieces, .at_a_time = in_pieces ? pieces : FIRST_TRIAL_RANGE};
    job->key = salvo_hash_number(salvo_hash_number(s->question.key, s->n_jobs++), kind);
    s->busy = true;
}

void share_end(salvo_share *s)
{
    s->busy = false;
}

/* A decision of rank 0. */
typedef struct decision {
    share_step step;
    uint64_t until;
    salvo_status status;
    salvo_error error;
} decision;

static void pack_decision(packed *p, decision *d)
{
    uint64_t step = (uint64_t)d->step;

    packed_number(p, &step);
    packed_number(p, &d->until);
    d->step = (share_step)step;
    ranks_pack_failure(p, &d->status, &d->error);
}

/* Rank 0 packs and sends; the others receive and read. */
static salvo_status pass_decision(const salvo_share *s, decision *d, packed *words, packed *message, salvo_error *err)
{
    const bool hears = s->ranks->rank > 0;

    TRY(hears ? ranks_tell(s->ranks, RANKS_DECIDE, message, err) : SALVO_OK);
    if (!hears)
        ranks_compose(message, RANKS_DECIDE);
    pack_decision(message, d);
    packed_bytes(message, words);
    return hears ? packed_status(message, err) : ranks_tell(s->ranks, RANKS_DECIDE, message, err);
}

/* A message that cannot be sent or received is a failure, too. */
static void tell_decision(const salvo_share *s, decision *d, packed *words)
{
    packed message = {.n = 0};
    salvo_error why;
    const salvo_status status = pass_decision(s, d, words, &message, &why);

    if (status != SALVO_OK) {
        d->status = status;
        d->error = why;
    }
    packed_free(&message);
}

salvo_status share_agree(salvo_share *s, salvo_status status, salvo_error *err)
{
    decision d = {.status = status};
    packed nothing = {.n = 0};

    if (!share_has_ranks(s))
        return status;
    if (err)
        d.error = *err;
    tell_decision(s, &d, &nothing);
    packed_free(&nothing);
    if (d.status != SALVO_OK && err)
        *err = d.error;
    return d.status;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The beginning of this part of the job; with `part` + 1 that of the next one. */
static uint64_t part_begins(const share_job *job, unsigned part, unsigned parts)
{
    const uint64_t total = job->until - job->from, each = total / parts, rest = total % parts;

    return job->from + each * (part - 1) + least(rest, part - 1); /* the first `rest` parts have one more */
}

/* Skips what belongs to other parts, up to the beginning or the end of this one. */
static void limit_to_part(const salvo_share *s, const share_job *job, uint64_t at, decision *d)
{
    const uint64_t begins = part_begins(job, s->part, s->parts), ends = part_begins(job, s->part + 1, s->parts);

    d->step = at < job->from || (at >= begins && at < ends) ? SHARE_WORK : SHARE_SKIP;
    if (at < job->from)
        d->until = least(job->from, d->until);
    else if (at < begins)
        d->until = least(begins, d->until);
    else if (at < ends)
        d->until = least(ends, d->until);
}

/* If a run needs the results of all parts to continue (a precision, the rounds of a fit), parts stop there. */
static salvo_status lacking_round(const salvo_share *s, const share_job *job, salvo_error *err)
{
    const char *all = result_store_path(s->store);

    return salvo_fail(err, SALVO_BAD_INPUT,
                      "%llu %s are needed that no part has made: run all %u parts again, each on a copy of the merged "
                      "store %s",
                      (unsigned long long)(job->until - job->from), job->in_pieces ? "further results" : "more trials",
                      s->merged, *all ? all : "(salvo merge --store FILE)");
}

/* Something is missing. If nothing of the divided work exists, no part has started it. Otherwise a part has not
 * finished. */
static salvo_status lacking(const salvo_share *s, const share_job *job, uint64_t at, bool last, salvo_error *err)
{
    unsigned part = 1;

    if (last && at == job->from)
        return lacking_round(s, job, err);
    while (part < s->merged && part_begins(job, part + 1, s->merged) <= at)
        part++;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "part %u of %u is not finished: %s %llu of job %llu is missing from its store; give its "
                      "command again",
                      part, s->merged, job->in_pieces ? "result" : "trial", (unsigned long long)at,
                      (unsigned long long)s->n_jobs);
}

/* No trial range crosses a power of two, where runs check their precision (schedule.c). So a run with another
 * precision, or with a number of trials, can use what is stored. */
static uint64_t next_look(uint64_t at)
{
    uint64_t look = FIRST_TRIAL_RANGE;

    while (look <= at)
        look *= 2;
    return look;
}

/* Nothing is stored at `at`, so it is computed, up to what is stored. */
static salvo_status decide_work(salvo_share *s, const share_job *job, uint64_t at, decision *d, salvo_error *err)
{
    const bool one_by_one = job->in_pieces && !share_has_ranks(s);
    uint64_t next = UINT64_MAX;

    TRY(s->store ? result_store_next(s->store, job->key, at, &next, err) : SALVO_OK);
    if (s->merged)
        return lacking(s, job, at, next == UINT64_MAX, err);
    d->step = SHARE_WORK;
    d->until = least(next, d->until);
    if (s->parts)
        limit_to_part(s, job, at, d);
    if (s->keeps && d->step == SHARE_WORK && !one_by_one)
        d->until = least(d->until, least(at + job->at_a_time, next_look(at)));
    return SALVO_OK;
}

/* Notes the question before the first of its trial ranges, in the same transaction, so that none is stored without
 * it. */
static salvo_status ask_store(salvo_share *s, salvo_error *err)
{
    salvo_status status = s->asked ? SALVO_OK : result_store_ask(s->store, &s->question, err);

    s->asked = status == SALVO_OK;
    return status;
}

static salvo_status decide(salvo_share *s, const share_job *job, uint64_t at, decision *d, packed *words,
                           salvo_error *err)
{
    const uint64_t goal = d->until;
    salvo_status status;

    packed_clear(words);
    if (!s->store)
        return decide_work(s, job, at, d, err);
    TRY(ask_store(s, err));
    status = result_store_find(s->store, job->key, at, goal, &d->until, words, err);
    if (status != SALVO_OK || d->until > at)
        return status;
    packed_clear(words);
    d->until = goal;
    return decide_work(s, job, at, d, err);
}

/* Without a store, ranks cannot differ and need no message. */
salvo_status share_next(salvo_share *s, share_job *job, uint64_t at, uint64_t goal, share_step *step, uint64_t *until,
                        packed *words, salvo_error *err)
{
    decision d = {.step = SHARE_FOUND, .until = goal};

    if (!s->ranks || s->ranks->rank == 0 || !s->keeps)
        d.status = decide(s, job, at, &d, words, &d.error);
    if (share_has_ranks(s) && s->keeps)
        tell_decision(s, &d, words);
    packed_rewind(words);
    *step = d.step;
    *until = d.until;
    job->began = now_s();
    if (d.status != SALVO_OK && err)
        *err = d.error;
    return d.status;
}

static void pack_settlement(packed *p, settlement *x)
{
    uint64_t by = (uint64_t)x->stopped_by;

    packed_number(p, &x->count);
    packed_number(p, &x->failed_at);
    packed_number(p, &by);
    x->stopped_by = (int)by;
    ranks_pack_failure(p, &x->status, &x->error);
}

/* Adds another rank's settlement to this one's. The earlier of two failures counts, as if one process had worked. */
static void join(settlement *all, const settlement *more)
{
    all->count += more->count;
    all->stopped_by = more->stopped_by > all->stopped_by ? more->stopped_by : all->stopped_by;
    if (more->status != SALVO_OK && (all->status == SALVO_OK || more->failed_at < all->failed_at)) {
        all->status = more->status;
        all->failed_at = more->failed_at;
        all->error = more->error;
    }
}

/* Also sends the counter's value at the start of the next trial range, so that every rank counts blocks from the same
 * number. */
static salvo_status tell_settlement(salvo_share *s, settlement *all, packed *words, packed *message, salvo_error *err)
{
    const bool hears = s->ranks->rank > 0;

    TRY(hears ? ranks_tell(s->ranks, RANKS_SETTLE, message, err) : SALVO_OK);
    if (!hears)
        ranks_compose(message, RANKS_SETTLE);
    packed_number(message, &s->taken);
    pack_settlement(message, all);
    packed_bytes(message, words);
    return hears ? packed_status(message, err) : ranks_tell(s->ranks, RANKS_SETTLE, message, err);
}

/* Adds the results of a child. */
static salvo_status hear_child(const salvo_share *s, int child, settlement *all, share_tally *tally, void *context,
                               packed *message, salvo_error *err)
{
    settlement more = {.count = 0};

    TRY(ranks_hear(s->ranks, child, RANKS_SETTLE, message, err));
    pack_settlement(message, &more);
    join(all, &more);
    tally(context, message);
    if (message->no_memory && all->status == SALVO_OK)
        all->status = salvo_fail_memory(&all->error);
    return SALVO_OK;
}

/* Receives from children in their order, although the sum does not depend on it: tallies are whole numbers, and pieces
 * have places. A failed trial range does not stop it, because all ranks must learn of the failure in the same way. */
static salvo_status send_up(const salvo_share *s, settlement *all, share_tally *tally, void *context, packed *message,
                            salvo_error *err)
{
    const int child = ranks_first_child(s->ranks);
    salvo_status status = SALVO_OK;

    for (int i = child; i < child + 2 && i < s->ranks->n && status == SALVO_OK; i++)
        status = hear_child(s, i, all, tally, context, message, err);
    if (s->ranks->rank == 0 || status != SALVO_OK)
        return status;
    ranks_compose(message, RANKS_SETTLE);
    pack_settlement(message, all);
    tally(context, message); /* the tally can be packed only once */
    return ranks_say(s->ranks, ranks_parent(s->ranks), message, err);
}

/* Long enough to cost nothing, and short enough to lose. With ranks, pieces wait for each other at the end of a range,
 * so these ranges are longer. */
static void adapt(share_job *job, bool whole)
{
    const double seconds = now_s() - job->began, longer = job->in_pieces ? 10 : 1;

    if (whole && seconds < TRIAL_RANGE_MIN_S * longer && job->at_a_time < UINT64_MAX / 2)
        job->at_a_time *= 2;
    else if (seconds > TRIAL_RANGE_MAX_S * longer && job->at_a_time > 1)
        job->at_a_time /= 2;
}

/* Stores only pieces that ranks made together; alone, each was stored when it was done (share_keep). An interrupted
 * piece may have no result, and pieces of ranks end in no fixed order. So nothing of such a range is stored, and its
 * pieces are made again. Interrupted trials are a prefix like any other. */
static salvo_status store(salvo_share *s, const share_job *job, uint64_t first, const settlement *all,
                          const packed *words, salvo_error *err)
{
    if (!s->store || all->count == 0 || (job->in_pieces && (!share_has_ranks(s) || all->stopped_by)))
        return SALVO_OK;
    return result_store_put(s->store, s->question.key, job->key, first, all->count, words, err);
}

/* Stores the total on rank 0 and prepares its message. It is stored before any rank receives it, so that no rank
 * continues from numbers that the store does not have. */
static void conclude(salvo_share *s, share_job *job, uint64_t first, settlement *all, share_tally *tally, void *context,
                     packed *words)
{
    if (share_has_ranks(s))
        s->taken = s->ranks->take(s->ranks, 0); /* every rank has sent its own, and takes nothing more */
    if (all->status != SALVO_OK)
        return;
    tally(context, words);
    all->status = words->no_memory ? salvo_fail_memory(&all->error) : store(s, job, first, all, words, &all->error);
    adapt(job, !all->stopped_by);
}

/* Returns the failure of the messages; that of the work is in *all. */
static salvo_status settle_with_ranks(salvo_share *s, share_job *job, uint64_t first, settlement *all,
                                      share_tally *tally, void *context, packed *words, packed *message,
                                      salvo_error *err)
{
    TRY(send_up(s, all, tally, context, message, err));
    if (s->ranks->rank == 0)
        conclude(s, job, first, all, tally, context, words);
    return tell_settlement(s, all, words, message, err);
}

salvo_status share_settle(salvo_share *s, share_job *job, uint64_t first, settlement *all, share_tally *tally,
                          void *context, packed *words, salvo_error *err)
{
    packed message = {.n = 0};
    salvo_error why;
    salvo_status status = SALVO_OK;

    packed_clear(words);
    if (share_has_ranks(s))
        status = settle_with_ranks(s, job, first, all, tally, context, words, &message, &why);
    else
        conclude(s, job, first, all, tally, context, words);
    packed_free(&message);
    if (status != SALVO_OK) {
        all->status = status;
        all->error = why;
    }
    packed_rewind(words);
    if (all->status != SALVO_OK && err)
        *err = all->error;
    return all->status;
}

/* Threads call it one at a time (schedule.c). */
salvo_status share_keep(salvo_share *s, const share_job *job, uint64_t first, uint64_t count, const packed *words,
                        salvo_error *err)
{
    if (!s->store || share_has_ranks(s))
        return SALVO_OK;
    return result_store_put(s->store, s->question.key, job->key, first, count, words, err);
}
