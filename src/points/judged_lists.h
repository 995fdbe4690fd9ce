/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every list of a fit on armies that no fit has seen. */
#ifndef SALVO_POINTS_JUDGED_LISTS_H
#define SALVO_POINTS_JUDGED_LISTS_H

#include "points/fit_context.h"

/* How unfair each list is to armies that are equal under it, and how far the fitted one is from its floor. */
salvo_status lists_judge(fit_context *d, salvo_error *err);

/* How well each predicts who wins, on unequal armies that are the same for all. */
salvo_status lists_predict(fit_context *d, salvo_error *err);

#endif
