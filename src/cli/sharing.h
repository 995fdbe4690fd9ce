/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --store, --shard and several ranks make of a command: with whom its work is shared, and where it is kept. */
#ifndef SALVO_CLI_SHARING_H
#define SALVO_CLI_SHARING_H

#include "cli/commands.h"

/* Begins a command whose options are read: opens its store, if it names one, or takes part in the share that the context
 * has already (a study's, a merger's). */
salvo_status sharing_begin(context *x, const command *c, salvo_error *err);

/* The end of the command, which came to that status. Of a part of a run nobody sees the answer: a line tells that it is
 * stored. */
salvo_status sharing_end(context *x, salvo_status status, salvo_error *err);

/* Opens a store for this very salvo; tells the user, unless quiet, when another process has it. As result_store_open. */
salvo_status sharing_open(result_store **s, const char *path, store_purpose purpose, bool quiet, salvo_error *err);

/* The line of a run as somebody would type it, in `memory`; NULL when memory is out. */
const char *sharing_typed(const stored_run *run, salvo_arena *memory);

#endif
