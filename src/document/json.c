/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jansson writes documents; this file adds what it leaves open: invisible characters, and whole numbers without a
 * point. */
#include "document/json.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"

/* Writes "\\u202E"; a code beyond 16 bits is two of them (RFC 8259). */
static void put_escape(FILE *out, uint32_t code)
{
    if (code > 0xFFFF) {
        code -= 0x10000;
        fprintf(out, "\\u%04X\\u%04X", (unsigned)(0xD800 | code >> 10), (unsigned)(0xDC00 | (code & 0x3FF)));
    } else {
        fprintf(out, "\\u%04X", (unsigned)code);
    }
}

/* Takes a part of the document. Invisible characters occur only in strings, and are written by number. jansson cuts its
 * output between characters, so a character never arrives in two parts. A byte that belongs to none passes
 * unchanged. */
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

/* The document is freed in any case, because builders hand it over in their last statement. The opener of `out` finds
 * its failures, which leaves memory. Fifteen digits are what a double holds of any decimal number without showing the
 * rounding. */
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

/* A count of 3 is written 3 and not 3.0, which some readers take for another type. So is a number that 15 digits do not
 * distinguish from 3, because another machine may have added it up to exactly 3. */
json_t *json_number(double value)
{
    char text[40];

    snprintf(text, sizeof text, "%.15g", value);
    value = strtod(text, NULL);
    /* Beyond 2^53 every double is whole. */
    if (value == floor(value) && fabs(value) < 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}
