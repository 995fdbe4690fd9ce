/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rules have answered, by the bytes of the question: places, in each of which a newer answer takes that of an older
 * one. They become more with the answers, up to a limit. Rules answer the same to the same, so that nothing depends on what is still there. */
#ifndef SALVO_RULES_LUA_MEMOS_H
#define SALVO_RULES_LUA_MEMOS_H

#include <stddef.h>

/* Zeroed but for its sizes it is empty and ready. Keys are not all zero. */
typedef struct memos {
    size_t key, answer, most; /* bytes, a multiple of 8 of the key; places at most, a power of 2 */
    size_t places, kept;      /* places that there are; answers that were kept since they were made */
    unsigned char *bytes;     /* NULL until there is an answer */
} memos;

void memos_free(memos *m);

/* The answer to the question, or NULL; it lasts until the next one is kept. */
const void *memos_find(const memos *m, const void *key);

/* Keeps the answer, if there is memory for it. */
void memos_keep(memos *m, const void *key, const void *answer);

#endif
