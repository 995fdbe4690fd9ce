/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One command line, answered. */
#ifndef SALVO_CLI_COMMAND_LINE_H
#define SALVO_CLI_COMMAND_LINE_H

#include "cli/context.h"

/* Runs the command line (argv[0] is the command) in a fresh context and leaves the answer in its outputs, closed, to be
 * delivered: first what -o names, or standard output, then what --also names. The strings of argv are borrowed as long as
 * the context lives. SALVO_STOPPED: the work was stopped before there was an answer. */
salvo_status command_line_run(context *x, int argc, char **argv, salvo_error *err);

#endif
