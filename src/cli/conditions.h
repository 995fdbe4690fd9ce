/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the conditions in which prices must be fair from a YAML file: points test --conditions FILE. Its keys are
 * options, as in a battle's file. */
#ifndef SALVO_CLI_CONDITIONS_H
#define SALVO_CLI_CONDITIONS_H

#include "cli/options.h"

/* Fills in the options that the command line does not set (option_file_read). */
salvo_status conditions_read(options *o, const char *path, salvo_arena *memory, salvo_error *err);

#endif
