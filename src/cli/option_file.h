/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files whose keys are options: battles, and the conditions of prices. */
#ifndef SALVO_CLI_OPTION_FILE_H
#define SALVO_CLI_OPTION_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>

#include "cli/options.h"

/* A kind of such files. Its keys are the options that have its bit (cli/options.h); the required ones have no default in a
 * file either. Besides its keys, each file has a title for readers. It may have a list of words, written as after a
 * command. */
typedef struct option_file {
    uint64_t takes;        /* the options among which the keys are */
    unsigned in;           /* the bit of its keys */
    bool has_rules;        /* it may have a list of house rules */
    const char *beginning; /* what an empty file lacks: "the battle's title, as in 'title: Four Shermans'" */
} option_file;

enum { OPTION_KEYS_MAX = 20 };

/* A battle: salvo battle FILE.yaml; the conditions in which prices must be fair: points test --conditions FILE. */
extern const option_file BATTLE_FILE, CONDITIONS_FILE;

/* Fills in the options that the file sets and the command line does not; a typed option takes precedence. Adds the
 * file's words to the typed ones. Texts live in the arena. Returns SALVO_IO for a file that it cannot read,
 * SALVO_BAD_INPUT for faults in the file. */
salvo_status option_file_read(options *o, const option_file *file, const char *path, salvo_arena *memory,
                              salvo_error *err);

#endif
