/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/state_bits.h"

#include "base/hash.h"

/* A mask protects the other fields in the same bytes. */
void field_set_bits(const state_field *field, size_t i, uint8_t *bytes, uint64_t number)
{
    const unsigned at = field->at + (unsigned)i * field->bits, first = at / 8, last = (at + field->bits + 7) / 8;
    const uint64_t mask = ((UINT64_C(1) << field->bits) - 1) << at % 8;

    number <<= at % 8;
    for (unsigned k = first; field->bits && k < last; k++) {
        const unsigned shift = 8 * (k - first);

        bytes[k] = (uint8_t)((bytes[k] & ~(mask >> shift)) | (number >> shift & 0xff));
    }
}

uint64_t state_field_number(const state_field *field, const uint8_t *bytes)
{
    return field_bits(field, 0, bytes);
}

void state_field_set(const state_field *field, uint8_t *bytes, uint64_t number)
{
    field_set_bits(field, 0, bytes, number);
}

static size_t values_of(const state_field *field)
{
    return field->length ? field->length : 1;
}

uint64_t state_field_mark(const state_field *field, const uint8_t *bytes)
{
    uint64_t mark = SALVO_HASH;

    for (size_t k = 0; k < values_of(field); k++)
        mark = salvo_hash_number(mark, field_bits(field, k, bytes));
    return mark;
}

/* The bits can hold numbers that a field cannot: three values take two bits. Rules never return such bytes, but engines
 * also compare states that they made themselves. */
bool state_is_one(const state_layout *layout, const uint8_t *bytes)
{
    for (size_t i = 0; i < layout->n; i++)
        for (size_t k = 0; k < values_of(&layout->fields[i]); k++)
            if (field_bits(&layout->fields[i], k, bytes) >= layout->fields[i].count)
                return false;
    return true;
}
