/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table that a rulebook's prices stand in, with new ones. */
#ifndef SALVO_CLI_UNITS_EXPORT_H
#define SALVO_CLI_UNITS_EXPORT_H

#include "cli/context.h"

/* Whether there is such a table, told before anything is fitted. */
salvo_status units_export_check(const salvo_rulebook *book, salvo_error *err);

/* Adds the table with the fit's rounded prices to `to`, closed; with a path that ends in .diff or .patch the difference
 * from the table as it is. SALVO_BAD_INPUT when the ruleset's tables hold no prices. On failure *to is as it was. */
salvo_status units_export(outputs *to, const char *path, const salvo_points_fit *fit, salvo_error *err);

#endif
