/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A database in a file, as a store needs it: SQLite's statements with their values, its complaints in our words, and what is
 * put in within half a second as one transaction.
 *
 * What is promised when a process dies, at any instruction: the log is written before it counts, and a commit waits until it
 * is on the disk (synchronous=FULL). So a transaction is there as a whole or not at all; whoever opens the file next finds the
 * log and takes in what was committed. What was put in since the last commit is lost. */
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
    int held;   /* the file, locked against writing without SQLite's help; -1: it is not */
    bool open_transaction;
    double since; /* when the transaction was begun, in s */
} database;

/* Opens the file, or, unless `must_exist`, makes it; NULL: a database in memory. Also on failure, database_close. */
salvo_status database_open(database *d, const char *path, bool must_exist, salvo_error *err);

/* Commits; what could not be committed is lost, and was not promised. Whoever must know commits before. */
void database_close(database *d);

/* Takes the lock, until the database is closed; `waits` (or NULL) is called once when another process has it. A file that
 * cannot be written is locked and read if that is all it is opened for (`to_read`). */
salvo_status database_lock(database *d, bool to_read, void (*waits)(const char *path), salvo_error *err);

/* SQLite's last complaint in our words. */
salvo_status database_fail(const database *d, salvo_error *err);

/* A value of a statement: a whole number, or bytes that are the caller's. */
typedef struct database_value {
    uint64_t number;
    const void *bytes; /* NULL: the number */
    size_t n;
    bool is_text;
} database_value;

database_value of_number(uint64_t number);
database_value of_text(const char *text);
database_value of_bytes(const void *bytes, size_t n);

/* The statement with its values; NULL: SQLite says why. */
sqlite3_stmt *database_prepare(database *d, const char *sql, const database_value *values, int n);

/* A statement that answers nothing; several, without values. */
salvo_status database_change(database *d, const char *sql, const database_value *values, int n, salvo_error *err);
salvo_status database_execute(database *d, const char *sql, salvo_error *err);

/* Calls back for every row, until one fails. */
salvo_status database_each_row(database *d, const char *sql, const database_value *values, int n,
                               salvo_status (*tell)(void *context, sqlite3_stmt *row), void *context, salvo_error *err);

/* One number; 0 when there is no row. */
salvo_status database_number(database *d, const char *sql, int64_t *number, salvo_error *err);

/* A text of a row; "" for none. It lives as long as the row. */
const char *database_text_at(sqlite3_stmt *row, int column);

/* Begins a transaction unless one is open. */
salvo_status database_begin(database *d, salvo_error *err);

/* Makes safe what was put in so far. SALVO_IO where there is no room: then it is lost, and what was safe before stays. */
salvo_status database_commit(database *d, salvo_error *err);

/* The same once the transaction is old enough: a commit waits for the disk, some milliseconds, and must not be paid for
 * every row. */
salvo_status database_commit_in_time(database *d, salvo_error *err);

/* Takes back what was put in since the last commit. */
void database_roll_back(database *d);

#endif
