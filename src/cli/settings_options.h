/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pairs of armies have, from options: sizes of armies (--elements), and words of the rulebook's battles. */
#ifndef SALVO_CLI_SETTINGS_OPTIONS_H
#define SALVO_CLI_SETTINGS_OPTIONS_H

#include "cli/context.h"

/* Fills in the plan's settings, words and size of armies, and --per where it is about something of several values here. A word
 * whose key an element has is every element's, with "defender-" in front those of an army that defends; any other is the
 * field's. */
salvo_status settings_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err);

/* Whether something is called so that may have several values. */
bool settings_options_know(const salvo_rulebook *book, const char *name);

#endif
