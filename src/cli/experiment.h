/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An experiment: a question, and the commands whose answers answer it. Read from YAML:
 *
 *     title: Tiger against Firefly
 *     question: Who wins, and do two rulebooks agree?
 *     jobs:
 *       - name: by-range
 *         title: The chance to win, by range
 *         command: curve mad.duel a=german-tiger-i b=british-sherman-firefly --over range
 */
#ifndef SALVO_CLI_EXPERIMENT_H
#define SALVO_CLI_EXPERIMENT_H

#include <salvo/arena.h>
#include <salvo/error.h>

typedef struct job {
    char *name;                      /* of its files: small letters, digits and "-" */
    char *title;                     /* its heading in the report */
    char *text;                      /* what to look at, a sentence or two; or NULL */
    char *command;                   /* what stands behind "salvo", quoted as in a shell */
    char *seed, *trials, *precision; /* the same as the options; NULL: the command's own */
    char **outputs; /* endings of the files that are kept: csv, json, md ..., or only "none"; not given: csv */
    unsigned outputs_count;
    char *chart; /* "no": no picture where there could be one; or NULL */
    char *rows;  /* so many rows of each table stand in the report, or "none" of the answer; NULL: all */
} job;

typedef struct experiment {
    char *title, *question;
    char *text;  /* what came of it, and what to keep in mind; or NULL */
    char *seed;  /* of every job that says how precise it is to be, and gives none; NULL: 1 */
    char *quick; /* "yes": takes some seconds at most */
    job *jobs;
    unsigned jobs_count;
} experiment;

/* *x is borrowed from the arena. SALVO_IO for a file that cannot be read, SALVO_BAD_INPUT with its place for one that is no
 * experiment. */
salvo_status experiment_read(const char *path, salvo_arena *memory, const experiment **x, salvo_error *err);

#endif
