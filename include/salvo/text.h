/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows while it is written; an adapter's `explain` writes into one. A zeroed salvo_text is empty and ready.
 * It owns its bytes from the first addition until salvo_text_free. No call fails: if memory runs out, `failed` is set,
 * and the reader of the text checks it once, at the end. */
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
    char *bytes;             /* ends with NUL after the first addition; NULL before */
    size_t length, capacity; /* bytes without the NUL; bytes allocated */
    bool failed;             /* memory ran out, and later additions are missing */
} salvo_text;

/* Adds what printf would print; adds the string unchanged. */
void salvo_text_add(salvo_text *text, const char *format, ...) SALVO_PRINTF(2, 3);
void salvo_text_put(salvo_text *text, const char *string);

/* The text so far, "" at the start. It belongs to the text: adding and freeing end it. */
const char *salvo_text_of(const salvo_text *text);

void salvo_text_free(salvo_text *text); /* zeroes the text; a zeroed text may be freed */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
