/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What answers about prices say of single units: what they would cost in some of the meetings, and what they are like. */
#ifndef SALVO_ANSWERS_PRICE_WORDS_H
#define SALVO_ANSWERS_PRICE_WORDS_H

#include <salvo/points.h>

#include "answers/fields.h"

/* A unit's reason, with what its places mean. */
typedef struct told_reason {
    const salvo_unit_pool *pool;
    const salvo_price_part *parts;
    size_t n_parts;
    const salvo_price_reason *reason;
    const char *distance_unit;
    const salvo_points_setting *settings; /* of the plan; NULL: none */
    bool fitted;                          /* all prices were: one that was kept says nothing about another */
} told_reason;

/* Whether the plan names the unit, which is then told about in any case. */
bool is_named(const salvo_points_plan *plan, const char *id);

/* JSON: the prices by part; the units that it is like. They describe `of` when they are put. */
datum as_price_parts(const told_reason *of);
datum as_likenesses(const told_reason *of);

/* The prices by part as sheets, one of scenarios and one of ranges: a row for each of the n units. Nothing where all
 * meetings are of one kind. */
void price_words_parts(page *p, const told_reason *of, size_t n);

/* A sentence: what it is like. */
void price_words_like(page *p, const told_reason *of);

/* Which meetings moved it, in a sentence; the same in JSON. */
void price_words_moves(page *p, const told_reason *of);
datum as_moves(const told_reason *of);

/* Which numbers of the units' table prices follow: a sheet; the same in JSON. */
void price_words_numbers(page *p, const salvo_price_reasons *reasons);
datum as_price_numbers(const salvo_price_reasons *reasons);

/* Units that fight the same and cost different prices: a paragraph for each such class, or nothing; the same in JSON. */
void price_words_identical(page *p, const salvo_unit_pool *pool);
datum as_identical(const salvo_unit_pool *pool);

#endif
