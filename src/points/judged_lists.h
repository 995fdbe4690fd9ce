/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every list of a fit on armies that no fit has used. */
#ifndef SALVO_POINTS_JUDGED_LISTS_H
#define SALVO_POINTS_JUDGED_LISTS_H

#include "points/fit_context.h"

/* Measures how unfair each list is to armies that are equal under it, and how far the fitted list is from its floor. */
salvo_status lists_judge(fit_context *fit, salvo_error *err);

/* Measures how well each list predicts the winner, on the same unequal armies for all. */
salvo_status lists_predict(fit_context *fit, salvo_error *err);

#endif
