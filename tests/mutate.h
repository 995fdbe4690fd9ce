/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small mistakes in a text, as fingers and copying make them. */
#ifndef SALVO_TESTS_MUTATE_H
#define SALVO_TESTS_MUTATE_H

#include <stddef.h>
#include <stdint.h>

enum { MUTATED_MAX = 1 << 16 };

/* Spoils the text in 1 to 3 places; `random` is a state of splitmix. `text` has room for MUTATED_MAX bytes and ends
 * with 0; `is_table` says that it is a CSV file, else it is a script. */
void mutate(char *text, int is_table, uint64_t *random);

#endif
