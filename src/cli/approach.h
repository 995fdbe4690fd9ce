/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an answer is to be found: exactly, by trials, or both. */
#ifndef SALVO_CLI_APPROACH_H
#define SALVO_CLI_APPROACH_H

#include "cli/options.h"

/* What the options say; where they say nothing, what the commands that have those bits `take` for granted. */
salvo_status approach_read(salvo_approach *approach, const options *o, unsigned takes, salvo_error *err);

/* Refuses options that do not go with the method. approach_read asks for it, but not of a sensitivity: what goes with
 * what depends on its subject, which the command finds. */
salvo_status approach_check(const options *o, unsigned takes, salvo_error *err);

/* Refuses a --precision-of that only battles have, of anything else. approach_read asks for it where a command has no
 * battles. */
salvo_status approach_precision_of_check(const options *o, bool battles, salvo_error *err);

#endif
