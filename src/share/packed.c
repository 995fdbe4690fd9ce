/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers have 7 bits per byte, the lowest first. The highest bit says that more bytes follow. */
#include "share/packed.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { BITS = 7, MORE = 1 << BITS, NUMBER_BITS = 64 };

packed packed_of(const void *bytes, size_t n)
{
    return (packed){.bytes = (unsigned char *)bytes, .n = n, .reads = true}; /* never written, and never freed */
}

void packed_rewind(packed *p)
{
    p->reads = true;
    p->at = 0;
}

void packed_clear(packed *p)
{
    p->n = p->at = 0;
    p->reads = false;
}

void packed_free(packed *p)
{
    if (p->capacity)
        free(p->bytes);
    *p = (packed){.n = 0};
}

/* After a failed allocation nothing more is written, because the bytes are incomplete; packed_status reports it. */
static void put(packed *p, const void *bytes, size_t n)
{
    if (p->no_memory || !salvo_grow(&p->bytes, &p->capacity, p->n + n, 1)) {
        p->no_memory = true;
        return;
    }
    if (n)
        memcpy(p->bytes + p->n, bytes, n);
    p->n += n;
}

/* The receiver of a message knows its length first, and receives the bytes in place. */
bool packed_room(packed *p, size_t n)
{
    p->no_memory = p->no_memory || !salvo_grow(&p->bytes, &p->capacity, n, 1);
    p->n = p->no_memory ? 0 : n;
    return !p->no_memory;
}

/* Returns the next n bytes; NULL if there are fewer. The check is a difference, because damaged bytes may make n any
 * number, and a sum would overflow. */
static const unsigned char *get(packed *p, size_t n)
{
    const unsigned char *found = p->bytes + p->at;

    if (p->damaged || p->n - p->at < n) {
        p->damaged = true;
        return NULL;
    }
    p->at += n;
    return found;
}

/* Counts are usually small: a tally of a thousand outcomes that mostly did not occur takes some bytes. */
static void put_number(packed *p, uint64_t number)
{
    unsigned char bytes[NUMBER_BITS / BITS + 1];
    size_t n = 0;

    for (; number >= MORE; number >>= BITS)
        bytes[n++] = (unsigned char)(number | MORE);
    bytes[n++] = (unsigned char)number;
    put(p, bytes, n);
}

static uint64_t get_number(packed *p)
{
    uint64_t number = 0;

    for (int shift = 0; shift < NUMBER_BITS; shift += BITS) {
        const unsigned char *byte = get(p, 1);

        if (!byte)
            return 0;
        number |= (uint64_t)(*byte & (MORE - 1)) << shift;
        if (!(*byte & MORE))
            return number;
    }
    p->damaged = true; /* a number without an end */
    return 0;
}

void packed_number(packed *p, uint64_t *number)
{
    if (p->reads)
        *number = get_number(p);
    else
        put_number(p, *number);
}

/* The same call on both sides: the writer leaves the number unchanged, and the reader adds to it. */
void packed_sum(packed *p, uint64_t *number)
{
    uint64_t more = *number;

    packed_number(p, &more);
    *number = p->reads ? *number + more : *number;
}

/* The limit keeps damaged bytes from requesting unlimited memory. */
size_t packed_count(packed *p, size_t n, size_t most)
{
    uint64_t count = n;

    packed_number(p, &count);
    if (count > most) {
        p->damaged = true;
        return 0;
    }
    return (size_t)count;
}

static size_t zeros_at(const uint64_t *numbers, size_t n)
{
    size_t zeros = 0;

    while (zeros < n && !numbers[zeros])
        zeros++;
    return zeros;
}

/* Each number that is not 0 follows the count of zeros before it. */
void packed_sums(packed *p, uint64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n && !p->damaged; i++) {
        i += packed_count(p, p->reads ? 0 : zeros_at(numbers + i, n - i), n - i);
        if (i < n)
            packed_sum(p, &numbers[i]);
    }
}

/* The high half is signed and mostly 0 or -1. The sign moves to the lowest bit, so that both take one byte. */
void packed_wide_sum(packed *p, wide *number)
{
    uint64_t sign = (uint64_t)(number->high < 0), high = ((uint64_t)number->high ^ -sign) << 1 | sign;
    wide more = *number;

    packed_number(p, &more.low);
    packed_number(p, &high);
    more.high = (int64_t)(high >> 1 ^ -(high & 1));
    if (p->reads)
        *number = wide_plus(*number, more);
}

/* Any number but 0 and 1 shows that reader and writer are out of step. */
void packed_flag(packed *p, bool *flag)
{
    uint64_t number = *flag;

    packed_number(p, &number);
    p->damaged = p->damaged || number > 1;
    *flag = number == 1;
}

/* The low byte first on every machine. */
static void fixed(packed *p, uint64_t *bits, size_t n)
{
    unsigned char bytes[sizeof *bits];
    const unsigned char *from;

    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)(*bits >> (8 * i));
    if (!p->reads) {
        put(p, bytes, n);
        return;
    }
    from = get(p, n);
    *bits = 0;
    for (size_t i = 0; from && i < n; i++)
        *bits |= (uint64_t)from[i] << (8 * i);
}

/* The bits of a double, so that NaN, infinity and the sign of 0 survive. */
void packed_real(packed *p, double *number)
{
    uint64_t bits;

    memcpy(&bits, number, sizeof bits);
    fixed(p, &bits, sizeof bits);
    memcpy(number, &bits, sizeof bits);
}

void packed_float(packed *p, float *number)
{
    uint32_t half;
    uint64_t bits;

    memcpy(&half, number, sizeof half);
    bits = half;
    fixed(p, &bits, sizeof half);
    half = (uint32_t)bits;
    memcpy(number, &half, sizeof half);
}

/* For messages between machines of one kind. Stores hold none of these, because another machine may read them. */
void packed_raw(packed *p, void *bytes, size_t n)
{
    const unsigned char *from = p->reads ? get(p, n) : NULL;

    if (!p->reads)
        put(p, bytes, n);
    else if (from)
        memcpy(bytes, from, n);
}

/* The bytes include the NUL; no bytes are NULL. A text without its NUL is damaged, because printing would read beyond
 * its end. */
void packed_text(packed *p, char **text)
{
    size_t n = packed_count(p, p->reads || !*text ? 0 : strlen(*text) + 1, SIZE_MAX);
    const unsigned char *from;

    if (!p->reads) {
        put(p, *text, n);
        return;
    }
    from = get(p, n);
    free(*text);
    *text = NULL;
    if (!from || n == 0)
        return;
    p->damaged = from[n - 1] != '\0';
    *text = p->damaged ? NULL : malloc(n);
    p->no_memory = p->no_memory || (!p->damaged && !*text);
    if (*text)
        memcpy(*text, from, n);
}

/* Appends to `inner` instead of replacing it: the records of several threads become one list. */
void packed_bytes(packed *p, packed *inner)
{
    size_t n = packed_count(p, inner->n, SIZE_MAX);
    const unsigned char *from;

    if (!p->reads) {
        put(p, inner->bytes, n);
        p->no_memory = p->no_memory || inner->no_memory;
        return;
    }
    from = get(p, n);
    if (from)
        put(inner, from, n);
    p->no_memory = p->no_memory || inner->no_memory;
}

salvo_status packed_copy(packed *to, const packed *from, salvo_error *err)
{
    packed_clear(to);
    put(to, from->bytes, from->n);
    packed_rewind(to);
    return to->no_memory ? salvo_fail_memory(err) : SALVO_OK;
}

/* Remaining bytes are as bad as missing ones, because the numbers before them then mean something else. */
salvo_status packed_status(const packed *p, salvo_error *err)
{
    if (p->no_memory)
        return salvo_fail_memory(err);
    if (p->damaged || (p->reads && p->at != p->n))
        return salvo_fail(err, SALVO_BAD_INPUT, "these are not the numbers that were stored");
    return SALVO_OK;
}
