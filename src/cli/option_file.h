/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files whose keys are options: a battle's, and that of the conditions of prices. */
#ifndef SALVO_CLI_OPTION_FILE_H
#define SALVO_CLI_OPTION_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>

#include "cli/options.h"

typedef struct option_key {
    const char *key;
    bool needed;
    size_t to; /* the place of a text in struct options */
} option_key;

/* A kind of such files. Besides its keys each has a title, for those who read it, and may have a list of words, as they
 * are typed behind a command. */
typedef struct option_file {
    const option_key *keys;
    size_t n_keys;         /* at most OPTION_KEYS_MAX */
    const char *beginning; /* what an empty file lacks: "the battle's title, as in 'title: Four Shermans'" */
} option_file;

enum { OPTION_KEYS_MAX = 20 };

/* Fills in the options that the file sets and the command line did not: an option that is typed goes before the file's.
 * Words are added to those that were typed. Texts live in the arena. SALVO_IO for a file that cannot be read,
 * SALVO_BAD_INPUT for anything wrong in it. */
salvo_status option_file_read(options *o, const option_file *file, const char *path, salvo_arena *memory,
                              salvo_error *err);

#endif
