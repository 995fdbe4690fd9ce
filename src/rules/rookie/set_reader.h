/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of the readers of all records of a set's file. */
#ifndef SALVO_RULES_ROOKIE_SET_READER_H
#define SALVO_RULES_ROOKIE_SET_READER_H

#include "rules/rookie/set.h"

enum { ROOKIE_SHIFT_MOST = 99 };

/* The file that is being read. */
struct rookie_reader {
    struct rookie_set *set;
    const salvo_table *table;
    const struct rookie_set *proved; /* or NULL */
    bool allow, is_users;
    salvo_error *err;
};

/* Returns whether the cell is "?", which a user writes where the copy is illegible. */
bool rookie_is_unknown(const salvo_cell *cell);

/* Reads a word of a list that ends with NULL; for any other the message is "is no NOUN". */
salvo_status rookie_read_word(const struct rookie_reader *r, const salvo_cell *cell, const char *noun,
                              const char *const *words, int *place);
salvo_status rookie_read_whole(const struct rookie_reader *r, const salvo_cell *cell, const char *what, int least,
                               int most, int *number);

/* Reads a number, or "?". */
salvo_status rookie_read_shift(const struct rookie_reader *r, const salvo_cell *cell, const char *what,
                               struct rookie_shift *shift);

/* Handles a cell whose value differs from what is `proved`. */
salvo_status rookie_contradict(const struct rookie_reader *r, const salvo_cell *cell, const char *proved);

#endif
