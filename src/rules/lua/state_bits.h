/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States packed into bits: the engines number them by their bytes, and an element of a battle has only four. */
#ifndef SALVO_RULES_LUA_STATE_BITS_H
#define SALVO_RULES_LUA_STATE_BITS_H

#include "rules/lua/book.h"

/* Return and set the i-th value of a field, 0 for the least one. A field that is one value has only i = 0. */
uint64_t field_bits(const state_field *field, size_t i, const uint8_t *bytes);
void field_set_bits(const state_field *field, size_t i, uint8_t *bytes, uint64_t number);

/* Return and set the number of a field that is one value, 0 for the first value. */
uint64_t state_field_number(const state_field *field, const uint8_t *bytes);
void state_field_set(const state_field *field, uint8_t *bytes, uint64_t number);
/* Returns a number that differs for different values of a field of any length. */
uint64_t state_field_mark(const state_field *field, const uint8_t *bytes);
bool state_is_one(const state_layout *layout, const uint8_t *bytes);

#endif
