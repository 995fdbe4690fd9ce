/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in options. If an option has no text, *number stays unchanged. An error message names the option, its value
 * and the possible numbers. */
#ifndef SALVO_CLI_NUMBERS_H
#define SALVO_CLI_NUMBERS_H

#include <stdint.h>

#include <salvo/error.h>

/* Reads one option after another and stops at the first failure, so the caller checks `status` once. Begins with `err`
 * only. */
typedef struct number_reader {
    salvo_error *err;
    salvo_status status;
} number_reader;

/* A distance of at least 0 in `unit`; the text may name a unit. */
void distance_option(number_reader *r, const char *name, const char *text, const char *unit, double *number);

/* A number from min to max; max INFINITY: no limit. */
void number_option(number_reader *r, const char *name, const char *text, double min, double max, double *number);

/* A whole number, exact in all digits. "1e6" is also valid. */
void whole_option(number_reader *r, const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number);

/* The same for values of an int. */
void count_option(number_reader *r, const char *name, const char *text, int min, int max, int *number);

#endif
