/* Text that grows while it is written. A zeroed salvo_text is empty and ready. */
#ifndef SALVO_BASE_TEXT_H
#define SALVO_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/error.h>

typedef struct salvo_text {
    char *bytes; /* ends with NUL once anything was added; NULL before */
    size_t length, capacity;
    bool failed; /* memory ran out: what was added since is missing */
} salvo_text;

void salvo_text_add(salvo_text *text, const char *format, ...) SALVO_PRINTF(2, 3);
void salvo_text_put(salvo_text *text, const char *string);
void salvo_text_free(salvo_text *text);

/* What is written so far; "" at the start. */
const char *salvo_text_of(const salvo_text *text);

/* How many bytes the UTF-8 character at `at` has, of those up to `end`; 0 when it is none (RFC 3629: written longer than
 * it needs, half of a surrogate pair, beyond U+10FFFF). NUL is no text either. */
size_t salvo_character(const unsigned char *at, const unsigned char *end);

/* Whether all of the text is UTF-8. */
bool salvo_is_text(const char *text);

/* How many columns of a terminal the UTF-8 text takes, one for each character. */
size_t salvo_text_width(const char *utf8);

#endif
