/* A YAML file of the conditions in which prices are to be fair: points test --conditions FILE. */
#ifndef SALVO_CLI_CONDITIONS_H
#define SALVO_CLI_CONDITIONS_H

#include "cli/options.h"

/* Fills in the options that the file sets and the command line did not; texts are copied into the arena. SALVO_IO for a
 * file that cannot be read, SALVO_BAD_INPUT for anything wrong in it. */
salvo_status conditions_read(options *o, const char *path, salvo_arena *memory, salvo_error *err);

#endif
