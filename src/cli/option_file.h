/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files whose keys are options: battles, and the conditions of prices. */
#ifndef SALVO_CLI_OPTION_FILE_H
#define SALVO_CLI_OPTION_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>

#include "cli/options.h"

typedef struct option_key {
    const char *key;
    bool needed;
    size_t to; /* offset of a text in struct options */
} option_key;

/* A kind of such files. Besides its keys, each file has a title for readers. It may have a list of words, written as
 * after a command. */
typedef struct option_file {
    const option_key *keys;
    size_t n_keys;         /* at most OPTION_KEYS_MAX */
    bool has_rules;        /* it may have a list of house rules */
    const char *beginning; /* what an empty file lacks: "the battle's title, as in 'title: Four Shermans'" */
} option_file;

enum { OPTION_KEYS_MAX = 20 };

/* Fills in the options that the file sets and the command line does not; a typed option takes precedence. Adds the
 * file's words to the typed ones. Texts live in the arena. Returns SALVO_IO for a file that it cannot read,
 * SALVO_BAD_INPUT for faults in the file. */
salvo_status option_file_read(options *o, const option_file *file, const char *path, salvo_arena *memory,
                              salvo_error *err);

#endif
