/* Numbers in options. Without text *number stays as it is. A message names the option, what it was given, and the numbers
 * that would do. */
#ifndef SALVO_CLI_NUMBERS_H
#define SALVO_CLI_NUMBERS_H

#include <stdint.h>

#include <salvo/error.h>

/* From min to max; max INFINITY: no limit. */
salvo_status number_option(const char *name, const char *text, double min, double max, double *number,
                           salvo_error *err);

/* A whole one, all of its digits exactly; "1e6" will do, too. */
salvo_status whole_option(const char *name, const char *text, uint64_t min, uint64_t max, uint64_t *number,
                          salvo_error *err);

/* The same for what an int holds. */
salvo_status count_option(const char *name, const char *text, int min, int max, int *number, salvo_error *err);

#endif
