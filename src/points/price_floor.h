/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fair additive prices could be: the least imbalance of any list of this kind. */
#ifndef SALVO_POINTS_PRICE_FLOOR_H
#define SALVO_POINTS_PRICE_FLOOR_H

#include "points/observations.h"

/* Estimates how much fairer a list from unlimited battles would be than one from these, as an imbalance. A list's error
 * falls as 1 / pairs. So lists from halves of the observations are less fair than the list from all of them. By the
 * same amount that list is less fair than the unlimited one. All lists are judged on the same armies, `judged`, which
 * no fit has used. `of` is the question to which `whole` was fitted. */
salvo_status price_floor_distance(salvo_bounds *to, const value_model *whole, const value_question *of,
                                  const observations *seen, const observations *judged, salvo_error *err);

#endif
