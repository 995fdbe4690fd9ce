/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle in a YAML file: its keys are options. */
#ifndef SALVO_CLI_SCENARIO_H
#define SALVO_CLI_SCENARIO_H

#include <salvo/arena.h>

#include "cli/options.h"

/* Fills in what the command line left open (option_file_read). */
salvo_status scenario_read(options *o, const char *path, salvo_arena *memory, salvo_error *err);

#endif
