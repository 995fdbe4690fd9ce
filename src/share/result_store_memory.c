/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in memory, for a salvo that was built without SQLite; it cannot open files. A page's workers exchange the
 * contents of their stores as bytes. */
#include "share/memory_store.h"

#include <stdlib.h>

#include "base/grow.h"

typedef struct trial_range {
    uint64_t job, first, count;
    packed words; /* owned */
} trial_range;

struct result_store {
    trial_range *at;
    size_t n, capacity;
};

salvo_status result_store_open(result_store **s, const char *path, const store_opening *how, salvo_error *err)
{
    (void)how; /* a store that no other process sees is ours */
    *s = NULL;
    if (path)
        return salvo_fail_at(
            err, SALVO_BAD_INPUT, path, 0, 0,
            "this salvo was built without SQLite and has no stores; install Debian's libsqlite3-dev and build "
            "salvo again");
    *s = calloc(1, sizeof **s);
    return *s ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status result_store_settle(result_store *s, salvo_error *err)
{
    (void)s, (void)err;
    return SALVO_OK;
}

void result_store_close(result_store *s)
{
    for (size_t i = 0; s && i < s->n; i++)
        packed_free(&s->at[i].words);
    if (s)
        free(s->at);
    free(s);
}

const char *result_store_path(const result_store *s)
{
    (void)s;
    return "";
}

/* The question is not stored: the keys of jobs are hashes of their question and its tables. */
salvo_status result_store_ask(result_store *s, const stored_question *q, salvo_error *err)
{
    (void)s, (void)q, (void)err;
    return SALVO_OK;
}

salvo_status result_store_note_run(result_store *s, const stored_run *run, salvo_error *err)
{
    (void)s, (void)run, (void)err;
    return SALVO_OK;
}

salvo_status result_store_find(result_store *s, uint64_t job, uint64_t first, uint64_t last, uint64_t *end,
                               packed *words, salvo_error *err)
{
    const trial_range *longest = NULL;

    *end = first;
    for (const trial_range *x = s->at; x < s->at + s->n; x++)
        if (x->job == job && x->first == first && x->count > *end - first && x->count <= last - first) {
            longest = x;
            *end = first + x->count;
        }
    return longest ? packed_copy(words, &longest->words, err) : SALVO_OK;
}

salvo_status result_store_next(result_store *s, uint64_t job, uint64_t first, uint64_t *next, salvo_error *err)
{
    (void)err;
    *next = UINT64_MAX;
    for (const trial_range *x = s->at; x < s->at + s->n; x++)
        if (x->job == job && x->first > first && x->first < *next)
            *next = x->first;
    return SALVO_OK;
}

salvo_status result_store_put(result_store *s, uint64_t question, uint64_t job, uint64_t first, uint64_t count,
                              const packed *words, salvo_error *err)
{
    trial_range made = {job, first, count, {.n = 0}};

    (void)question;
    if (!salvo_grow(&s->at, &s->capacity, s->n + 1, sizeof *s->at) ||
        packed_copy(&made.words, words, err) != SALVO_OK) {
        packed_free(&made.words);
        return salvo_fail_memory(err);
    }
    s->at[s->n++] = made;
    return SALVO_OK;
}

salvo_status result_store_add(result_store *s, result_store *from, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < from->n && status == SALVO_OK; i++) {
        const trial_range *x = &from->at[i];

        status = result_store_put(s, 0, x->job, x->first, x->count, &x->words, err);
    }
    return status;
}

/* A store without a file is never listed. */

salvo_status result_store_each_work(result_store *s, salvo_status (*tell)(void *context, const stored_work *w),
                                    void *context, salvo_error *err)
{
    (void)s, (void)tell, (void)context, (void)err;
    return SALVO_OK;
}

salvo_status result_store_each_run(result_store *s, salvo_status (*tell)(void *context, const stored_run *r),
                                   void *context, salvo_error *err)
{
    (void)s, (void)tell, (void)context, (void)err;
    return SALVO_OK;
}

salvo_status result_store_each_trial_range(result_store *s, int64_t question,
                                           salvo_status (*tell)(void *context, const stored_trial_range *t),
                                           void *context, salvo_error *err)
{
    (void)s, (void)question, (void)tell, (void)context, (void)err;
    return SALVO_OK;
}

salvo_status result_store_drop(result_store *s, int64_t question, uint64_t *dropped, salvo_error *err)
{
    (void)s, (void)question, (void)err;
    *dropped = 0;
    return SALVO_OK;
}

salvo_status result_store_check(result_store *s, salvo_error *err)
{
    (void)s, (void)err;
    return SALVO_OK;
}

static void pack_trial_range(packed *p, trial_range *x)
{
    packed_number(p, &x->job);
    packed_number(p, &x->first);
    packed_number(p, &x->count);
    packed_bytes(p, &x->words);
}

void memory_store_write(result_store *s, packed *p)
{
    for (size_t i = 0; i < s->n; i++)
        pack_trial_range(p, &s->at[i]);
}

salvo_status memory_store_read(result_store *s, packed *p, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    while (p->at < p->n && !p->damaged && status == SALVO_OK) {
        trial_range x = {.words = {.n = 0}};

        pack_trial_range(p, &x);
        p->no_memory = p->no_memory || x.words.no_memory;
        if (!p->damaged)
            status = result_store_put(s, 0, x.job, x.first, x.count, &x.words, err);
        packed_free(&x.words);
    }
    return status == SALVO_OK ? packed_status(p, err) : status;
}
