/* The tables:
 *   about     what the file is: its form, and the version of salvo that made it
 *   question  what was asked, by key
 *   run       which command lines have work here, and which parts of them
 *   stretch   finished work: job, first, count, and the packed numbers with a hash of all four
 * The lock is SQLite's own, kept from opening to closing: the system gives it back when a process dies. */
#include "share/result_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <salvo/salvo.h>

#include "base/hash.h"

enum {
    APPLICATION = 0x53414c56, /* "SALV": says in the file's header whose it is */
    FORM = 1,                 /* of the tables below */
    WAIT_MS = 100,            /* between two looks whether the other process has done */
};

static const double COMMIT_S = 0.5; /* what is put in within that time goes to the disk together */

static const char *const TABLES =
    "CREATE TABLE about(form INTEGER, version TEXT);"
    "CREATE TABLE question(number INTEGER PRIMARY KEY, key INTEGER UNIQUE, command TEXT, tables TEXT);"
    "CREATE TABLE run(line BLOB, part INTEGER, parts INTEGER, PRIMARY KEY(line, part, parts));"
    "CREATE TABLE stretch(job INTEGER, first INTEGER, count INTEGER, question INTEGER, hash INTEGER, words BLOB,"
    " PRIMARY KEY(job, first, count)) WITHOUT ROWID;";

enum { FIND, NEXT, PUT, N_KEPT }; /* statements that are needed over and over */

struct result_store {
    sqlite3 *db;
    sqlite3_stmt *kept[N_KEPT];
    char *path;
    bool open_transaction;
    double since; /* when the transaction was begun, in s */
};

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* SQLite's complaint in our words. */
static salvo_status fail(const result_store *s, salvo_error *err)
{
    switch (sqlite3_errcode(s->db)) {
    case SQLITE_NOMEM:
        return salvo_fail_memory(err);
    case SQLITE_NOTADB:
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->path, 0, 0, "this is no store of salvo");
    case SQLITE_CORRUPT:
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->path, 0, 0,
                             "this store is damaged; take a copy of it, or a new file");
    case SQLITE_FULL:
        return salvo_fail_at(err, SALVO_IO, s->path, 0, 0,
                             "there is no room left for the store; what is in it is safe: make room, and give the same "
                             "command again");
    default:
        return salvo_fail_at(err, SALVO_IO, s->path, 0, 0,
                             "the store cannot be written or read: %s; what is in it is safe: give the same command "
                             "again when that is mended",
                             sqlite3_errmsg(s->db));
    }
}

static salvo_status execute(result_store *s, const char *sql, salvo_error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? SALVO_OK : fail(s, err);
}

/* A value of a statement: a whole number, or bytes that are the caller's. */
typedef struct value {
    uint64_t number;
    const void *bytes; /* NULL: the number */
    size_t n;
    bool is_text;
} value;

static value of_number(uint64_t number)
{
    return (value){.number = number};
}

static value of_text(const char *text)
{
    return (value){.bytes = text, .n = strlen(text), .is_text = true};
}

static value of_bytes(const void *bytes, size_t n)
{
    return (value){.bytes = bytes ? bytes : "", .n = n};
}

/* The statement with its values; NULL: SQLite says why. */
static sqlite3_stmt *prepare(result_store *s, const char *sql, const value *values, int n)
{
    sqlite3_stmt *made = NULL;

    if (sqlite3_prepare_v2(s->db, sql, -1, &made, NULL) != SQLITE_OK)
        return NULL;
    for (int i = 0; i < n; i++)
        if (!values[i].bytes)
            sqlite3_bind_int64(made, i + 1, (sqlite3_int64)values[i].number);
        else if (values[i].is_text)
            sqlite3_bind_text(made, i + 1, values[i].bytes, (int)values[i].n, SQLITE_STATIC);
        else
            sqlite3_bind_blob64(made, i + 1, values[i].bytes, values[i].n, SQLITE_STATIC);
    return made;
}

/* A statement that answers nothing. */
static salvo_status change(result_store *s, const char *sql, const value *values, int n, salvo_error *err)
{
    sqlite3_stmt *made = prepare(s, sql, values, n);
    int done = made ? sqlite3_step(made) : SQLITE_ERROR;
    salvo_status status = done == SQLITE_DONE ? SALVO_OK : fail(s, err);

    sqlite3_finalize(made);
    return status;
}

/* Calls back for every row, until one fails. */
static salvo_status each_row(result_store *s, const char *sql, const value *values, int n,
                             salvo_status (*tell)(void *context, sqlite3_stmt *row), void *context, salvo_error *err)
{
    sqlite3_stmt *made = prepare(s, sql, values, n);
    salvo_status status = made ? SALVO_OK : fail(s, err);
    int step = SQLITE_ROW;

    while (status == SALVO_OK && (step = sqlite3_step(made)) == SQLITE_ROW)
        status = tell(context, made);
    if (status == SALVO_OK && step != SQLITE_DONE)
        status = fail(s, err);
    sqlite3_finalize(made);
    return status;
}

/* One number; 0 when there is no row. */
static salvo_status to_number(void *context, sqlite3_stmt *row)
{
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return SALVO_OK;
}

static salvo_status ask_number(result_store *s, const char *sql, int64_t *number, salvo_error *err)
{
    *number = 0;
    return each_row(s, sql, NULL, 0, to_number, number, err);
}

/* What is put in is written down a few times a second: a commit waits for the disk. */
static salvo_status commit(result_store *s, salvo_error *err)
{
    if (!s->open_transaction)
        return SALVO_OK;
    s->open_transaction = false;
    if (execute(s, "COMMIT", err) == SALVO_OK)
        return SALVO_OK;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return err ? err->status : SALVO_IO;
}

static salvo_status begin(result_store *s, salvo_error *err)
{
    salvo_status status;

    if (s->open_transaction)
        return SALVO_OK;
    status = execute(s, "BEGIN", err);
    s->open_transaction = status == SALVO_OK;
    s->since = now_s();
    return status;
}

/* All or nothing: what is killed here leaves an empty file, which is a new store. */
static salvo_status make_tables(result_store *s, salvo_error *err)
{
    const value about[] = {of_number(FORM), of_text(salvo_version())};
    char own[64];
    salvo_status status = begin(s, err);

    snprintf(own, sizeof own, "PRAGMA application_id=%d", APPLICATION);
    if (status == SALVO_OK)
        status = execute(s, TABLES, err);
    if (status == SALVO_OK)
        status = execute(s, own, err);
    if (status == SALVO_OK)
        status = change(s, "INSERT INTO about VALUES(?,?)", about, 2, err);
    return status == SALVO_OK ? commit(s, err) : status;
}

typedef struct origin {
    int64_t form;
    char version[64];
} origin;

static salvo_status to_origin(void *context, sqlite3_stmt *row)
{
    origin *made = context;

    made->form = sqlite3_column_int64(row, 0);
    snprintf(made->version, sizeof made->version, "%s", (const char *)sqlite3_column_text(row, 1));
    return SALVO_OK;
}

/* Another version may throw other dice: its numbers are not this one's. */
static salvo_status check_origin(result_store *s, salvo_error *err)
{
    origin made = {.version = "?"};
    int64_t application;
    salvo_status status = ask_number(s, "PRAGMA application_id", &application, err);

    if (status != SALVO_OK)
        return status;
    if (application != APPLICATION)
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->path, 0, 0,
                             "this is a database of another program, and no store of salvo");
    status = each_row(s, "SELECT form, version FROM about", NULL, 0, to_origin, &made, err);
    if (status != SALVO_OK || (made.form == FORM && strcmp(made.version, salvo_version()) == 0))
        return status;
    return salvo_fail_at(err, SALVO_BAD_INPUT, s->path, 0, 0,
                         "this store was made by salvo %s, and this is salvo %s; take a new file", made.version,
                         salvo_version());
}

/* Takes the lock; SQLITE_BUSY: another process has it. */
static int lock(result_store *s)
{
    return sqlite3_exec(s->db,
                        "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                        "BEGIN EXCLUSIVE; COMMIT",
                        NULL, NULL, NULL);
}

static salvo_status wait_for_lock(result_store *s, void (*waits)(const char *path), salvo_error *err)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    int got;

    while ((got = lock(s)) == SQLITE_BUSY) {
        if (waits)
            waits(s->path);
        waits = NULL;
        nanosleep(&pause, NULL);
    }
    return got == SQLITE_OK ? SALVO_OK : fail(s, err);
}

static salvo_status settle_in(result_store *s, void (*waits)(const char *path), salvo_error *err)
{
    int64_t tables;
    salvo_status status = wait_for_lock(s, waits, err);

    if (status == SALVO_OK)
        status = ask_number(s, "SELECT count(*) FROM sqlite_master", &tables, err);
    if (status != SALVO_OK)
        return status;
    return tables ? check_origin(s, err) : make_tables(s, err);
}

static salvo_status open_file(result_store *s, const char *path, store_making making, void (*waits)(const char *path),
                              salvo_error *err)
{
    const int flags = SQLITE_OPEN_READWRITE | (making == STORE_MAY_MAKE ? SQLITE_OPEN_CREATE : 0);

    if (!(s->path = strdup(path ? path : "")))
        return salvo_fail_memory(err);
    if (sqlite3_open_v2(path ? path : ":memory:", &s->db, flags, NULL) == SQLITE_OK)
        return settle_in(s, waits, err);
    if (sqlite3_errcode(s->db) == SQLITE_CANTOPEN)
        return salvo_fail_at(err, SALVO_IO, s->path, 0, 0, "this store cannot be opened: %s",
                             strerror(sqlite3_system_errno(s->db)));
    return fail(s, err);
}

salvo_status result_store_open(result_store **s, const char *path, store_making making, void (*waits)(const char *path),
                               salvo_error *err)
{
    salvo_status status;

    *s = calloc(1, sizeof **s);
    status = *s ? open_file(*s, path, making, waits, err) : salvo_fail_memory(err);
    if (status != SALVO_OK) {
        result_store_close(*s);
        *s = NULL;
    }
    return status;
}

salvo_status result_store_settle(result_store *s, salvo_error *err)
{
    return commit(s, err);
}

/* What could not be committed is lost, and was not promised. */
void result_store_close(result_store *s)
{
    if (!s)
        return;
    commit(s, NULL);
    for (int i = 0; i < N_KEPT; i++)
        sqlite3_finalize(s->kept[i]);
    sqlite3_close(s->db);
    free(s->path);
    free(s);
}

const char *result_store_path(const result_store *s)
{
    return s->path;
}

salvo_status result_store_ask(result_store *s, const stored_question *q, salvo_error *err)
{
    const value values[] = {of_number(q->key), of_text(q->command), of_text(q->tables)};
    salvo_status status = begin(s, err);

    if (status != SALVO_OK)
        return status;
    return change(s, "INSERT OR IGNORE INTO question(key, command, tables) VALUES(?,?,?)", values, 3, err);
}

salvo_status result_store_note_run(result_store *s, const stored_run *run, salvo_error *err)
{
    const value values[] = {of_bytes(run->line, run->length), of_number(run->part), of_number(run->parts)};

    return change(s, "INSERT OR IGNORE INTO run VALUES(?,?,?)", values, 3, err);
}

/* A statement that is kept, with these numbers. */
static sqlite3_stmt *again(result_store *s, int which, const uint64_t *numbers, int n)
{
    static const char *const SQL[N_KEPT] = {
        [FIND] =
            "SELECT count, hash, words FROM stretch WHERE job=? AND first=? AND count<=? ORDER BY count DESC LIMIT 1",
        [NEXT] = "SELECT first FROM stretch WHERE job=? AND first>? ORDER BY first LIMIT 1",
        [PUT] = "INSERT OR IGNORE INTO stretch(job, first, count, question, hash, words) VALUES(?,?,?,?,?,?)",
    };
    sqlite3_stmt **kept = &s->kept[which];

    if (!*kept && sqlite3_prepare_v2(s->db, SQL[which], -1, kept, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_reset(*kept);
    for (int i = 0; i < n; i++)
        sqlite3_bind_int64(*kept, i + 1, (sqlite3_int64)numbers[i]);
    return *kept;
}

static uint64_t hash_of(uint64_t job, uint64_t first, uint64_t count, const void *bytes, size_t n)
{
    uint64_t hash = salvo_hash_number(salvo_hash_number(salvo_hash_number(SALVO_HASH, job), first), count);

    return salvo_hash(hash, bytes, n);
}

salvo_status result_store_find(result_store *s, uint64_t job, uint64_t first, uint64_t last, uint64_t *end,
                               packed *words, salvo_error *err)
{
    const uint64_t asked[] = {job, first, last - first};
    sqlite3_stmt *row = again(s, FIND, asked, 3);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    packed found;
    uint64_t count;

    *end = first;
    packed_clear(words);
    if (step == SQLITE_DONE)
        return SALVO_OK;
    if (step != SQLITE_ROW)
        return fail(s, err);
    count = (uint64_t)sqlite3_column_int64(row, 0);
    found = (packed){.bytes = (unsigned char *)(uintptr_t)sqlite3_column_blob(row, 2),
                     .n = (size_t)sqlite3_column_bytes(row, 2)};
    if ((uint64_t)sqlite3_column_int64(row, 1) != hash_of(job, first, count, found.bytes, found.n) || count == 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->path, 0, 0,
                             "this store is damaged: what came of %llu to %llu is not what was stored",
                             (unsigned long long)first, (unsigned long long)(first + count - 1));
    *end = first + count;
    return packed_copy(words, &found, err);
}

salvo_status result_store_next(result_store *s, uint64_t job, uint64_t first, uint64_t *next, salvo_error *err)
{
    const uint64_t asked[] = {job, first};
    sqlite3_stmt *row = again(s, NEXT, asked, 2);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;

    *next = step == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(row, 0) : UINT64_MAX;
    return step == SQLITE_ROW || step == SQLITE_DONE ? SALVO_OK : fail(s, err);
}

salvo_status result_store_put(result_store *s, uint64_t question, uint64_t job, uint64_t first, uint64_t count,
                              const packed *words, salvo_error *err)
{
    const uint64_t numbers[] = {job, first, count, question, hash_of(job, first, count, words->bytes, words->n)};
    salvo_status status = begin(s, err);
    sqlite3_stmt *row;

    if (status != SALVO_OK)
        return status;
    row = again(s, PUT, numbers, 5);
    if (!row || sqlite3_bind_blob64(row, 6, words->n ? (const void *)words->bytes : "", words->n, SQLITE_STATIC) ||
        sqlite3_step(row) != SQLITE_DONE) {
        status = fail(s, err);
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL); /* nothing half-written stays, and close has nothing left */
        s->open_transaction = false;
        return status;
    }
    sqlite3_reset(row);
    return now_s() - s->since >= COMMIT_S ? commit(s, err) : SALVO_OK;
}

/* Rows of another store go in as they are; their hashes are looked at when they are read. */
typedef struct copying {
    result_store *to;
    const char *sql;
    salvo_error *err;
} copying;

static salvo_status copy_row(void *context, sqlite3_stmt *row)
{
    copying *c = context;
    const int n = sqlite3_column_count(row);
    sqlite3_stmt *made = prepare(c->to, c->sql, NULL, 0);
    salvo_status status;

    for (int i = 0; made && i < n; i++)
        sqlite3_bind_value(made, i + 1, sqlite3_column_value(row, i));
    status = made && sqlite3_step(made) == SQLITE_DONE ? SALVO_OK : fail(c->to, c->err);
    sqlite3_finalize(made);
    return status;
}

salvo_status result_store_add(result_store *s, const result_store *from, salvo_error *err)
{
    static const char *const ROWS[][2] = {
        {"SELECT key, command, tables FROM question",
         "INSERT OR IGNORE INTO question(key, command, tables) VALUES(?,?,?)"},
        {"SELECT job, first, count, question, hash, words FROM stretch",
         "INSERT OR IGNORE INTO stretch(job, first, count, question, hash, words) VALUES(?,?,?,?,?,?)"}};
    salvo_status status = begin(s, err);

    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS && status == SALVO_OK; i++) {
        copying c = {s, ROWS[i][1], err};

        status = each_row((result_store *)(uintptr_t)from, ROWS[i][0], NULL, 0, copy_row, &c, err);
    }
    return status;
}

/* A callback with what it is told. */
typedef struct listing {
    salvo_status (*work)(void *context, const stored_work *w);
    salvo_status (*run)(void *context, const stored_run *r);
    salvo_status (*stretch)(void *context, const stored_stretch *t);
    void *context;
} listing;

static const char *text_at(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);

    return text ? text : "";
}

static salvo_status tell_work(void *context, sqlite3_stmt *row)
{
    const listing *l = context;
    const stored_work w = {.number = sqlite3_column_int64(row, 0),
                           .question = {(uint64_t)sqlite3_column_int64(row, 1), text_at(row, 2), text_at(row, 3)},
                           .jobs = (uint64_t)sqlite3_column_int64(row, 4),
                           .stretches = (uint64_t)sqlite3_column_int64(row, 5),
                           .done = (uint64_t)sqlite3_column_int64(row, 6),
                           .bytes = (uint64_t)sqlite3_column_int64(row, 7)};

    return l->work(l->context, &w);
}

salvo_status result_store_each_work(result_store *s, salvo_status (*tell)(void *context, const stored_work *w),
                                    void *context, salvo_error *err)
{
    listing l = {.work = tell, .context = context};

    return each_row(s,
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

    return each_row(s, "SELECT line, part, parts FROM run ORDER BY line, parts, part", NULL, 0, tell_run, &l, err);
}

static salvo_status tell_stretch(void *context, sqlite3_stmt *row)
{
    const listing *l = context;
    stored_stretch t = {.job = (uint64_t)sqlite3_column_int64(row, 0),
                        .first = (uint64_t)sqlite3_column_int64(row, 1),
                        .count = (uint64_t)sqlite3_column_int64(row, 2),
                        .bytes = (uint64_t)sqlite3_column_bytes(row, 4)};

    t.damaged = (uint64_t)sqlite3_column_int64(row, 3) !=
                hash_of(t.job, t.first, t.count, sqlite3_column_blob(row, 4), (size_t)t.bytes);
    return l->stretch(l->context, &t);
}

salvo_status result_store_each_stretch(result_store *s, int64_t question,
                                       salvo_status (*tell)(void *context, const stored_stretch *t), void *context,
                                       salvo_error *err)
{
    const value which[] = {of_number((uint64_t)question)};
    listing l = {.stretch = tell, .context = context};

    return each_row(s,
                    "SELECT job, first, count, hash, words FROM stretch WHERE ?1=0 OR"
                    " question=(SELECT key FROM question WHERE number=?1) ORDER BY job, first, count",
                    which, 1, tell_stretch, &l, err);
}

salvo_status result_store_drop(result_store *s, int64_t question, uint64_t *dropped, salvo_error *err)
{
    const value which[] = {of_number((uint64_t)question)};
    salvo_status status = change(s,
                                 "DELETE FROM stretch WHERE ?1=0 OR"
                                 " question=(SELECT key FROM question WHERE number=?1)",
                                 which, 1, err);

    *dropped = (uint64_t)sqlite3_changes(s->db);
    if (status == SALVO_OK)
        status = change(s, "DELETE FROM question WHERE ?1=0 OR number=?1", which, 1, err);
    if (status == SALVO_OK)
        status = execute(s, "DELETE FROM run WHERE NOT EXISTS(SELECT 1 FROM question); VACUUM", err);
    return status;
}

typedef struct finding {
    const result_store *s;
    salvo_error *err;
} finding;

static salvo_status to_finding(void *context, sqlite3_stmt *row)
{
    const finding *f = context;
    const char *said = text_at(row, 0);

    if (strcmp(said, "ok") == 0)
        return SALVO_OK;
    return salvo_fail_at(f->err, SALVO_BAD_INPUT, f->s->path, 0, 0, "this store is damaged: %s", said);
}

salvo_status result_store_check(result_store *s, salvo_error *err)
{
    finding f = {s, err};

    return each_row(s, "PRAGMA integrity_check(1)", NULL, 0, to_finding, &f, err);
}
