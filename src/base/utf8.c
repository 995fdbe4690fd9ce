/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in UTF-8: counts characters, and finds those that people would not see. The checks are salvo's own, because the
 * C library's depend on a locale. */
#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

#include <salvo/arena.h>

size_t salvo_text_width(const char *utf8)
{
    size_t width = 0;

    for (; *utf8; utf8++)
        width += ((unsigned char)*utf8 & 0xC0) != 0x80; /* bytes that continue a character take no column */
    return width;
}

/* The first byte determines the length. A code in more bytes than necessary is refused, because it could disguise
 * another text. */
size_t salvo_character(const unsigned char *at, const unsigned char *end)
{
    static const uint32_t LEAST[] = {0, 1, 0x80, 0x800, 0x10000}; /* the first code that needs this many bytes */
    size_t length = *at < 0x80 ? 1 : (*at & 0xE0) == 0xC0 ? 2 : (*at & 0xF0) == 0xE0 ? 3 : (*at & 0xF8) == 0xF0 ? 4 : 0;
    uint32_t code = length == 1 ? *at : *at & (0x7Fu >> length);

    if (length == 0 || length > (size_t)(end - at))
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    /* Surrogates are not characters. */
    return code < LEAST[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

uint32_t salvo_code(const unsigned char *at, size_t length)
{
    uint32_t code = length == 1 ? *at : *at & (0x7Fu >> length);

    for (size_t i = 1; i < length; i++)
        code = code << 6 | (at[i] & 0x3F);
    return code;
}

/* General categories Cc and Cf, and characters without width, by Unicode. Surrogates and codes beyond U+10FFFF are
 * refused before. */
static const char *fault_of(uint32_t code)
{
    static const char CONTROL[] = "a control character", DIRECTION[] = "a mark that changes the direction of text",
                      UNSEEN[] = "an invisible character", NONE[] = "not a character";
    /* Ascending. The joiners (200C, 200D) are included, because two names that look alike must be alike. */
    static const struct {
        uint32_t first, last;
        const char *what;
    } FAULTS[] = {
        {0x0000, 0x0008, CONTROL},   {0x000B, 0x000C, CONTROL},   {0x000E, 0x001F, CONTROL},
        {0x007F, 0x009F, CONTROL},   {0x00AD, 0x00AD, UNSEEN},    {0x034F, 0x034F, UNSEEN},
        {0x061C, 0x061C, DIRECTION}, {0x115F, 0x1160, UNSEEN},    {0x17B4, 0x17B5, UNSEEN},
        {0x180B, 0x180F, UNSEEN},    {0x200B, 0x200D, UNSEEN},    {0x200E, 0x200F, DIRECTION},
        {0x2028, 0x2029, UNSEEN},    {0x202A, 0x202E, DIRECTION}, {0x2060, 0x2064, UNSEEN},
        {0x2065, 0x2065, NONE},      {0x2066, 0x2069, DIRECTION}, {0x206A, 0x206F, CONTROL},
        {0x3164, 0x3164, UNSEEN},    {0xFDD0, 0xFDEF, NONE},      {0xFEFF, 0xFEFF, UNSEEN},
        {0xFFA0, 0xFFA0, UNSEEN},    {0xFFF0, 0xFFF8, NONE},      {0xFFF9, 0xFFFB, UNSEEN},
        {0x1D173, 0x1D17A, CONTROL}, {0xE0000, 0xE0FFF, UNSEEN},
    };

    /* Ascending, so the first range behind the code ends the search. */
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS && FAULTS[i].first <= code; i++)
        if (code <= FAULTS[i].last)
            return FAULTS[i].what;
    return (code & 0xFFFE) == 0xFFFE ? NONE : NULL; /* the last two codes of every plane */
}

const char *salvo_code_fault(uint32_t code)
{
    /* Nearly all text needs no search. */
    bool usual = (code >= ' ' && code < 0x7F) || code == '\t' || code == '\n' || code == '\r';

    return usual ? NULL : fault_of(code);
}

/* Finds the fault of the character at `at`; returns false if it has none. Sets *length to its bytes, or to 1 for a
 * byte that is no character. */
static bool find_fault(const unsigned char *at, const unsigned char *end, size_t *length, salvo_text_fault *fault)
{
    size_t n = salvo_character(at, end);

    *length = n ? n : 1;
    fault->code = n ? salvo_code(at, n) : 0;
    fault->why = n ? salvo_code_fault(fault->code) : NULL;
    return n == 0 || fault->why;
}

/* Nearly all bytes are such characters, and none of them has a fault or ends a line. */
static bool is_printed_ascii(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7F;
}

static size_t byte_order_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool salvo_text_has_fault(const char *text, size_t length, salvo_text_fault *fault)
{
    const unsigned char *at = (const unsigned char *)text + byte_order_mark(text, length);
    const unsigned char *end = (const unsigned char *)text + length;
    size_t n;

    for (fault->line = fault->column = 1; at < end; at += n) {
        if (is_printed_ascii(*at)) {
            fault->column++;
            n = 1;
            continue;
        }
        if (find_fault(at, end, &n, fault))
            return true;
        fault->column++;
        if (*at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'))) { /* CR LF counts once, at its LF */
            fault->line++;
            fault->column = 1;
        }
    }
    return false;
}

bool salvo_is_text(const char *text)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);
    salvo_text_fault fault;
    size_t n;

    for (; at < end; at += n)
        if (find_fault(at, end, &n, &fault))
            return false;
    return true;
}

/* Line ends become \n; characters with a fault become U+FFFD. */
size_t salvo_text_plain(char *to, size_t room, const char *text)
{
    static const char REPLACEMENT[] = "\xEF\xBF\xBD";
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);
    size_t used = 0, n;

    for (; at < end; at += n) {
        salvo_text_fault fault;
        bool wrong = find_fault(at, end, &n, &fault), line_end = *at == '\r';
        const char *from = wrong ? REPLACEMENT : line_end ? "\n" : (const char *)at;
        size_t length = wrong ? sizeof REPLACEMENT - 1 : n;

        if (used + length >= room) /* space for the NUL */
            break;
        if (line_end && at + 1 < end && at[1] == '\n')
            continue; /* the newline replaces it */
        memcpy(to + used, from, length);
        used += length;
    }
    if (room)
        to[used] = '\0';
    return used;
}

const char *salvo_text_shown(const char *text, salvo_arena *memory)
{
    size_t room = SALVO_PLAIN_MOST * strlen(text) + 1;
    char *plain;

    if (salvo_is_text(text) && !strchr(text, '\r')) /* unchanged, so no copy */
        return text;
    plain = salvo_arena_array(memory, room, 1);
    if (plain)
        salvo_text_plain(plain, room, text);
    return plain;
}
