/* Words of a command line: options that may stand several times, names, key=value words. */
#ifndef SALVO_CLI_LIST_H
#define SALVO_CLI_LIST_H

#include "base/arena.h"

enum { WORDS_MAX = 256 };

/* The words are borrowed. */
typedef struct list {
    const char *text[WORDS_MAX];
    size_t n;
} list;

/* Adds the word at the end. SALVO_BAD_INPUT when there are WORDS_MAX already. */
salvo_status list_put(list *to, const char *word, salvo_error *err);

/* Adds all words of the other list. */
salvo_status list_put_all(list *to, const list *from, salvo_error *err);

/* Adds "key=value", which lives in `memory`; nothing without a value. */
salvo_status list_put_pair(list *to, const char *key, const char *value, salvo_arena *memory, salvo_error *err);

#endif
