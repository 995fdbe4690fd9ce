/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subject of a question, in one grammar for every command that asks about subjects:
 *
 *     PROCEDURE key=value ...       also odds PROCEDURE
 *     duel A B                      also A B
 *     battle A B --range N          also --a A --b B, battle FILE.yaml, FILE.yaml
 *     fire LIST TARGET
 *     dice "EXPRESSION"
 *     points */
#ifndef SALVO_CLI_SUBJECT_H
#define SALVO_CLI_SUBJECT_H

#include <salvo/text.h>

#include "cli/context.h"

typedef struct subject {
    unsigned kind;       /* a bit of `of` (cli/options.h) */
    const char *name;    /* the procedure, or the expression */
    const char *a, *b;   /* the units of a duel, the armies of a battle, a list of fire and its target */
    bool may_lack_range; /* of a battle: the command finds ranges itself */
} subject;

/* A command that asks about subjects. */
typedef struct subject_verb {
    const char *name;  /* "explain" */
    unsigned kinds;    /* what it can be about */
    bool finds_ranges; /* a battle needs no range */
    bool of_armies;    /* two names without a word are armies; else they are units of a duel */
} subject_verb;

/* Reads the subject from the names of the command line, and leaves only what it names there: units, a procedure. The
 * armies of a battle, from wherever they are, become --a and --b. Fails for a subject that the verb or the grammar does
 * not have, and for options that the subject does not take. */
salvo_status subject_read(subject *s, context *x, const subject_verb *verb, salvo_error *err);

/* The word of its kind in the grammar. */
const char *subject_word(const subject *s);

/* Does the same for the command that has the name of one kind: salvo duel A B. */
salvo_status subject_read_short(subject *s, context *x, unsigned kind, salvo_error *err);

/* Returns the kind whose word the name is ("duel" is OF_DUEL), or 0. */
unsigned subject_kind_named(const char *name);

/* Takes "range=500" among the parameters as --range 500. Fails if both are given. */
salvo_status subject_take_range(context *x, salvo_error *err);

/* Adds the lines of help about the subjects of a verb. */
void subject_help(const subject_verb *verb, salvo_text *to);

/* Returns the next word that names a kind of subject of the verb; *at begins with 0. NULL after the last one. */
const char *subject_next_word(const subject_verb *verb, size_t *at);

#endif
