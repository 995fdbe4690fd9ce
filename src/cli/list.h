/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of a command line: options that can occur several times, names, key=value words. */
#ifndef SALVO_CLI_LIST_H
#define SALVO_CLI_LIST_H

#include <stdbool.h>

#include <salvo/arena.h>

enum { WORDS_MAX = 256 };

/* The list borrows its words. It notes words that it could not take, so the caller checks once at the end. */
typedef struct list {
    const char *text[WORDS_MAX];
    size_t n;
    bool full, failed; /* more words than WORDS_MAX; out of memory */
} list;

/* Adds the word at the end; all words of another list; "key=value" in `memory`, or nothing if the value is NULL. */
void list_put(list *to, const char *word);
void list_put_all(list *to, const list *from);
void list_put_pair(list *to, const char *key, const char *value, salvo_arena *memory);

/* Drops the first word; there is one. */
void list_drop_first(list *from);

/* Returns SALVO_BAD_INPUT if there were too many words, SALVO_NO_MEMORY if memory ran out. */
salvo_status list_check(const list *l, salvo_error *err);

#endif
