/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports a failed command: one line with the message, a caret below the faulty place, and the exit status. */
#ifndef SALVO_CLI_COMPLAINT_H
#define SALVO_CLI_COMPLAINT_H

#include <stdio.h>

#include "cli/context.h"

/* Returns 0, 1 (memory, or a fault in salvo itself), 2 (bad input) or 3 (files). Scripts rely on these values. */
int complaint_status(salvo_status status);

/* Prints "salvo: FILE:LINE:COLUMN: TEXT", and a caret below the fault in x->typed. */
void complaint_put(FILE *to, const context *x, const salvo_error *err);

#endif
