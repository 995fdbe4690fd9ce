/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart/svg.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"

static const char UNDRAWN[] = "\xEF\xBF\xBD"; /* U+FFFD, in place of what cannot be drawn, as on pages */

void svg_open(salvo_text *to, const char *element)
{
    salvo_text_add(to, "<%s", element);
}

void svg_word(salvo_text *to, const char *key, const char *value)
{
    salvo_text_add(to, " %s=\"%s\"", key, value);
}

void svg_length(salvo_text *to, const char *key, double pixels)
{
    salvo_text_add(to, " %s=\"", key);
    svg_number(to, pixels);
    salvo_text_put(to, "\"");
}

void svg_end(salvo_text *to)
{
    salvo_text_put(to, "/>\n");
}

void svg_inside(salvo_text *to)
{
    salvo_text_put(to, ">");
}

void svg_close(salvo_text *to, const char *element)
{
    salvo_text_add(to, "</%s>\n", element);
}

/* The limit is far outside of every canvas, and keeps the whole number within its type. */
void svg_number(salvo_text *to, double number)
{
    const double limit = 1e7;
    long long hundredths = llround(100 * fmax(-limit, fmin(limit, number)));
    const char *sign = hundredths < 0 ? "-" : "";

    hundredths = hundredths < 0 ? -hundredths : hundredths;
    if (hundredths % 100 == 0)
        salvo_text_add(to, "%s%lld", sign, hundredths / 100);
    else if (hundredths % 10 == 0)
        salvo_text_add(to, "%s%lld.%lld", sign, hundredths / 100, hundredths / 10 % 10);
    else
        salvo_text_add(to, "%s%lld.%02lld", sign, hundredths / 100, hundredths % 100);
}

void svg_step(salvo_text *to, char letter, double x, double y)
{
    salvo_text_add(to, "%c", letter);
    svg_number(to, x);
    salvo_text_put(to, " ");
    svg_number(to, y);
}

/* XML permits control characters and the two noncharacters in no form. */
static bool can_be_drawn(const unsigned char *at, size_t bytes)
{
    const bool is_control = *at < ' ' || *at == 0x7F || (bytes == 2 && *at == 0xC2 && at[1] < 0xA0);
    const bool is_none = bytes == 3 && (memcmp(at, "\xEF\xBF\xBE", 3) == 0 || memcmp(at, "\xEF\xBF\xBF", 3) == 0);

    return bytes && !is_control && !is_none;
}

/* Characters with a meaning in XML are written by number, because not all readers of SVG have their names. */
void svg_characters(salvo_text *to, const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;

    while (at < end) {
        const size_t bytes = salvo_character(at, end);

        if (!can_be_drawn(at, bytes))
            salvo_text_put(to, UNDRAWN);
        else if (strchr("<>&", *at))
            salvo_text_add(to, "&#%d;", *at);
        else
            salvo_text_add(to, "%.*s", (int)bytes, at);
        at += bytes ? bytes : 1;
    }
}

void svg_title(salvo_text *to, const char *text)
{
    salvo_text_put(to, "<title>");
    svg_characters(to, text, strlen(text));
    salvo_text_put(to, "</title>");
}
