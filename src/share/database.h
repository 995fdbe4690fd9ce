/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A database in a file, for a store: SQLite's statements with their values, and its errors in our words. What is put
 * in within half a second is one transaction.
 *
 * If a process dies, at any instruction, this holds. The log is written before it counts, and a commit waits until it
 * is on the disk (synchronous=FULL). So a transaction is there as a whole or not at all. The next process that opens
 * the file finds the log and recovers what was committed. What was put in since the last commit is lost. */
#ifndef SALVO_SHARE_DATABASE_H
#define SALVO_SHARE_DATABASE_H

#include <salvo/error.h>

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct database {
    sqlite3 *db;
    char *path; /* "": in memory */
    int held;   /* the file, locked against writing without SQLite's help; or -1 */
    bool open_transaction;
    double since; /* start of the transaction, in s */
} database;

/* Opens the file, or makes it unless `must_exist`; NULL: a database in memory. Call database_close even after a
 * failure. */
salvo_status database_open(database *d, const char *path, bool must_exist, salvo_error *err);

/* Commits and closes. What cannot be committed is lost without an error, so a caller that must know commits first. */
void database_close(database *d);

/* Takes the lock until the database is closed. Calls `waits` (or NULL) once if another process has it. If the file
 * cannot be written and is opened only `to_read`, it is locked and read. */
salvo_status database_lock(database *d, bool to_read, void (*waits)(const char *path), salvo_error *err);

/* Reports SQLite's last error in our words. */
salvo_status database_fail(const database *d, salvo_error *err);

/* A value of a statement: a whole number, or bytes that the caller owns. */
typedef struct database_value {
    uint64_t number;
    const void *bytes; /* NULL: the number */
    size_t n;
    bool is_text;
} database_value;

database_value of_number(uint64_t number);
database_value of_text(const char *text);
database_value of_bytes(const void *bytes, size_t n);

/* Returns the statement with its values; NULL on failure: see database_fail. */
sqlite3_stmt *database_prepare(database *d, const char *sql, const database_value *values, int n);

/* Runs a statement without result. Without values, also several statements. */
salvo_status database_change(database *d, const char *sql, const database_value *values, int n, salvo_error *err);
salvo_status database_execute(database *d, const char *sql, salvo_error *err);

/* Calls back for every row, until one fails. */
salvo_status database_each_row(database *d, const char *sql, const database_value *values, int n,
                               salvo_status (*tell)(void *context, sqlite3_stmt *row), void *context, salvo_error *err);

/* Reads one number; 0 if there is no row. */
salvo_status database_number(database *d, const char *sql, int64_t *number, salvo_error *err);

/* Returns a text of a row; "" for none. It is valid as long as the row. */
const char *database_text_at(sqlite3_stmt *row, int column);

/* Begins a transaction unless one is open. */
salvo_status database_begin(database *d, salvo_error *err);

/* Makes safe what was put in so far. Returns SALVO_IO if there is no space: then it is lost, and what was safe before
 * stays. */
salvo_status database_commit(database *d, salvo_error *err);

/* The same, if the transaction is old enough. A commit waits for the disk, some milliseconds, which is too long for
 * every row. */
salvo_status database_commit_in_time(database *d, salvo_error *err);

/* Undoes what was put in since the last commit. */
void database_roll_back(database *d);

#endif
