/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States packed into bits: the engines number them by their bytes, and an element of a battle has only four. */
#ifndef SALVO_RULES_LUA_STATE_BITS_H
#define SALVO_RULES_LUA_STATE_BITS_H

#include "rules/lua/book.h"

/* Return and set the i-th value of a field, 0 for the least one. A field that is one value has only i = 0.
 * A field begins at any bit and has at most 32 bits (limits of whole() are 32-bit). So the field and the bits before it
 * fit into 64. */
static inline uint64_t field_bits(const state_field *field, size_t i, const uint8_t *bytes)
{
    const unsigned at = field->at + (unsigned)i * field->bits, first = at / 8, last = (at + field->bits + 7) / 8;
    uint64_t number = 0;

    /* A field with one value takes no bits, and may lie beyond the last byte. */
    if (!field->bits)
        return 0;
    if (last == first + 1)
        return bytes[first] >> at % 8 & ((1U << field->bits) - 1);
    for (unsigned k = first; k < last; k++)
        number |= (uint64_t)bytes[k] << 8 * (k - first);
    return number >> at % 8 & ((UINT64_C(1) << field->bits) - 1);
}

void field_set_bits(const state_field *field, size_t i, uint8_t *bytes, uint64_t number);

/* Return and set the number of a field that is one value, 0 for the first value. */
uint64_t state_field_number(const state_field *field, const uint8_t *bytes);
void state_field_set(const state_field *field, uint8_t *bytes, uint64_t number);
/* Returns a number that differs for different values of a field of any length. */
uint64_t state_field_mark(const state_field *field, const uint8_t *bytes);
bool state_is_one(const state_layout *layout, const uint8_t *bytes);

#endif
