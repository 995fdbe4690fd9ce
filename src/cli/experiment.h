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
    char *text;                      /* what to look at, in a sentence or two; or NULL */
    char *command;                   /* the words after "salvo", quoted as in a shell */
    char *seed, *trials, *precision; /* same as the options; NULL: the command's own */
    char **outputs;                  /* endings of the kept files: csv, json, md ..., or "none"; default: csv */
    unsigned outputs_count;
    char *chart; /* "no": never draw a picture; or NULL */
    char *rows;  /* how many rows of each table the report shows; "none" omits the answer; NULL: all */
} job;

typedef struct experiment {
    char *title, *question;
    char *text;  /* the conclusions and caveats; or NULL */
    char *seed;  /* of every job with a precision but without a seed; NULL: 1 */
    char *quick; /* "yes": takes some seconds at most */
    job *jobs;
    unsigned jobs_count;
} experiment;

/* *x is borrowed from the arena. Returns SALVO_IO for a file that it cannot read. Returns SALVO_BAD_INPUT, with the
 * place, for a file that is not an experiment. */
salvo_status experiment_read(const char *path, salvo_arena *memory, const experiment **x, salvo_error *err);

#endif
