/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of a command line: options that may stand several times, names, key=value words. */
#ifndef SALVO_CLI_LIST_H
#define SALVO_CLI_LIST_H

#include <stdbool.h>

#include <salvo/arena.h>

enum { WORDS_MAX = 256 };

/* The words are borrowed. A list takes note of words that it could not take; whoever filled it asks once. */
typedef struct list {
    const char *text[WORDS_MAX];
    size_t n;
    bool full, failed; /* there were more words than WORDS_MAX; memory ran out */
} list;

/* Adds the word at the end; all words of another list; "key=value", which lives in `memory`, or nothing without a value. */
void list_put(list *to, const char *word);
void list_put_all(list *to, const list *from);
void list_put_pair(list *to, const char *key, const char *value, salvo_arena *memory);

/* SALVO_BAD_INPUT when there were too many words, SALVO_NO_MEMORY. */
salvo_status list_check(const list *l, salvo_error *err);

#endif
