/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What readers of all records of a set's file share. */
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

/* A "?" is what a user leaves where he cannot read his copy. */
bool rookie_is_unknown(const salvo_cell *cell);

/* A word among others, which end with NULL; anything else "is no NOUN". */
salvo_status rookie_read_word(const struct rookie_reader *r, const salvo_cell *cell, const char *noun,
                              const char *const *words, int *place);
salvo_status rookie_read_whole(const struct rookie_reader *r, const salvo_cell *cell, const char *what, int least,
                               int most, int *number);

/* A number, or "?". */
salvo_status rookie_read_shift(const struct rookie_reader *r, const salvo_cell *cell, const char *what,
                               struct rookie_shift *shift);

/* The cell says something else than what is `proved`. */
salvo_status rookie_contradict(const struct rookie_reader *r, const salvo_cell *cell, const char *proved);

#endif
