/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table "mixes" that any ruleset may have: named mixes of its units, a row for each unit, a column of weights for
 * each mix. Columns "id", "name" and "notes" are none. */
#ifndef SALVO_RULES_MIXES_H
#define SALVO_RULES_MIXES_H

#include <salvo/rules.h>

enum { SALVO_WEIGHT_MAX = 1000000 };

/* Whether that column of the table holds weights. */
bool salvo_mixes_is_mix(const salvo_table *mixes, size_t column);

/* Every id is a unit's, every weight a number or "-" for none, and every mix has a weight above 0. A ruleset without the
 * table is in order. */
salvo_status salvo_mixes_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err);

/* The weight in that cell, which has been checked. */
double salvo_mixes_weight(const salvo_cell *cell);

#endif
