/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows while it is written; an adapter's `explain` writes into one. A zeroed salvo_text is empty and ready, and
 * owns its bytes from the first that is added until salvo_text_free. No call fails: what runs out of memory sets `failed`,
 * and whoever reads the text asks for it once, at the end. */
#ifndef SALVO_TEXT_H
#define SALVO_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct salvo_text {
    char *bytes;             /* ends with NUL once anything was added; NULL before */
    size_t length, capacity; /* bytes without the NUL; bytes that there is room for */
    bool failed;             /* memory ran out: what was added since is missing */
} salvo_text;

/* Adds what printf would print; the string as it is. */
void salvo_text_add(salvo_text *text, const char *format, ...) SALVO_PRINTF(2, 3);
void salvo_text_put(salvo_text *text, const char *string);

/* What is written so far, "" at the start. It is the text's: adding and freeing end it. */
const char *salvo_text_of(const salvo_text *text);

void salvo_text_free(salvo_text *text); /* the text is then zeroed; of a zeroed one: nothing */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
