#include "share/database.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double COMMIT_S = 0.5; /* what is put in within that time goes to the disk together */

enum { WAIT_MS = 100 /* between two looks whether the other process has done */ };

static double now_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Each says what is safe and what would do. Where SQLite has no room, or no permission, the same command goes on from what
 * was committed. */
salvo_status database_fail(const database *d, salvo_error *err)
{
    switch (sqlite3_errcode(d->db)) {
    case SQLITE_NOMEM:
        return salvo_fail_memory(err);
    case SQLITE_NOTADB:
        return salvo_fail_at(err, SALVO_BAD_INPUT, d->path, 0, 0, "this is no store of salvo");
    case SQLITE_CORRUPT:
        return salvo_fail_at(err, SALVO_BAD_INPUT, d->path, 0, 0,
                             "this store is damaged; take a copy of it, or a new file");
    case SQLITE_FULL:
        return salvo_fail_at(err, SALVO_IO, d->path, 0, 0,
                             "there is no room left for the store; what is in it is safe: make room, and give the same "
                             "command again");
    case SQLITE_CANTOPEN:
        return salvo_fail_at(err, SALVO_IO, d->path, 0, 0, "this store cannot be opened: %s",
                             strerror(sqlite3_system_errno(d->db)));
    default:
        return salvo_fail_at(err, SALVO_IO, d->path, 0, 0,
                             "the store cannot be written or read: %s; what is in it is safe: give the same command "
                             "again when that is mended",
                             sqlite3_errmsg(d->db));
    }
}

/* A file that another process has just made and not filled yet opens as well; who makes its tables is settled under the
 * lock. */
salvo_status database_open(database *d, const char *path, bool must_exist, salvo_error *err)
{
    const int flags = SQLITE_OPEN_READWRITE | (must_exist ? 0 : SQLITE_OPEN_CREATE);

    *d = (database){.path = strdup(path ? path : "")};
    if (!d->path)
        return salvo_fail_memory(err);
    return sqlite3_open_v2(path ? path : ":memory:", &d->db, flags, NULL) == SQLITE_OK ? SALVO_OK
                                                                                       : database_fail(d, err);
}

void database_close(database *d)
{
    database_commit(d, NULL);
    sqlite3_close(d->db);
    free(d->path);
    *d = (database){.db = NULL};
}

/* The lock is SQLite's own on the file, and in exclusive mode it is kept until the database is closed: the system gives it
 * back when a process dies. The order matters. Exclusive mode comes before the log is first touched, so that the log's index
 * is in this process's memory and no file of shared memory stands beside the store; the empty transaction is what takes the
 * lock. SQLITE_BUSY: another process has it. */
static int lock(database *d)
{
    return sqlite3_exec(d->db,
                        "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                        "BEGIN EXCLUSIVE; COMMIT",
                        NULL, NULL, NULL);
}

salvo_status database_lock(database *d, void (*waits)(const char *path), salvo_error *err)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    int got;

    while ((got = lock(d)) == SQLITE_BUSY) {
        if (waits)
            waits(d->path);
        waits = NULL;
        nanosleep(&pause, NULL);
    }
    return got == SQLITE_OK ? SALVO_OK : database_fail(d, err);
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

/* SQLite knows integers with a sign only: keys and hashes, which use all 64 bits, come back as they went. SQLITE_STATIC: the bytes outlive the statement, and are not copied. */
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

    sqlite3_finalize(made); /* after the complaint was read: finalizing overwrites it */
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

/* A plain BEGIN takes no lock that is not held already, and so never waits. */
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

/* A commit that fails for want of room leaves the transaction open in SQLite, with a log that may be full: taken back, the
 * next one can begin when there is room. */
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

/* SQLite may have taken it back by itself, when the disk was full: then there is nothing left to take back, and it complains
 * to nobody. */
void database_roll_back(database *d)
{
    sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
    d->open_transaction = false;
}
