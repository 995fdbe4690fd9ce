/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table describes every option: its spelling, its place in struct options, the commands that take it, its help. A
 * name occurs twice if it has different meanings in different commands. No command takes both. */
#ifndef SALVO_CLI_OPTION_TABLE_H
#define SALVO_CLI_OPTION_TABLE_H

#include "cli/options.h"

typedef struct option {
    const char *name;                       /* with its "--" */
    char letter;                            /* after "-"; 0: none */
    const char *value;                      /* the placeholder of its value in the help; NULL: a switch */
    enum { TEXT, LIST, SWITCH, FLAG } kind; /* FLAG: represents the flags of procedures */
    size_t offset;                          /* in struct options */
    uint64_t takes;
    const char *help;
    option_role role; /* most are part of the question */
} option;

/* Returns the first option after `last` that a command takes, in the order of the table. If `last` is NULL, it starts
 * at the beginning. It returns NULL after the last option. */
const option *option_next(const option *last, uint64_t takes);

/* Finds the option with that name, or with the letter after one hyphen. NULL: the command takes none. */
const option *option_find(const char *word, size_t length, uint64_t takes);

/* Refuses the word and proposes the nearest option that the command takes. */
salvo_status option_unknown(const char *word, size_t length, uint64_t takes, salvo_error *err);

/* Returns the place of an option's value. After "--", that is the second variant's place for options that can differ
 * between variants. */
void *option_member(options *o, const option *known);

/* Returns the value after "--" of the text option at that offset. NULL: it has none, or the variants share the
 * option. */
const char *option_changed(const options *o, size_t offset);

#endif
