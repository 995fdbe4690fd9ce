/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that the options of a command name for its answer (-o, --also, --chart, --export-units: OPTION_FILE). What cannot
 * be written there is refused before the work, not after it. */
#ifndef SALVO_CLI_NAMED_FILES_H
#define SALVO_CLI_NAMED_FILES_H

#include "cli/options.h"

/* Whether each name says what salvo can write there, and no two are the same. Without --format the ending of -o chooses it. */
salvo_status named_files_read(options *o, unsigned takes, salvo_error *err);

/* Whether each can be written (deliver_check). What -o names where it is a folder, or may be one, the command itself claims. */
salvo_status named_files_check(const options *o, unsigned takes, salvo_error *err);

#endif
