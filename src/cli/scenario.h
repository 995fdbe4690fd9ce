/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a battle from a YAML file whose keys are options. */
#ifndef SALVO_CLI_SCENARIO_H
#define SALVO_CLI_SCENARIO_H

#include <salvo/arena.h>

#include "cli/options.h"

/* Fills in the options that the command line does not set (option_file_read). */
salvo_status scenario_read(options *o, const char *path, salvo_arena *memory, salvo_error *err);

#endif
