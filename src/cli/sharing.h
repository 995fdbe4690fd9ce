/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --store, --shard and several ranks: with which processes a command shares its work, and where it keeps the work. */
#ifndef SALVO_CLI_SHARING_H
#define SALVO_CLI_SHARING_H

#include "cli/commands.h"

/* Begins a command after its options are read. It opens the store that the command names, or joins the share that the
 * context already has (for example a study's or a merger's). */
salvo_status sharing_begin(context *x, const command *c, salvo_error *err);

/* Ends the command, whose result is `status`. A part of a run shows no answer: it prints a line that says that its work
 * is stored. */
salvo_status sharing_end(context *x, salvo_status status, salvo_error *err);

/* Opens a store for this build of salvo, as result_store_open does. Unless `quiet`, it informs the user when another
 * process holds the store. */
salvo_status sharing_open(result_store **s, const char *path, store_purpose purpose, bool quiet, salvo_error *err);

/* Returns the command line of a run, as a user would type it, in `memory`. NULL: memory is out. */
const char *sharing_typed(const stored_run *run, salvo_arena *memory);

#endif
