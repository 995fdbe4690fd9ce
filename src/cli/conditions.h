/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A YAML file of the conditions in which prices are to be fair: points test --conditions FILE. Its keys are options, as
 * those of a battle's file are. */
#ifndef SALVO_CLI_CONDITIONS_H
#define SALVO_CLI_CONDITIONS_H

#include "cli/options.h"

/* Fills in what the command line left open (option_file_read). */
salvo_status conditions_read(options *o, const char *path, salvo_arena *memory, salvo_error *err);

#endif
