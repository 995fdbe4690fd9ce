/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of options. If an option is not given, *number stays unchanged. An error message names the option, its value
 * and the possible ones. */
#ifndef SALVO_CLI_NUMBERS_H
#define SALVO_CLI_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include <salvo/error.h>

#include "cli/options.h"
#include "data/measure.h"

/* Reads one option after another and stops at the first failure, so the caller checks `status` once. Begins with `of`
 * and `err` only. An option's row has its name, its limits and its choices (cli/option_table.h). */
typedef struct option_reader {
    const options *of;
    salvo_error *err;
    salvo_status status;
} option_reader;

/* The offset of an option in struct options, by which its row is found. */
#define OPTION(member) offsetof(options, member)

/* A whole number, exact in all digits; "1e6" is one, too. */
void option_whole(option_reader *r, size_t place, uint64_t *number);

/* The same for values of an int. */
void option_count(option_reader *r, size_t place, int *number);

void option_number(option_reader *r, size_t place, double *number);

/* A distance in `unit`; the text may name a unit: 20in, 50cm. */
void option_distance(option_reader *r, size_t place, const salvo_scale *scale, double *number);

/* The place of the text among the option's choices. */
void option_choice(option_reader *r, size_t place, int *choice);

/* The same for a text that is not the option's whole value, but one of several in it. */
void option_count_of(option_reader *r, size_t place, const char *text, int *number);
void option_choice_of(option_reader *r, size_t place, const char *text, int *choice);

/* A whole number that is no option's. */
salvo_status whole_word(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number,
                        salvo_error *err);

#endif
