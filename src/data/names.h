/* Names as people type them: compared without regard to case, spacing and punctuation, with Roman numerals equal to
 * Arabic ones ("Tiger 1" is "Tiger I"), and the nearest ones for a name that misses. */
#ifndef SALVO_DATA_NAMES_H
#define SALVO_DATA_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/error.h>

/* Whether all words of `part` stand side by side among the words of `whole`: "sherman" in "Sherman M4 A1". A part of
 * fewer than three letters and digits says too little and is in nothing. */
bool salvo_name_has_words(const char *whole, const char *part);

/* How far a typed name is from a real one: 0 for a match, else the number of slips of a finger (letters wrong, missing,
 * doubled or swapped) in the whole name or in one word of it. */
size_t salvo_name_distance(const char *typed, const char *name);

/* The place in names[0 .. n-1] of the one that matches `typed`, or -1. */
int salvo_name_among(const char *const *names, size_t n, const char *typed);

/* Fails with the message and a clause that helps with the name that missed: "; did you mean 'range'?", else the whole
 * list when it is short ("; there are 'a', 'b' and 'c'"), else the nearest, however far. SALVO_BAD_INPUT. */
salvo_status salvo_names_fail(salvo_error *err, const char *const *names, size_t n, const char *typed,
                              const char *format, ...) SALVO_PRINTF(5, 6);

#endif
