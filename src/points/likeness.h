/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which units are similar in battle: how often two fire alike, and are fired at alike. */
#ifndef SALVO_POINTS_LIKENESS_H
#define SALVO_POINTS_LIKENESS_H

#include "points/unit_pool.h"

/* Lists the units most similar to one of them, the most similar first. `is_other` is NULL, or limits the candidates by
 * unit. Indistinguishable units are first, and then only they are listed. */
void likeness_find(salvo_price_reason *of, const unit_pool *pool, const bool *is_other);

#endif
