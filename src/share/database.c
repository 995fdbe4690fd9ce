/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "share/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <salvo/text.h>

static const double COMMIT_S = 0.5; /* what is put in within this time goes to the disk together */

enum { WAIT_MS = 100 /* between two checks whether the other process has finished */ };

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static salvo_status cannot_write(const database *d, salvo_error *err)
{
    return salvo_fail_at(err, SALVO_IO, d->path, 0, 0,
                         "this store cannot be written: the file or its folder is read-only");
}

/* Each message says what is safe and what to do. If SQLite lacks space or permission, the same command can continue
 * from what was committed. */
salvo_status database_fail(const database *d, salvo_error *err)
{
    switch (sqlite3_errcode(d->db)) {
    case SQLITE_NOMEM:
        return salvo_fail_memory(err);
    case SQLITE_NOTADB:
        return salvo_fail_at(err, SALVO_BAD_INPUT, d->path, 0, 0, "this is not a store of salvo");
    case SQLITE_CORRUPT:
        return salvo_fail_at(err, SALVO_BAD_INPUT, d->path, 0, 0,
                             "this store is damaged; take a copy of it, or a new file");
    case SQLITE_FULL:
        return salvo_fail_at(err, SALVO_IO, d->path, 0, 0,
                             "there is no room left for the store; its contents are safe: make room, and give the "
                             "same command again");
    case SQLITE_CANTOPEN:
        return salvo_fail_at(err, SALVO_IO, d->path, 0, 0, "this store cannot be opened: %s",
                             strerror(sqlite3_system_errno(d->db)));
    case SQLITE_READONLY:
        return cannot_write(d, err);
    default:
        if (sqlite3_db_readonly(d->db, "main") == 1)
            return cannot_write(d, err);
        return salvo_fail_at(err, SALVO_IO, d->path, 0, 0,
                             "the store cannot be written or read: %s; its contents are safe: repair the fault, "
                             "and give the same command again",
                             sqlite3_errmsg(d->db));
    }
}

/* A file that another process has just made and not filled also opens. The lock decides who makes its tables. */
salvo_status database_open(database *d, const char *path, bool must_exist, salvo_error *err)
{
    const int flags = SQLITE_OPEN_READWRITE | (must_exist ? 0 : SQLITE_OPEN_CREATE);

    *d = (database){.path = strdup(path ? path : ""), .held = -1};
    if (!d->path)
        return salvo_fail_memory(err);
    return sqlite3_open_v2(path ? path : ":memory:", &d->db, flags, NULL) == SQLITE_OK ? SALVO_OK
                                                                                       : database_fail(d, err);
}

void database_close(database *d)
{
    database_commit(d, NULL);
    sqlite3_close(d->db);
    if (d->held >= 0)
        close(d->held);
    free(d->path);
    *d = (database){.held = -1};
}

/* The lock is SQLite's own on the file. In exclusive mode it is kept until the database is closed, and the system
 * releases it when a process dies. The order matters. Exclusive mode comes before the first access to the log. So this
 * process's memory holds the log's index, and there is no file of shared memory beside the store. The empty
 * transaction takes the lock. SQLITE_BUSY: another process has it. */
static int lock(database *d)
{
    return sqlite3_exec(d->db,
                        "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                        "BEGIN EXCLUSIVE; COMMIT",
                        NULL, NULL, NULL);
}

/* Tries until no other process has the file. */
static int wait_for(database *d, int (*take)(database *d), void (*waits)(const char *path))
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    int got;

    while ((got = take(d)) == SQLITE_BUSY) {
        if (waits)
            waits(d->path);
        waits = NULL;
        nanosleep(&pause, NULL);
    }
    return got;
}

/* Files without write permission. A write-ahead log needs a lock for writing, and a file beside the store. SQLite
 * reads a store without either if it is told that the file does not change ("immutable"). Then it takes no lock and
 * ignores any log, so this code handles both. */

/* SQLite's file format defines the bytes that readers lock. A process loses its locks on a file when it closes the
 * file anywhere. The database is not open now, and is closed before this file. */
static int lock_against_writing(database *d)
{
    enum { READERS_BYTES = 510 };
    struct flock readers = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0x40000000 + 2, .l_len = READERS_BYTES};

    if (d->held < 0)
        d->held = open(d->path, O_RDONLY | O_CLOEXEC);
    if (d->held < 0)
        return SQLITE_CANTOPEN;
    /* A file system without locks has no writers to wait for. */
    return fcntl(d->held, F_SETLK, &readers) != 0 && (errno == EACCES || errno == EAGAIN) ? SQLITE_BUSY : SQLITE_OK;
}

static bool has_log(const char *file, bool *failed)
{
    salvo_text path = {.bytes = NULL};
    struct stat log;
    bool found;

    salvo_text_add(&path, "%s-wal", file);
    found = !path.failed && stat(salvo_text_of(&path), &log) == 0 && log.st_size > 0;
    *failed = path.failed;
    salvo_text_free(&path);
    return found;
}

static sqlite3 *open_unchanging(const char *file)
{
    salvo_text uri = {.bytes = NULL};
    sqlite3 *db = NULL;

    salvo_text_put(&uri, "file:");
    for (const char *c = file; *c; c++)
        salvo_text_add(&uri, strchr("%?#", *c) ? "%%%02X" : "%c", *c);
    salvo_text_put(&uri, "?immutable=1");
    if (!uri.failed)
        sqlite3_open_v2(salvo_text_of(&uri), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    salvo_text_free(&uri);
    return db; /* also if it could not be opened, for the message */
}

static salvo_status read_unchanging(database *d, const char *file, salvo_error *err)
{
    bool failed;

    if (has_log(file, &failed))
        return salvo_fail_at(
            err, SALVO_IO, d->path, 0, 0,
            "a run that was killed has left work in %s-wal, and this store cannot be written; copy both files to a "
            "folder of yours and name the copy",
            file);
    if (failed)
        return salvo_fail_memory(err);
    d->db = open_unchanging(file);
    if (!d->db)
        return salvo_fail_memory(err);
    return sqlite3_errcode(d->db) == SQLITE_OK ? SALVO_OK : database_fail(d, err);
}

/* The log is beside the file that links lead to. */
static salvo_status read_only(database *d, void (*waits)(const char *path), salvo_error *err)
{
    char *file;
    salvo_status status;

    sqlite3_close(d->db);
    d->db = NULL;
    file = wait_for(d, lock_against_writing, waits) == SQLITE_OK ? realpath(d->path, NULL) : NULL;
    if (!file)
        return errno == ENOMEM
                   ? salvo_fail_memory(err)
                   : salvo_fail_at(err, SALVO_IO, d->path, 0, 0, "this store cannot be opened: %s", strerror(errno));
    status = read_unchanging(d, file, err);
    free(file);
    return status;
}

static bool is_writable(database *d)
{
    const int why = sqlite3_errcode(d->db);

    return !sqlite3_db_readonly(d->db, "main") && why != SQLITE_READONLY && why != SQLITE_CANTOPEN;
}

salvo_status database_lock(database *d, bool to_read, void (*waits)(const char *path), salvo_error *err)
{
    if (wait_for(d, lock, waits) == SQLITE_OK)
        return SALVO_OK;
    return to_read && !is_writable(d) ? read_only(d, waits, err) : database_fail(d, err);
}

database_value of_number(uint64_t number)
{
    return (database_value){.number = number};
}

database_value of_text(const char *text)
{
    return (database_value){.bytes = text, .n = strlen(text), .is_text = true};
}

database_value of_bytes(const void *bytes, size_t n)
{
    return (database_value){.bytes = bytes ? bytes : "", .n = n};
}

/* SQLite has only signed integers: keys and hashes, which use all 64 bits, return unchanged. SQLITE_STATIC: the bytes
 * outlive the statement, and are not copied. */
static void bind(sqlite3_stmt *made, int at, const database_value *v)
{
    if (!v->bytes)
        sqlite3_bind_int64(made, at, (sqlite3_int64)v->number);
    else if (v->is_text)
        sqlite3_bind_text(made, at, v->bytes, (int)v->n, SQLITE_STATIC);
    else
        sqlite3_bind_blob64(made, at, v->bytes, v->n, SQLITE_STATIC);
}

sqlite3_stmt *database_prepare(database *d, const char *sql, const database_value *values, int n)
{
    sqlite3_stmt *made = NULL;

    if (sqlite3_prepare_v2(d->db, sql, -1, &made, NULL) != SQLITE_OK)
        return NULL;
    for (int i = 0; i < n; i++)
        bind(made, i + 1, &values[i]);
    return made;
}

salvo_status database_execute(database *d, const char *sql, salvo_error *err)
{
    return sqlite3_exec(d->db, sql, NULL, NULL, NULL) == SQLITE_OK ? SALVO_OK : database_fail(d, err);
}

salvo_status database_change(database *d, const char *sql, const database_value *values, int n, salvo_error *err)
{
    sqlite3_stmt *made = database_prepare(d, sql, values, n);
    int done = made ? sqlite3_step(made) : SQLITE_ERROR;
    salvo_status status = done == SQLITE_DONE ? SALVO_OK : database_fail(d, err);

    sqlite3_finalize(made); /* after the message was read, because finalizing overwrites it */
    return status;
}

salvo_status database_each_row(database *d, const char *sql, const database_value *values, int n,
                               salvo_status (*tell)(void *context, sqlite3_stmt *row), void *context, salvo_error *err)
{
    sqlite3_stmt *made = database_prepare(d, sql, values, n);
    salvo_status status = made ? SALVO_OK : database_fail(d, err);
    int step = SQLITE_ROW;

    while (status == SALVO_OK && (step = sqlite3_step(made)) == SQLITE_ROW)
        status = tell(context, made);
    if (status == SALVO_OK && step != SQLITE_DONE)
        status = database_fail(d, err);
    sqlite3_finalize(made);
    return status;
}

static salvo_status to_number(void *context, sqlite3_stmt *row)
{
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return SALVO_OK;
}

salvo_status database_number(database *d, const char *sql, int64_t *number, salvo_error *err)
{
    *number = 0;
    return database_each_row(d, sql, NULL, 0, to_number, number, err);
}

const char *database_text_at(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);

    return text ? text : "";
}

/* A plain BEGIN takes no new lock, and so never waits. */
salvo_status database_begin(database *d, salvo_error *err)
{
    salvo_status status;

    if (d->open_transaction)
        return SALVO_OK;
    status = database_execute(d, "BEGIN", err);
    d->open_transaction = status == SALVO_OK;
    d->since = now_s();
    return status;
}

/* A commit that fails for lack of space leaves the transaction open in SQLite, with a log that may be full. After a
 * roll-back, the next one can begin when there is space. */
salvo_status database_commit(database *d, salvo_error *err)
{
    salvo_status status;

    if (!d->open_transaction)
        return SALVO_OK;
    d->open_transaction = false;
    status = database_execute(d, "COMMIT", err);
    if (status != SALVO_OK)
        sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

salvo_status database_commit_in_time(database *d, salvo_error *err)
{
    return now_s() - d->since >= COMMIT_S ? database_commit(d, err) : SALVO_OK;
}

/* SQLite may have rolled back by itself, when the disk was full. Then there is nothing to roll back, and its message
 * is ignored. */
void database_roll_back(database *d)
{
    sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
    d->open_transaction = false;
}
