/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separate lists of prices for some of the conditions, beside the common list: a scenario, a range, a target policy, a
 * part of the settings. */
#ifndef SALVO_POINTS_OWN_LISTS_H
#define SALVO_POINTS_OWN_LISTS_H

#include "points/fit_context.h"

/* Decides which there are. If armies meet in only one, its list is the common one. */
salvo_status own_lists_list(fit_context *fit, salvo_error *err);

/* Fits each list to its conditions, and judges it there beside the common list. */
salvo_status own_lists_fit(fit_context *fit, salvo_error *err);

#endif
