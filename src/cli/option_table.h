/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table says every option: its spelling, its place in struct options, the commands that take it, its help. A name
 * stands twice where it means one thing to some commands and another to others; no command takes both. */
#ifndef SALVO_CLI_OPTION_TABLE_H
#define SALVO_CLI_OPTION_TABLE_H

#include "cli/options.h"

typedef struct option {
    const char *name;                       /* with its "--" */
    char letter;                            /* behind "-"; 0 for none */
    const char *value;                      /* what help calls its value; NULL for a switch */
    enum { TEXT, LIST, SWITCH, FLAG } kind; /* FLAG: stands for the flags of procedures */
    size_t offset;                          /* in struct options */
    unsigned takes;
    const char *help;
    option_role role; /* most are part of the question */
} option;

/* The first of those that a command takes, in the order of the table, behind `last`; NULL: from the beginning. NULL behind
 * the last one. */
const option *option_next(const option *last, unsigned takes);

/* The one of that name, or of the letter behind one hyphen; NULL when the command takes none. */
const option *option_find(const char *word, size_t length, unsigned takes);

/* Refuses the word, with the nearest that the command takes. */
salvo_status option_unknown(const char *word, size_t length, unsigned takes, salvo_error *err);

/* Where an option goes: behind "--", what can differ between variants is the second one's. */
void *option_member(options *o, const option *known);

/* What the option of a text at that offset was given behind "--"; NULL: nothing, or variants have it in common. */
const char *option_changed(const options *o, size_t offset);

#endif
