/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the plan of a points test or fit from the options. */
#ifndef SALVO_CLI_POINTS_OPTIONS_H
#define SALVO_CLI_POINTS_OPTIONS_H

#include "cli/context.h"

/* Fills *plan; what it borrows lives as long as the context. For the words, see settings_options.h. */
salvo_status points_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err);

#endif
