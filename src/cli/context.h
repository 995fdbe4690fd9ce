/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that one command works with: its options, its answer, its memory, and its progress. The caller makes a context,
 * runs a command, takes the answer, and frees the context. Nothing outlives it, and two commands share nothing. A
 * program, a study and a test can therefore run any number of commands in sequence. */
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
    const char *folder;  /* the argument of --data or the folder of a user's rulebook; NULL: the shipped tables */
    uint64_t hash;       /* of their contents, including --set, and of the rules beside them */
    struct tables_used *next;
} tables_used;

/* A rule that differs from the rulebook's: "house.lua:3 replaces attack.level_of (attack.lua:8)". */
typedef struct changed_rules {
    const char **at;
    size_t n, capacity;
} changed_rules;

typedef struct context {
    options options;
    outputs outputs;           /* where the answer goes: all outputs, in order */
    salvo_arena *memory;       /* for everything that lives as long as the command */
    progress *progress;        /* borrowed; NULL: nobody watches */
    bool quiet;                /* the option --quiet */
    tables_used *tables;       /* each once, in the order of first use */
    changed_rules rules;       /* the same; answers name them */
    bool delivers;             /* this process writes the files that the options name */
    struct kept_answer *keeps; /* where the answer goes besides the files that the options name, borrowed; NULL: to
                                * standard output, or to the file of -o */
    bool has_ended;            /* the command succeeded on all ranks: a later failure concerns delivery */
    ranks *ranks;              /* the ranks that run the same command; borrowed; NULL: one process alone */
    salvo_share *share;        /* how the command shares and keeps its work; NULL: it does not */
    bool owns_share;           /* otherwise another context owns it */
    const char *typed;         /* the text in which an error counts its column; NULL: none was typed */
} context;

/* On failure there is nothing to free. */
salvo_status context_init(context *x, progress *by, salvo_error *err);
void context_free(context *x);

/* Notes tables that the command opened. The folder's name must live as long as the context. */
salvo_status context_note_tables(context *x, const char *ruleset, const char *folder, uint64_t hash, salvo_error *err);

/* Notes a changed rule, unless it is noted already. `whose` says who has it: "the second variant"; NULL: all. Copies the
 * texts. */
salvo_status context_note_rule(context *x, const char *whose, const char *rule, salvo_error *err);

/* Makes and locks the folder that the answer goes into (outputs_folder), if this process writes the answer. That is
 * rank 0 of a run that is not a part. Every rank makes the call and gets the same status. Call it before the work: of
 * two runs into one folder, the later one fails before it works for an hour. `check` sees what the folder holds and can
 * refuse it. */
typedef salvo_status check_function(const void *of, salvo_error *err);
salvo_status context_claim(context *x, const char *folder, check_function *check, const void *of, salvo_error *err);

/* Whether this process, if it writes the answer, can write a file that the command itself adds to its outputs
 * (deliver_check). Every rank makes the call, as above. */
salvo_status context_check_file(context *x, const char *path, salvo_error *err);

#endif
