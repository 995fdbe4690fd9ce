/* One command line, answered. */
#ifndef SALVO_CLI_COMMAND_LINE_H
#define SALVO_CLI_COMMAND_LINE_H

#include "cli/outlets.h"

/* Runs the command line (argv[0] is the command) and leaves its answer in *to, closed, to be delivered: first what -o
 * names, or standard output, then what --also names. *to begins zeroed and ends with outlets_free. Strings of argv must
 * outlive *to. */
salvo_status command_line_run(int argc, char **argv, outlets *to, salvo_error *err);

#endif
