/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows: salvo_grow doubles it, and it remembers a failure until a caller asks. */
#include <salvo/text.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* One byte more than requested, for the NUL. */
static bool make_room(salvo_text *text, size_t more)
{
    if (!salvo_grow(&text->bytes, &text->capacity, text->length + more + 1, 1))
        text->failed = true; /* remembered, so that callers check once, at the end */
    return !text->failed;
}

/* The values are read twice only if there is no room: to measure, then to write. What was cut off is ended again. */
void salvo_text_add(salvo_text *text, const char *format, ...)
{
    const size_t room = text->bytes && !text->failed ? text->capacity - text->length : 0;
    va_list values, again;
    int length;

    va_start(values, format);
    va_copy(again, values);
    length = vsnprintf(room ? text->bytes + text->length : NULL, room, format, values);
    if (length >= 0 && (size_t)length < room) {
        text->length += (size_t)length;
    } else if (length >= 0 && make_room(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    } else if (room) {
        text->bytes[text->length] = '\0';
    }
    va_end(again);
    va_end(values);
}

void salvo_text_put(salvo_text *text, const char *string)
{
    size_t length = strlen(string);

    if (!make_room(text, length))
        return;
    memcpy(text->bytes + text->length, string, length + 1);
    text->length += length;
}

void salvo_text_free(salvo_text *text)
{
    free(text->bytes);
    memset(text, 0, sizeof *text);
}

const char *salvo_text_of(const salvo_text *text)
{
    return text->bytes ? text->bytes : "";
}
