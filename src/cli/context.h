/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one command works with: its options, its answer, its memory, and who follows its progress. Whoever runs a command
 * makes a context, takes the answer from it, and frees it. Nothing outlives it, and no two commands share anything: a
 * program, a study and a test can run any number of commands one after the other. */
#ifndef SALVO_CLI_CONTEXT_H
#define SALVO_CLI_CONTEXT_H

#include <salvo/arena.h>

#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "share/share.h"

/* Tables that a command opened. */
typedef struct tables_used {
    const char *ruleset; /* id */
    const char *folder;  /* what --data names, or where a user's rulebook was found; NULL: the shipped tables */
    uint64_t hash;       /* of their contents, --set included, and of the rules that stand beside them */
    struct tables_used *next;
} tables_used;

/* A picture that could not be drawn. */
typedef struct missing_picture {
    const char *path, *reason;
    struct missing_picture *next;
} missing_picture;

typedef struct context {
    options options;
    outputs outputs;      /* where the answer goes: every report of it, in order */
    salvo_arena *memory;  /* of whatever lives as long as the command */
    progress *progress;   /* borrowed; NULL: nobody follows */
    bool quiet;           /* as with --quiet */
    tables_used *tables;  /* each once, in the order of their first use */
    bool delivers;        /* this process puts the files that the options name in their places */
    bool spares_pictures; /* a picture that gnuplot fails to draw is left out, and listed in `missing` */
    missing_picture *missing;
    bool has_ended;     /* the command, well and on all ranks: what fails from here on is the delivery */
    ranks *ranks;       /* that run the same command; borrowed; NULL: this process is alone */
    salvo_share *share; /* with whom and where the command's work is shared; NULL: with nobody, nowhere */
    bool owns_share;    /* else it is another context's */
    const char *typed;  /* in whose text the column of an error counts; NULL: in no text that was typed */
} context;

/* On failure there is nothing to free. */
salvo_status context_init(context *x, progress *by, salvo_error *err);
void context_free(context *x);

/* Notes tables that were opened; the folder's name lives as long as the context. */
salvo_status context_note_tables(context *x, const char *ruleset, const char *folder, uint64_t hash, salvo_error *err);

/* Notes a picture that is left out; both texts are copied. */
salvo_status context_note_missing(context *x, const char *path, const char *reason, salvo_error *err);

/* Holds the folder that the answer goes into (outputs_folder), where this process is to put one there: rank 0 of a run that
 * is no part. Every rank makes the call, and gets the same status. Called before the work: of two runs into one folder the
 * later one is refused before it has worked for an hour; so is one that `check` refuses, which sees what the folder holds. */
typedef salvo_status check_function(const void *of, salvo_error *err);
salvo_status context_claim(context *x, const char *folder, check_function *check, const void *of, salvo_error *err);

/* Whether a file that the command adds to its outputs itself can be written (deliver_check), where this process is to do it.
 * Every rank makes the call, as above. */
salvo_status context_check_file(context *x, const char *path, salvo_error *err);

#endif
