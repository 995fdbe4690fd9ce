/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents are written by jansson; here is what it leaves to us: characters that nobody sees, and whole numbers
 * without a point. */
#include "document/json.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

/* "\\u202E"; a code beyond 16 bits is two of them (RFC 8259). */
static void put_escape(FILE *out, uint32_t code)
{
    if (code > 0xFFFF) {
        code -= 0x10000;
        fprintf(out, "\\u%04X\\u%04X", (unsigned)(0xD800 | code >> 10), (unsigned)(0xDC00 | (code & 0x3FF)));
    } else {
        fprintf(out, "\\u%04X", (unsigned)code);
    }
}

/* Takes a part of the document. What nobody could see in it stands in strings, and is written by its number. jansson
 * cuts its output between characters, so that a character never comes in two parts; a byte that belongs to none goes
 * through as it is. */
static int put(const char *bytes, size_t length, void *out)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;

    while (at < end) {
        size_t n = salvo_character(at, end);
        uint32_t code = n ? salvo_code(at, n) : 0;

        if (n && salvo_code_fault(code))
            put_escape(out, code);
        else
            fwrite(at, 1, n ? n : 1, out);
        at += n ? n : 1;
    }
    return 0;
}

/* The document is freed in any case: builders hand it over in their last statement. A failure of `out` itself is found
 * by who opened it; what is left is memory. Fifteen digits are what a double holds of any decimal number without
 * showing the rounding. */
salvo_status json_write(FILE *out, json_t *document, salvo_error *err)
{
    int failed;

    if (!document)
        return salvo_fail_memory(err);
    failed = json_dump_callback(document, put, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    fputc('\n', out);
    json_decref(document);
    return failed && !ferror(out) ? salvo_fail_memory(err) : SALVO_OK;
}

static void drop_if(json_t **document, bool failed)
{
    if (!failed)
        return;
    json_decref(*document);
    *document = NULL;
}

void json_put(json_t **object, const char *key, json_t *value)
{
    drop_if(object, json_object_set_new(*object, key, value) != 0);
}

void json_push(json_t **array, json_t *value)
{
    drop_if(array, json_array_append_new(*array, value) != 0);
}

/* A count of 3 is written 3 and not 3.0, which some readers take for another type; and so is what 15 digits do not tell from
 * 3, since another machine may have added it up to just that. */
json_t *json_number(double value)
{
    char text[40];

    snprintf(text, sizeof text, "%.15g", value);
    value = strtod(text, NULL);
    /* Beyond 2^53 a double is whole without having been meant so. */
    if (value == floor(value) && fabs(value) < 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}
