/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* for fopencookie */
#include "base/text_stream.h"

#include <string.h>

#include "base/grow.h"

/* After a failure nothing more is added, because a text with a gap would look complete. */
static ssize_t take(void *of, const char *bytes, size_t n)
{
    salvo_text *to = of;

    if (to->failed || !salvo_grow(&to->bytes, &to->capacity, to->length + n + 1, 1)) {
        to->failed = true;
        return 0;
    }
    memcpy(to->bytes + to->length, bytes, n);
    to->length += n;
    to->bytes[to->length] = '\0';
    return (ssize_t)n;
}

FILE *text_stream(salvo_text *to)
{
    return fopencookie(to, "w", (cookie_io_functions_t){.write = take});
}
