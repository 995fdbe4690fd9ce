/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of a fit, as they were judged. */
#ifndef SALVO_ANSWERS_POINTS_JUDGED_H
#define SALVO_ANSWERS_POINTS_JUDGED_H

#include <salvo/points.h>

#include "answers/fields.h"

/* Who judged, and what came out; after a stop nobody may have. */
void points_judged(page *p, const salvo_points_fit *f);

/* List `list` of a fit: a row to read, or its key in JSON; nothing where it was not judged. */
void describe_judged(record *to, const void *fit, size_t list);

/* Whether there was any price before. */
bool points_is_priced(const salvo_points_fit *f);

/* Whether armies meet in it. */
bool points_has_scenario(const salvo_points_fit *f, salvo_scenario scenario);

/* Whether the author decided anything about prices. */
bool points_is_limited(const salvo_points_fit *f);

#endif
