/* How an answer is to be found: exactly, by trials, or both. */
#ifndef SALVO_CLI_APPROACH_H
#define SALVO_CLI_APPROACH_H

#include "cli/options.h"

/* What the options say; where they say nothing, what the commands that have those bits `take` for granted. */
salvo_status approach_read(salvo_approach *approach, const options *o, unsigned takes, salvo_error *err);

#endif
