/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The test results of the price lists of a fit. */
#ifndef SALVO_ANSWERS_POINTS_JUDGED_H
#define SALVO_ANSWERS_POINTS_JUDGED_H

#include <salvo/points.h>

#include "answers/fields.h"

/* Adds what tested the lists, and the results. After a stop there may be none. */
void points_judged(page *p, const salvo_points_fit *f);

/* Describes list `list` of a fit, as a row for reading or as its key in JSON. A list that was not tested has no row. */
void describe_judged(record *to, const void *fit, size_t list);

/* Returns whether any unit had a price before. */
bool points_is_priced(const salvo_points_fit *f);

/* Returns whether armies meet in the scenario. */
bool points_has_scenario(const salvo_points_fit *f, salvo_scenario scenario);

/* Returns whether the author set any limits for prices. */
bool points_is_limited(const salvo_points_fit *f);

#endif
