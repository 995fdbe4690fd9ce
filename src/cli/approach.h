/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a command finds its answer: exactly, by trials, or both. */
#ifndef SALVO_CLI_APPROACH_H
#define SALVO_CLI_APPROACH_H

#include "cli/options.h"

/* Reads the method from the options. For options not given, the commands with the bits `takes` have their own
 * defaults. */
salvo_status approach_read(salvo_approach *approach, const options *o, uint64_t takes, salvo_error *err);

/* Refuses options that do not fit the method. approach_read calls it, except for a sensitivity analysis: there the
 * valid options depend on the subject, which the command finds later. */
salvo_status approach_check(const options *o, uint64_t takes, salvo_error *err);

/* Refuses a --precision-of that exists only for battles, if the question has none. approach_read calls it for commands
 * without battles. */
salvo_status approach_precision_of_check(const options *o, bool battles, salvo_error *err);

#endif
