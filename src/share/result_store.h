/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finished work in a file: SQLite with a write-ahead log, so that whatever was put in is there after a crash, and nothing
 * else is. A store holds stretches: consecutive trials, or pieces, of a job, with what they came to as packed numbers. One
 * process works with a store at a time. */
#ifndef SALVO_SHARE_RESULT_STORE_H
#define SALVO_SHARE_RESULT_STORE_H

#include <salvo/text.h>

#include "share/packed.h"

typedef struct result_store result_store;

enum { STORE_PARTS_MAX = 1000000 };

/* A command whose work is in a store. Texts are borrowed from whoever puts it, and from the store by whoever lists it. */
typedef struct stored_question {
    uint64_t key;        /* of all of the below */
    const char *command; /* what was asked: the command with all that its answer depends on */
    const char *tables;  /* the rulebook with the hash of its tables: "mad 0123456789abcdef" */
} stored_question;

/* A run that has its work in a store: a whole one, or one part of several. */
typedef struct stored_run {
    const char *line;     /* the command line without what only says where it ran, each word ended by a NUL, ... */
    size_t length;        /* ... in so many bytes */
    unsigned part, parts; /* 1 of 1: whole */
} stored_run;

/* What a store is opened for. One that is only read need not be writable. */
typedef enum { STORE_MAY_MAKE, STORE_MUST_EXIST, STORE_TO_READ } store_purpose;

/* How a store is opened. */
typedef struct store_opening {
    const char *sources; /* of the program that works with it: a hash of them. A store serves no other */
    store_purpose purpose;
    void (*waits)(const char *path); /* called once when another process has the store; NULL: nobody is told */
} store_opening;

/* Opens the file, or makes it, and waits until no other process has it. `path` NULL: a store in memory. SALVO_BAD_INPUT for a
 * file that is no store, and for a store of another salvo; SALVO_IO. On failure *s is NULL. A file that is read and cannot be
 * written stays as it is; SALVO_IO where a killed run has left work beside it. */
salvo_status result_store_open(result_store **s, const char *path, const store_opening *how, salvo_error *err);

/* Makes safe what was put in so far. SALVO_IO where there is no room for it: then it is lost, and what was safe before stays. */
salvo_status result_store_settle(result_store *s, salvo_error *err);
void result_store_close(result_store *s); /* NULL: nothing. Whoever must know whether all is safe settles before */
const char *result_store_path(const result_store *s);

/* Notes what is asked, and who asks, before the first of its stretches. */
salvo_status result_store_ask(result_store *s, const stored_question *q, salvo_error *err);
salvo_status result_store_note_run(result_store *s, const stored_run *run, salvo_error *err);

/* The longest stretch of the job that begins at `first` and ends at `last` at most: *end is where it ends, or `first` when
 * there is none; its numbers are left to be read in *words. SALVO_BAD_INPUT when they are damaged. */
salvo_status result_store_find(result_store *s, uint64_t job, uint64_t first, uint64_t last, uint64_t *end,
                               packed *words, salvo_error *err);

/* Where the next stretch begins behind `first`; UINT64_MAX: there is none. */
salvo_status result_store_next(result_store *s, uint64_t job, uint64_t first, uint64_t *next, salvo_error *err);

/* Puts a stretch in; it is safe when this returns. Of a stretch that is there nothing is changed. */
salvo_status result_store_put(result_store *s, uint64_t question, uint64_t job, uint64_t first, uint64_t count,
                              const packed *words, salvo_error *err);

/* Copies all work of another store, but not whose parts it was: together it is nobody's. */
salvo_status result_store_add(result_store *s, result_store *from, salvo_error *err);

/* For who looks at a store. */

typedef struct stored_work {
    int64_t number; /* of the question in the store */
    stored_question question;
    uint64_t jobs, stretches, done, bytes; /* done: trials and pieces */
} stored_work;

typedef struct stored_stretch {
    uint64_t job, first, count, bytes;
    bool damaged; /* its numbers are not those that were put in */
} stored_stretch;

/* Calls back for each in turn, until one fails. Texts live until the callback returns. */
salvo_status result_store_each_work(result_store *s, salvo_status (*tell)(void *context, const stored_work *w),
                                    void *context, salvo_error *err);
salvo_status result_store_each_run(result_store *s, salvo_status (*tell)(void *context, const stored_run *r),
                                   void *context, salvo_error *err);
salvo_status result_store_each_stretch(result_store *s, int64_t question,
                                       salvo_status (*tell)(void *context, const stored_stretch *t), void *context,
                                       salvo_error *err);

/* Drops the work of a question, or with 0 of all; *dropped says how many stretches that were. */
salvo_status result_store_drop(result_store *s, int64_t question, uint64_t *dropped, salvo_error *err);

/* Whether the file itself is whole. */
salvo_status result_store_check(result_store *s, salvo_error *err);

#endif
