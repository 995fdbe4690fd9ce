/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of prices for some of the conditions alone, beside the one for all: a scenario, a range, a target policy, a part of
 * the settings. */
#ifndef SALVO_POINTS_OWN_LISTS_H
#define SALVO_POINTS_OWN_LISTS_H

#include "points/fit_context.h"

/* Which there are to be: where armies meet in one only, its list is the one for all. */
salvo_status own_lists_list(fit_context *d, salvo_error *err);

/* Fits each to its conditions, and judges it there beside the list for all. */
salvo_status own_lists_fit(fit_context *d, salvo_error *err);

#endif
