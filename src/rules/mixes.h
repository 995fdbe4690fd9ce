/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table "mixes", which any ruleset may have. It holds named mixes of units: a row for each unit, and a column of
 * weights for each mix. The columns "id", "name" and "notes" are not mixes. */
#ifndef SALVO_RULES_MIXES_H
#define SALVO_RULES_MIXES_H

#include <salvo/rules.h>

enum { SALVO_WEIGHT_MAX = 1000000 };

/* Returns whether that column of the table holds weights. */
bool salvo_mixes_is_mix(const salvo_table *mixes, size_t column);

/* Checks that every id is a unit's, that every weight is a number or "-" for none, and that every mix has a positive
 * weight. A ruleset without the table passes. */
salvo_status salvo_mixes_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err);

/* Returns the weight in that cell, which has been checked. */
double salvo_mixes_weight(const salvo_cell *cell);

#endif
