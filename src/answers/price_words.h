/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What answers about prices say of single units: their prices in parts of the conditions, and the units they resemble. */
#ifndef SALVO_ANSWERS_PRICE_WORDS_H
#define SALVO_ANSWERS_PRICE_WORDS_H

#include <salvo/points.h>

#include "answers/fields.h"

/* The reasons for a unit's price, with the meaning of their indices. */
typedef struct told_reason {
    const salvo_unit_pool *pool;
    const salvo_price_part *parts;
    size_t n_parts;
    const salvo_price_reason *reason;
    const char *distance_unit;
    const salvo_points_setting *settings; /* of the plan; NULL: none */
    bool fitted;                          /* all prices were fitted: a kept price says nothing about another one */
} told_reason;

/* Returns whether the plan names the unit. A named unit is always reported. */
bool is_named(const salvo_points_plan *plan, const char *id);

/* JSON: the prices by part; the similar units. They read `of` when the fields are put. */
datum as_price_parts(const told_reason *of);
datum as_likenesses(const told_reason *of);

/* Adds the prices by part as two sheets, for scenarios and for ranges, with a row for each of the n units. Adds nothing
 * if all conditions are of one kind. */
void price_words_parts(page *p, const told_reason *of, size_t n);

/* Adds a sentence on the units that it resembles. */
void price_words_like(page *p, const told_reason *of);

/* Adds a sentence on the conditions that moved its price; puts the same into JSON. */
void price_words_moves(page *p, const told_reason *of);
datum as_moves(const told_reason *of);

/* Adds a sheet of the columns of the units' table that prices follow; puts the same into JSON. */
void price_words_numbers(page *p, const salvo_price_reasons *reasons);
datum as_price_numbers(const salvo_price_reasons *reasons);

/* Adds a paragraph for each class of units that fight the same and have different prices; puts the same into JSON. */
void price_words_identical(page *p, const salvo_unit_pool *pool);
datum as_identical(const salvo_unit_pool *pool);

/* A price: for reading with six digits, and "-" for none. */
datum as_price(record *to, double price);

#endif
