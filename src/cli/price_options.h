/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choices of a list's author: the units that can be bought, and the limits of their new prices. */
#ifndef SALVO_CLI_PRICE_OPTIONS_H
#define SALVO_CLI_PRICE_OPTIONS_H

#include <salvo/selection.h>

#include "cli/context.h"

/* Fills `set` with the units that a ruleset's battles enlist, for selections. The ruleset must have battles. */
void price_options_units(salvo_unit_set *set, const salvo_rulebook *book);

/* Fills the plan's choices, limits and rounding. What it borrows lives as long as the context. */
salvo_status price_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err);

#endif
