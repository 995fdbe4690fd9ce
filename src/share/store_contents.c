/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists, merges and drops the contents of a store. Nothing here is called during work. */
#include "share/result_store.h"

#include <string.h>

#include "base/try.h"
#include "share/opened_store.h"

/* Copies rows of another store unchanged; their hashes are checked on reading. */
typedef struct copying {
    result_store *to;
    sqlite3_stmt *insert; /* as many values as a row has columns */
    salvo_error *err;
} copying;

static salvo_status copy_row(void *context, sqlite3_stmt *row)
{
    const copying *c = context;
    const int n = sqlite3_column_count(row);

    for (int i = 0; i < n; i++)
        sqlite3_bind_value(c->insert, i + 1, sqlite3_column_value(row, i));
    if (sqlite3_step(c->insert) != SQLITE_DONE)
        return database_fail(&c->to->d, c->err);
    sqlite3_reset(c->insert);
    return SALVO_OK;
}

static salvo_status copy_rows(result_store *to, result_store *from, const char *select, const char *insert,
                              salvo_error *err)
{
    copying c = {to, database_prepare(&to->d, insert, NULL, 0), err};
    salvo_status status =
        c.insert ? database_each_row(&from->d, select, NULL, 0, copy_row, &c, err) : database_fail(&to->d, err);

    sqlite3_finalize(c.insert);
    return status;
}

/* Questions are copied before their work, so that no work is without. A process that dies in between leaves a question
 * without work, which does no harm. Parts of one run share trial ranges (the first trials of a precision, all of the
 * earlier rounds); each is stored once. */
salvo_status result_store_add(result_store *s, result_store *from, salvo_error *err)
{
    TRY(database_begin(&s->d, err));
    TRY(copy_rows(s, from, "SELECT key, command, tables FROM question",
                  "INSERT OR IGNORE INTO question(key, command, tables) VALUES(?,?,?)", err));
    return copy_rows(s, from, "SELECT job, first, count, question, hash, words FROM stretch",
                     "INSERT OR IGNORE INTO stretch(job, first, count, question, hash, words) VALUES(?,?,?,?,?,?)",
                     err);
}

/* A callback with its context; each listing sets one of the three. */
typedef struct listing {
    salvo_status (*work)(void *context, const stored_work *w);
    salvo_status (*run)(void *context, const stored_run *r);
    salvo_status (*trial_range)(void *context, const stored_trial_range *t);
    void *context;
} listing;

static salvo_status tell_work(void *context, sqlite3_stmt *row)
{
    const listing *l = context;
    const stored_work w = {
        .number = sqlite3_column_int64(row, 0),
        .question = {(uint64_t)sqlite3_column_int64(row, 1), database_text_at(row, 2), database_text_at(row, 3)},
        .jobs = (uint64_t)sqlite3_column_int64(row, 4),
        .trial_ranges = (uint64_t)sqlite3_column_int64(row, 5),
        .done = (uint64_t)sqlite3_column_int64(row, 6),
        .bytes = (uint64_t)sqlite3_column_int64(row, 7)};

    return l->work(l->context, &w);
}

/* Also lists questions without trial ranges: the run was killed before the first commit, or all work was dropped from
 * a merged store. total() is 0 for those, while sum() would be NULL. */
salvo_status result_store_each_work(result_store *s, salvo_status (*tell)(void *context, const stored_work *w),
                                    void *context, salvo_error *err)
{
    listing l = {.work = tell, .context = context};

    return database_each_row(&s->d,
                             "SELECT number, key, command, tables, count(DISTINCT job), count(job), total(count),"
                             " total(length(words)) FROM question LEFT JOIN stretch ON question=key GROUP BY number"
                             " ORDER BY number",
                             NULL, 0, tell_work, &l, err);
}

static salvo_status tell_run(void *context, sqlite3_stmt *row)
{
    const listing *l = context;
    const stored_run run = {.line = sqlite3_column_blob(row, 0),
                            .length = (size_t)sqlite3_column_bytes(row, 0),
                            .part = (unsigned)sqlite3_column_int(row, 1),
                            .parts = (unsigned)sqlite3_column_int(row, 2)};

    return l->run(l->context, &run);
}

salvo_status result_store_each_run(result_store *s, salvo_status (*tell)(void *context, const stored_run *r),
                                   void *context, salvo_error *err)
{
    listing l = {.run = tell, .context = context};

    return database_each_row(&s->d, "SELECT line, part, parts FROM run ORDER BY line, parts, part", NULL, 0, tell_run,
                             &l, err);
}

/* Hashes numbers without reading them, because only the job that packed them knows their meaning. */
static salvo_status tell_trial_range(void *context, sqlite3_stmt *row)
{
    const listing *l = context;
    stored_trial_range t = {.job = (uint64_t)sqlite3_column_int64(row, 0),
                            .first = (uint64_t)sqlite3_column_int64(row, 1),
                            .count = (uint64_t)sqlite3_column_int64(row, 2),
                            .bytes = (uint64_t)sqlite3_column_bytes(row, 4)};

    t.damaged = (uint64_t)sqlite3_column_int64(row, 3) !=
                trial_range_hash(t.job, t.first, t.count, sqlite3_column_blob(row, 4), (size_t)t.bytes);
    return l->trial_range(l->context, &t);
}

salvo_status result_store_each_trial_range(result_store *s, int64_t question,
                                           salvo_status (*tell)(void *context, const stored_trial_range *t),
                                           void *context, salvo_error *err)
{
    const database_value which[] = {of_number((uint64_t)question)};
    listing l = {.trial_range = tell, .context = context};

    return database_each_row(&s->d,
                             "SELECT job, first, count, hash, words FROM stretch WHERE ?1=0 OR"
                             " question=(SELECT key FROM question WHERE number=?1) ORDER BY job, first, count",
                             which, 1, tell_trial_range, &l, err);
}

/* Deletes the work and its question and, if no question is left, the runs. */
static salvo_status delete_work(result_store *s, const database_value *which, uint64_t *dropped, salvo_error *err)
{
    salvo_status status = database_change(&s->d,
                                          "DELETE FROM stretch WHERE ?1=0 OR"
                                          " question=(SELECT key FROM question WHERE number=?1)",
                                          which, 1, err);

    *dropped = (uint64_t)sqlite3_changes(s->d.db);
    if (status != SALVO_OK)
        return status;
    TRY(database_change(&s->d, "DELETE FROM question WHERE ?1=0 OR number=?1", which, 1, err));
    return database_execute(&s->d, "DELETE FROM run WHERE NOT EXISTS(SELECT 1 FROM question)", err);
}

/* One transaction, so that a process that dies has dropped everything or nothing. VACUUM, which frees the space,
 * cannot be part of a transaction; without it the space is used again. */
salvo_status result_store_drop(result_store *s, int64_t question, uint64_t *dropped, salvo_error *err)
{
    const database_value which[] = {of_number((uint64_t)question)};
    salvo_status status = database_begin(&s->d, err);

    *dropped = 0;
    if (status != SALVO_OK)
        return status;
    status = delete_work(s, which, dropped, err);
    if (status != SALVO_OK) {
        database_roll_back(&s->d);
        return status;
    }
    TRY(database_commit(&s->d, err));
    return database_execute(&s->d, "VACUUM", err);
}

typedef struct finding {
    const result_store *s;
    salvo_error *err;
} finding;

static salvo_status to_finding(void *context, sqlite3_stmt *row)
{
    const finding *f = context;
    const char *said = database_text_at(row, 0);

    if (strcmp(said, "ok") == 0)
        return SALVO_OK;
    return salvo_fail_at(f->err, SALVO_BAD_INPUT, f->s->d.path, 0, 0, "this store is damaged: %s", said);
}

/* Only the first fault: one shows that a file is damaged, which may have thousands. */
salvo_status result_store_check(result_store *s, salvo_error *err)
{
    finding f = {s, err};

    return database_each_row(&s->d, "PRAGMA integrity_check(1)", NULL, 0, to_finding, &f, err);
}
