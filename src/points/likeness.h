/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which units do alike in battle: how often two fire alike, and are fired at alike. */
#ifndef SALVO_POINTS_LIKENESS_H
#define SALVO_POINTS_LIKENESS_H

#include "points/unit_pool.h"

/* The units most like one of them, the most like first; `is_other` NULL or by unit: only these. Units that nothing tells
 * apart come first, and then they are all that is listed. */
void likeness_find(salvo_price_reason *of, const unit_pool *m, const bool *is_other);

#endif
