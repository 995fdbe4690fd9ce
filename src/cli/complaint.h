/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a command that failed is told: its message in one line, with a caret below the place in what was typed, and the
 * exit status. */
#ifndef SALVO_CLI_COMPLAINT_H
#define SALVO_CLI_COMPLAINT_H

#include <stdio.h>

#include "cli/context.h"

/* 0, or 1 (memory, a fault of salvo's own), 2 (bad input), 3 (files): a contract with scripts. */
int complaint_status(salvo_status status);

/* "salvo: FILE:LINE:COLUMN: TEXT", and the caret where the fault stands in x->typed. */
void complaint_put(FILE *to, const context *x, const salvo_error *err);

/* A line for each picture that is missing from what was delivered. */
void complaint_put_missing(FILE *to, const context *x);

#endif
