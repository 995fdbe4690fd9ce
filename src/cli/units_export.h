/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports the table of a rulebook's prices with new prices. */
#ifndef SALVO_CLI_UNITS_EXPORT_H
#define SALVO_CLI_UNITS_EXPORT_H

#include "cli/context.h"

/* Checks, before anything is fitted, that there is such a table. */
salvo_status units_export_check(const salvo_rulebook *book, salvo_error *err);

/* Adds the table with the fit's rounded prices to `to`, closed. If the path ends in .diff or .patch, it adds the
 * difference from the present table instead. Returns SALVO_BAD_INPUT if the ruleset's tables hold no prices. On failure
 * *to is unchanged. */
salvo_status units_export(outputs *to, const char *path, const salvo_points_fit *fit, salvo_error *err);

#endif
