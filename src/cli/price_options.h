/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an author decides: which units can be bought, and what holds their new prices. */
#ifndef SALVO_CLI_PRICE_OPTIONS_H
#define SALVO_CLI_PRICE_OPTIONS_H

#include <salvo/selection.h>

#include "cli/context.h"

/* The units that a ruleset's battles enlist, as a set to select from. The ruleset has battles. */
void price_options_units(salvo_unit_set *set, const salvo_rulebook *book);

/* Fills the plan's choices, limits and rounding. What it borrows lives as long as the context. */
salvo_status price_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err);

#endif
