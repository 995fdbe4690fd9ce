/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The printed prices of both lists beside the book's own formulas (MAD-27, MAD-29; R-50 for those without a printed
 * one). */
#ifndef SALVO_RULES_MAD_PRICES_H
#define SALVO_RULES_MAD_PRICES_H

#include <salvo/arena.h>
#include <salvo/rules.h>

enum mad_price_list { PRICES_UNITS, PRICES_AIRCRAFT, N_PRICE_LISTS };
extern const salvo_price_list MAD_PRICES[N_PRICE_LISTS + 1];

/* Returns the printed price of a row of a list, or the formula's in its place. NULL if memory is out. */
const char *mad_price_words(const salvo_price_list *list, const salvo_store *store, const void *tables, size_t row,
                            salvo_arena *memory);

#endif
