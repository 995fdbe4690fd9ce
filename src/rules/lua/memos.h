/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of rules by the bytes of the question. A newer answer replaces an older one in the same place. The number of
 * places grows with the answers, up to a limit. Rules answer the same question alike, so nothing depends on which
 * answers are still there. */
#ifndef SALVO_RULES_LUA_MEMOS_H
#define SALVO_RULES_LUA_MEMOS_H

#include <stddef.h>

/* With its sizes set and the rest zeroed, it is empty and ready. A key must not be all zeros. */
typedef struct memos {
    size_t key, answer, most; /* bytes, a multiple of 8 for the key; the largest number of places, a power of 2 */
    size_t places, kept;      /* present number of places; answers kept since they were made */
    unsigned char *bytes;     /* NULL until the first answer */
} memos;

void memos_free(memos *m);

/* Returns the answer to the question, or NULL. It is valid until the next answer is kept. */
const void *memos_find(const memos *m, const void *key);

/* Keeps the answer if there is memory for it. */
void memos_keep(memos *m, const void *key, const void *answer);

#endif
