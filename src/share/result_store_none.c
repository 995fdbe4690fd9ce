/* Where salvo was built without SQLite: no store can be opened, and nothing else is ever called. The rest is here so that the
 * program is the same but for this file; what a caller would hear can only be a fault of ours. */
#include "share/result_store.h"

salvo_status result_store_open(result_store **s, const char *path, const store_opening *how, salvo_error *err)
{
    (void)how;
    *s = NULL;
    return salvo_fail_at(err, SALVO_BAD_INPUT, path ? path : "", 0, 0,
                         "this salvo was built without SQLite and has no stores; Debian's libsqlite3-dev brings it");
}

salvo_status result_store_settle(result_store *s, salvo_error *err)
{
    (void)s;
    (void)err;
    return SALVO_OK;
}

void result_store_close(result_store *s)
{
    (void)s;
}

const char *result_store_path(const result_store *s)
{
    (void)s;
    return "";
}

static salvo_status none(salvo_error *err)
{
    return salvo_fail(err, SALVO_BAD_INPUT, "an internal check failed: this salvo has no stores; please report it");
}

salvo_status result_store_ask(result_store *s, const stored_question *q, salvo_error *err)
{
    (void)s, (void)q;
    return none(err);
}

salvo_status result_store_note_run(result_store *s, const stored_run *run, salvo_error *err)
{
    (void)s, (void)run;
    return none(err);
}

salvo_status result_store_find(result_store *s, uint64_t job, uint64_t first, uint64_t last, uint64_t *end,
                               packed *words, salvo_error *err)
{
    (void)s, (void)job, (void)first, (void)last, (void)end, (void)words;
    return none(err);
}

salvo_status result_store_next(result_store *s, uint64_t job, uint64_t first, uint64_t *next, salvo_error *err)
{
    (void)s, (void)job, (void)first, (void)next;
    return none(err);
}

salvo_status result_store_put(result_store *s, uint64_t question, uint64_t job, uint64_t first, uint64_t count,
                              const packed *words, salvo_error *err)
{
    (void)s, (void)question, (void)job, (void)first, (void)count, (void)words;
    return none(err);
}

salvo_status result_store_add(result_store *s, result_store *from, salvo_error *err)
{
    (void)s, (void)from;
    return none(err);
}

salvo_status result_store_each_work(result_store *s, salvo_status (*tell)(void *context, const stored_work *w),
                                    void *context, salvo_error *err)
{
    (void)s, (void)tell, (void)context;
    return none(err);
}

salvo_status result_store_each_run(result_store *s, salvo_status (*tell)(void *context, const stored_run *r),
                                   void *context, salvo_error *err)
{
    (void)s, (void)tell, (void)context;
    return none(err);
}

salvo_status result_store_each_stretch(result_store *s, int64_t question,
                                       salvo_status (*tell)(void *context, const stored_stretch *t), void *context,
                                       salvo_error *err)
{
    (void)s, (void)question, (void)tell, (void)context;
    return none(err);
}

salvo_status result_store_drop(result_store *s, int64_t question, uint64_t *dropped, salvo_error *err)
{
    (void)s, (void)question, (void)dropped;
    return none(err);
}

salvo_status result_store_check(result_store *s, salvo_error *err)
{
    (void)s;
    return none(err);
}
