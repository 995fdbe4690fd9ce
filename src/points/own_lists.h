/* Lists of prices for one scenario or one range alone, beside the one for all. */
#ifndef SALVO_POINTS_OWN_LISTS_H
#define SALVO_POINTS_OWN_LISTS_H

#include "points/fit_context.h"

/* Which there are to be: for what the plan has more than one of. */
salvo_status own_lists_list(fit_context *d, salvo_error *err);

/* Fits each to its conditions, and judges it there beside the list for all. */
salvo_status own_lists_fit(fit_context *d, salvo_error *err);

#endif
