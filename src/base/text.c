#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static bool make_room(salvo_text *text, size_t more)
{
    if (!salvo_grow(&text->bytes, &text->capacity, text->length + more + 1, 1))
        text->failed = true;
    return !text->failed;
}

void salvo_text_add(salvo_text *text, const char *format, ...)
{
    va_list values, again;
    int length;

    va_start(values, format);
    va_copy(again, values);
    length = vsnprintf(NULL, 0, format, values);
    if (length >= 0 && make_room(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
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

size_t salvo_text_width(const char *utf8)
{
    size_t width = 0;

    for (; *utf8; utf8++)
        width += ((unsigned char)*utf8 & 0xC0) != 0x80;
    return width;
}

size_t salvo_character(const unsigned char *at, const unsigned char *end)
{
    static const uint32_t LEAST[] = {0, 1, 0x80, 0x800, 0x10000}; /* the first code that needs so many bytes */
    size_t length = *at < 0x80 ? 1 : (*at & 0xE0) == 0xC0 ? 2 : (*at & 0xF0) == 0xE0 ? 3 : (*at & 0xF8) == 0xF0 ? 4 : 0;
    uint32_t code = length == 1 ? *at : *at & (0x7Fu >> length);

    if (length == 0 || length > (size_t)(end - at))
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    return code < LEAST[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

bool salvo_is_text(const char *text)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);

    while (at < end) {
        size_t n = salvo_character(at, end);

        if (n == 0)
            return false;
        at += n;
    }
    return true;
}
