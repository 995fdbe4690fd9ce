/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers one command line. */
#ifndef SALVO_CLI_COMMAND_LINE_H
#define SALVO_CLI_COMMAND_LINE_H

#include "cli/context.h"

/* Runs the command line (argv[0] is the command) in a fresh context. Its outputs then hold the answer, closed and ready
 * for delivery: first -o or standard output, then --also. The context borrows the strings of argv. SALVO_STOPPED: the
 * work stopped before there was an answer. */
salvo_status command_line_run(context *x, int argc, char **argv, salvo_error *err);

#endif
