/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables:
 *   - about: the form of the file, and the version and the hash of the sources of the salvo that made it
 *   - question: what was asked, by key
 *   - run: which command lines have work here, and which parts of them
 *   - stretch, a trial range: finished work: job, first, count, and the packed numbers with a hash of all four
 *
 * Rows are only added, never changed. Two processes that have computed the same trial range have the same numbers, so
 * the second one's are not needed. So a process may die at any time. */
#include "share/result_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "base/try.h"
#include "share/opened_store.h"

enum {
    APPLICATION = 0x53414c56, /* "SALV": identifies the owner in the file's header */
    FORM = 2,                 /* the form of the tables below */
};

static const char *const TABLES =
    "CREATE TABLE about(form INTEGER, version TEXT, sources TEXT);"
    "CREATE TABLE question(number INTEGER PRIMARY KEY, key INTEGER UNIQUE, command TEXT, tables TEXT);"
    "CREATE TABLE run(line BLOB, part INTEGER, parts INTEGER, PRIMARY KEY(line, part, parts));"
    "CREATE TABLE stretch(job INTEGER, first INTEGER, count INTEGER, question INTEGER, hash INTEGER, words BLOB,"
    " PRIMARY KEY(job, first, count)) WITHOUT ROWID;";

/* One transaction: a process that dies here leaves an empty file, which is a new store. */
static salvo_status make_tables(result_store *s, const char *sources, salvo_error *err)
{
    const database_value about[] = {of_number(FORM), of_text(salvo_version()), of_text(sources)};
    char all[1024];

    TRY(database_begin(&s->d, err));
    snprintf(all, sizeof all, "%s PRAGMA application_id=%d", TABLES, APPLICATION);
    TRY(database_execute(&s->d, all, err));
    TRY(database_change(&s->d, "INSERT INTO about VALUES(?,?,?)", about, 3, err));
    return database_commit(&s->d, err);
}

typedef struct origin {
    int64_t form;
    char version[64], sources[64];
} origin;

static salvo_status to_origin(void *context, sqlite3_stmt *row)
{
    origin *made = context;

    made->form = sqlite3_column_int64(row, 0);
    snprintf(made->version, sizeof made->version, "%s", database_text_at(row, 1));
    snprintf(made->sources, sizeof made->sources, "%s", database_text_at(row, 2)); /* "" in an older form */
    return SALVO_OK;
}

/* Another salvo may draw other random numbers, so its numbers are not valid here. The sources decide, because one
 * version may have several. The version is for people. */
static salvo_status check_origin(result_store *s, const char *sources, salvo_error *err)
{
    origin made = {.version = "?"};
    salvo_status status = database_each_row(&s->d, "SELECT * FROM about", NULL, 0, to_origin, &made, err);

    if (status != SALVO_OK || (made.form == FORM && strcmp(made.sources, sources) == 0))
        return status;
    if (strcmp(made.version, salvo_version()) != 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->d.path, 0, 0,
                             "this store was made by salvo %s, and this is salvo %s; name a new file", made.version,
                             salvo_version());
    return salvo_fail_at(err, SALVO_BAD_INPUT, s->d.path, 0, 0,
                         "this store was made by a salvo %s with other sources (%s; these are %s), which may draw "
                         "different random numbers; name a new file",
                         made.version, *made.sources ? made.sources : "unknown", sources);
}

static salvo_status check_application(result_store *s, salvo_error *err)
{
    int64_t application;
    salvo_status status = database_number(&s->d, "PRAGMA application_id", &application, err);

    if (status != SALVO_OK || application == APPLICATION)
        return status;
    return salvo_fail_at(err, SALVO_BAD_INPUT, s->d.path, 0, 0,
                         "this is a database of another program, not a store of salvo; name another file");
}

/* The lock comes first: two processes that find no file may both make one, but only one of them makes its tables. */
static salvo_status settle_in(result_store *s, const store_opening *how, salvo_error *err)
{
    int64_t tables;

    TRY(database_lock(&s->d, how->purpose == STORE_TO_READ, how->waits, err));
    TRY(database_number(&s->d, "SELECT count(*) FROM sqlite_master", &tables, err));
    if (!tables && how->purpose == STORE_TO_READ)
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->d.path, 0, 0, "this file is empty: it holds no work");
    if (!tables)
        return make_tables(s, how->sources, err);
    TRY(check_application(s, err));
    return check_origin(s, how->sources, err);
}

salvo_status result_store_open(result_store **s, const char *path, const store_opening *how, salvo_error *err)
{
    salvo_status status;

    *s = calloc(1, sizeof **s);
    if (!*s)
        return salvo_fail_memory(err);
    status = database_open(&(*s)->d, path, how->purpose != STORE_MAY_MAKE, err);
    if (status == SALVO_OK)
        status = settle_in(*s, how, err);
    if (status != SALVO_OK) {
        result_store_close(*s);
        *s = NULL;
    }
    return status;
}

salvo_status result_store_settle(result_store *s, salvo_error *err)
{
    return database_commit(&s->d, err);
}

void result_store_close(result_store *s)
{
    if (!s)
        return;
    for (int i = 0; i < N_KEPT; i++)
        sqlite3_finalize(s->kept[i]); /* a database with open statements does not close */
    database_close(&s->d);
    free(s);
}

const char *result_store_path(const result_store *s)
{
    return s->d.path;
}

/* In one transaction with the first of its trial ranges, so that none is stored without its question. */
salvo_status result_store_ask(result_store *s, const stored_question *q, salvo_error *err)
{
    const database_value values[] = {of_number(q->key), of_text(q->command), of_text(q->tables)};

    TRY(database_begin(&s->d, err));
    return database_change(&s->d, "INSERT OR IGNORE INTO question(key, command, tables) VALUES(?,?,?)", values, 3, err);
}

/* Commits at once, before any work. A merge then sees that a part was started, even if it died before its first trial
 * range. So it reports the part as unfinished and not as missing. */
salvo_status result_store_note_run(result_store *s, const stored_run *run, salvo_error *err)
{
    const database_value values[] = {of_bytes(run->line, run->length), of_number(run->part), of_number(run->parts)};

    return database_change(&s->d, "INSERT OR IGNORE INTO run VALUES(?,?,?)", values, 3, err);
}

/* Returns a kept statement with these numbers. */
static sqlite3_stmt *again(result_store *s, int which, const uint64_t *numbers, int n)
{
    static const char *const SQL[N_KEPT] = {
        [FIND_TRIAL_RANGE] =
            "SELECT count, hash, words FROM stretch WHERE job=? AND first=? AND count<=? ORDER BY count DESC LIMIT 1",
        [NEXT_TRIAL_RANGE] = "SELECT first FROM stretch WHERE job=? AND first>? ORDER BY first LIMIT 1",
        [PUT_TRIAL_RANGE] =
            "INSERT OR IGNORE INTO stretch(job, first, count, question, hash, words) VALUES(?,?,?,?,?,?)",
    };
    sqlite3_stmt **kept = &s->kept[which];

    if (!*kept && sqlite3_prepare_v2(s->d.db, SQL[which], -1, kept, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_reset(*kept);
    for (int i = 0; i < n; i++)
        sqlite3_bind_int64(*kept, i + 1, (sqlite3_int64)numbers[i]);
    return *kept;
}

/* Reads the row that was found. It ends the statement, because an active one would keep the log from being written
 * back. */
static salvo_status take_trial_range(const result_store *s, sqlite3_stmt *row, uint64_t job, uint64_t first,
                                     uint64_t *end, packed *words, salvo_error *err)
{
    const uint64_t count = (uint64_t)sqlite3_column_int64(row, 0), hash = (uint64_t)sqlite3_column_int64(row, 1);
    const packed found = packed_of(sqlite3_column_blob(row, 2), (size_t)sqlite3_column_bytes(row, 2));
    salvo_status status;

    if (hash != trial_range_hash(job, first, count, found.bytes, found.n) || count == 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->d.path, 0, 0,
                             "this store is damaged: the results of %llu to %llu have changed",
                             (unsigned long long)first, (unsigned long long)(first + count - 1));
    *end = first + count;
    status = packed_copy(words, &found, err);
    sqlite3_reset(row);
    return status;
}

salvo_status result_store_find(result_store *s, uint64_t job, uint64_t first, uint64_t last, uint64_t *end,
                               packed *words, salvo_error *err)
{
    const uint64_t asked[] = {job, first, last - first};
    sqlite3_stmt *row = again(s, FIND_TRIAL_RANGE, asked, 3);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;

    *end = first;
    packed_clear(words);
    if (step == SQLITE_DONE)
        return SALVO_OK;
    if (step != SQLITE_ROW)
        return database_fail(&s->d, err);
    return take_trial_range(s, row, job, first, end, words, err);
}

salvo_status result_store_next(result_store *s, uint64_t job, uint64_t first, uint64_t *next, salvo_error *err)
{
    const uint64_t asked[] = {job, first};
    sqlite3_stmt *row = again(s, NEXT_TRIAL_RANGE, asked, 2);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;

    *next = step == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(row, 0) : UINT64_MAX;
    return step == SQLITE_ROW || step == SQLITE_DONE ? SALVO_OK : database_fail(&s->d, err);
}

/* The caller owns the numbers, and SQLite copies them before this returns. After a failure, what was put in within the
 * last half second is undone, too, because it is unknown how much of it SQLite still has. */
salvo_status result_store_put(result_store *s, uint64_t question, uint64_t job, uint64_t first, uint64_t count,
                              const packed *words, salvo_error *err)
{
    const uint64_t numbers[] = {job, first, count, question,
                                trial_range_hash(job, first, count, words->bytes, words->n)};
    salvo_status status = database_begin(&s->d, err);
    sqlite3_stmt *row;

    if (status != SALVO_OK)
        return status;
    row = again(s, PUT_TRIAL_RANGE, numbers, 5);
    if (!row || sqlite3_bind_blob64(row, 6, words->n ? (const void *)words->bytes : "", words->n, SQLITE_STATIC) ||
        sqlite3_step(row) != SQLITE_DONE) {
        status = database_fail(&s->d, err);
        database_roll_back(&s->d); /* removes partial writes, so that close has nothing left */
        return status;
    }
    sqlite3_reset(row);
    return database_commit_in_time(&s->d, err);
}
