/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fair prices could be made that add up: the imbalance that no list of this kind goes below. */
#ifndef SALVO_POINTS_PRICE_FLOOR_H
#define SALVO_POINTS_PRICE_FLOOR_H

#include "points/observations.h"

/* How much more fair a list from endlessly many battles would be than one from these, as an imbalance: lists from halves
 * of the observations are less fair than the list from all of them by as much as that is less fair than the endless
 * one, since what a list errs by falls as 1 / pairs. All lists are judged on the same armies, `judged`, that no fit has
 * seen. `of` is what `whole` was fitted to. */
salvo_status price_floor_distance(salvo_bounds *to, const value_model *whole, const value_question *of,
                                  const observations *seen, const observations *judged, salvo_error *err);

#endif
