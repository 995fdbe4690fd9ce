/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a command's options name for its answer (-o, --also, --chart, --export-units: OPTION_FILE). salvo
 * refuses a file that it cannot write before the work, not after it. */
#ifndef SALVO_CLI_NAMED_FILES_H
#define SALVO_CLI_NAMED_FILES_H

#include "cli/options.h"

/* Checks that salvo can write the format of each name, and that no two names are the same. Without --format, the ending
 * of -o selects the format. */
salvo_status named_files_read(options *o, uint64_t takes, salvo_error *err);

/* Checks that each file can be written (deliver_check). If -o is or can be a folder, the command itself claims it. */
salvo_status named_files_check(const options *o, uint64_t takes, salvo_error *err);

#endif
