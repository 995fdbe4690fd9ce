/* A battle's options from a YAML file. */
#ifndef SALVO_CLI_SCENARIO_H
#define SALVO_CLI_SCENARIO_H

#include <salvo/arena.h>

#include "cli/options.h"

/* Fills what the command line left open in *o from the file. The texts belong to `memory`. */
salvo_status scenario_read(options *o, const char *path, salvo_arena *memory, salvo_error *err);

#endif
