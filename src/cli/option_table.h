/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table describes every option: its spelling, its value, its place in struct options, the commands and the subjects
 * that take it, its help. Help, manual, completion, limits and refusals, the words of a battle, and the keys of files all
 * follow from its row. A name occurs twice if it has different meanings in different commands. No command takes both. */
#ifndef SALVO_CLI_OPTION_TABLE_H
#define SALVO_CLI_OPTION_TABLE_H

#include <salvo/rules.h>

#include "cli/options.h"

typedef struct option {
    const char *name;                       /* with its "--" */
    char letter;                            /* after "-"; 0: none */
    const char *value;                      /* the placeholder of its value in the help; NULL: a switch */
    enum { TEXT, LIST, SWITCH, FLAG } kind; /* FLAG: represents the flags of procedures */
    size_t offset;                          /* in struct options */
    uint64_t takes;                         /* the commands that take it */
    unsigned of;                            /* the subjects and the files that take it; 0: all subjects, no file */
    salvo_parameter as;                     /* its value, as a parameter without a key and without help */
    option_role role;                       /* most are part of the question */
    bool is_seldom;                         /* only --help all lists it */
    const char *help;
} option;

/* Returns the first option after `last` that a command takes, in the order of the table. If `last` is NULL, it starts
 * at the beginning. It returns NULL after the last option. */
const option *option_next(const option *last, uint64_t takes);

/* Returns the option as a parameter, whose key is its name without the hyphens. */
salvo_parameter option_parameter(const option *known);

/* Finds the option with that name, or with the letter after one hyphen. NULL: the command takes none. */
const option *option_find(const char *word, size_t length, uint64_t takes);

/* Returns the row of the option at that offset in struct options that the command of `o` takes. There is one. */
const option *option_at(const options *o, size_t offset);

/* Whether the option is given, before or after "--". */
bool option_is_given(const options *o, const option *known);

/* Returns the first given option among those of `takes` that subjects of that kind (OF_DUEL ...) do not have; NULL: none. */
const option *option_stranger(const options *o, uint64_t takes, unsigned kind);

/* Refuses the word and proposes the nearest option that the command takes. */
salvo_status option_unknown(const char *word, size_t length, uint64_t takes, salvo_error *err);

/* Returns the place of an option's value. After "--", that is the second variant's place for options that can differ
 * between variants. */
void *option_member(options *o, const option *known);

/* Returns the value after "--" of the text option at that offset. NULL: it has none, or the variants share the
 * option. */
const char *option_changed(const options *o, size_t offset);

#endif
