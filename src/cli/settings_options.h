/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the settings of pairs of armies from the options: sizes of armies (--elements), and words of the rulebook's
 * battles. */
#ifndef SALVO_CLI_SETTINGS_OPTIONS_H
#define SALVO_CLI_SETTINGS_OPTIONS_H

#include "cli/context.h"

/* Fills in the plan's settings, its words and its sizes of armies. It also reads a --per that names a word or size with
 * several values. A word belongs to every element if an element has its key, and to an army that defends if "defender-"
 * precedes the key. Any other word belongs to the field. */
salvo_status settings_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err);

/* Whether `name` is something that may have several values. */
bool settings_options_know(const salvo_rulebook *book, const char *name);

#endif
