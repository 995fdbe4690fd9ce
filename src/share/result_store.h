/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finished work in a file: SQLite with a write-ahead log, so that after a crash the file has what was put in, and
 * nothing else. A store holds trial ranges: consecutive trials, or pieces, of a job, with
 * their results as packed numbers. One process uses a store at a time. */
#ifndef SALVO_SHARE_RESULT_STORE_H
#define SALVO_SHARE_RESULT_STORE_H

#include <salvo/text.h>

#include "share/packed.h"

typedef struct result_store result_store;

enum { STORE_PARTS_MAX = 1000000 };

/* A command with work in a store. The texts are borrowed: from the caller when putting, from the store when listing. */
typedef struct stored_question {
    uint64_t key;        /* a hash of all below */
    const char *command; /* the question: the command with all that its answer depends on */
    const char *tables;  /* the rulebook with the hash of its tables: "mad 0123456789abcdef" */
} stored_question;

/* A run that has its work in a store: a whole one, or one part of several. */
typedef struct stored_run {
    const char *line;     /* the command line without words that only say where it ran; a NUL ends each word, ... */
    size_t length;        /* ... and this is the total length in bytes */
    unsigned part, parts; /* 1 of 1: whole */
} stored_run;

/* The purpose of opening. A store that is only read need not be writable. */
typedef enum { STORE_MAY_MAKE, STORE_MUST_EXIST, STORE_TO_READ } store_purpose;

/* How a store is opened. */
typedef struct store_opening {
    const char *sources; /* a hash of the program's sources; only the program that made a store can use it */
    store_purpose purpose;
    void (*waits)(const char *path); /* called once if another process has the store; or NULL */
} store_opening;

/* Opens the file, or makes it, and waits until no other process has it. If `path` is NULL, the store is in memory.
 * Returns SALVO_BAD_INPUT for a file that is no store, and for a store of another salvo; or SALVO_IO. On failure *s is
 * NULL. A file that is read and cannot be written is not changed. It returns SALVO_IO if a killed run has left work
 * beside it. */
salvo_status result_store_open(result_store **s, const char *path, const store_opening *how, salvo_error *err);

/* Makes safe what was put in so far. Returns SALVO_IO if there is no space for it: then it is lost, and what was safe
 * before stays. */
salvo_status result_store_settle(result_store *s, salvo_error *err);

/* Accepts NULL. It reports no failure; settle before it to know that all is safe. */
void result_store_close(result_store *s);
const char *result_store_path(const result_store *s);

/* Notes the question and its command, before the first of its trial ranges. */
salvo_status result_store_ask(result_store *s, const stored_question *q, salvo_error *err);
salvo_status result_store_note_run(result_store *s, const stored_run *run, salvo_error *err);

/* Finds the longest trial range of the job that begins at `first` and ends at `last` at most. *end is its end, or
 * `first` if there is none; *words can be read for its numbers. Returns SALVO_BAD_INPUT if they are damaged. */
salvo_status result_store_find(result_store *s, uint64_t job, uint64_t first, uint64_t last, uint64_t *end,
                               packed *words, salvo_error *err);

/* Sets *next to the beginning of the next trial range behind `first`; UINT64_MAX if there is none. */
salvo_status result_store_next(result_store *s, uint64_t job, uint64_t first, uint64_t *next, salvo_error *err);

/* Puts in a trial range. An existing one is not changed. It is safe after the next commit: puts commit every half
 * second, and result_store_settle at once. */
salvo_status result_store_put(result_store *s, uint64_t question, uint64_t job, uint64_t first, uint64_t count,
                              const packed *words, salvo_error *err);

/* Copies all work of another store, but not its parts: together they belong to no part. */
salvo_status result_store_add(result_store *s, result_store *from, salvo_error *err);

/* For listing a store. */

typedef struct stored_work {
    int64_t number; /* the question's number in the store */
    stored_question question;
    uint64_t jobs, trial_ranges, done, bytes; /* `done`: trials and pieces */
} stored_work;

typedef struct stored_trial_range {
    uint64_t job, first, count, bytes;
    bool damaged; /* its numbers are not those that were put in */
} stored_trial_range;

/* Calls back for each in turn, until one fails. Texts are valid until the callback returns. */
salvo_status result_store_each_work(result_store *s, salvo_status (*tell)(void *context, const stored_work *w),
                                    void *context, salvo_error *err);
salvo_status result_store_each_run(result_store *s, salvo_status (*tell)(void *context, const stored_run *r),
                                   void *context, salvo_error *err);
salvo_status result_store_each_trial_range(result_store *s, int64_t question,
                                           salvo_status (*tell)(void *context, const stored_trial_range *t),
                                           void *context, salvo_error *err);

/* Drops the work of a question, or of all questions if it is 0. *dropped is the number of trial ranges. */
salvo_status result_store_drop(result_store *s, int64_t question, uint64_t *dropped, salvo_error *err);

/* Checks that the file itself is intact. */
salvo_status result_store_check(result_store *s, salvo_error *err);

#endif
