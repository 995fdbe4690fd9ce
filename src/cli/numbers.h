/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in options. Without text *number stays as it is. A message names the option, what it was given, and the numbers
 * that would do. */
#ifndef SALVO_CLI_NUMBERS_H
#define SALVO_CLI_NUMBERS_H

#include <stdint.h>

#include <salvo/error.h>

/* Reads one option after the other. The first that fails ends the reading: whoever reads asks once, for `status`. Begins
 * with `err` alone. */
typedef struct number_reader {
    salvo_error *err;
    salvo_status status;
} number_reader;

/* A distance of at least 0 in `unit`, with a unit behind it or without. */
void distance_option(number_reader *r, const char *name, const char *text, const char *unit, double *number);

/* From min to max; max INFINITY: no limit. */
void number_option(number_reader *r, const char *name, const char *text, double min, double max, double *number);

/* A whole one, all of its digits exactly; "1e6" will do, too. */
void whole_option(number_reader *r, const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number);

/* The same for what an int holds. */
void count_option(number_reader *r, const char *name, const char *text, int min, int max, int *number);

#endif
