/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the rulebook if neither -r nor --data names one. */
#ifndef SALVO_CLI_WHICH_BOOK_H
#define SALVO_CLI_WHICH_BOOK_H

#include "cli/context.h"
#include "rules/shelf.h"

/* Returns the user's default: $SALVO_RULESET, else the `ruleset` of salvo/config.yaml in $XDG_CONFIG_HOME or ~/.config.
 * *id is NULL if there is none. */
salvo_status which_default(context *x, const char **id, salvo_error *err);

/* Finds that default, else the only rulebook with every unit that the command names. If there are several or none, it
 * fails and lists the possible ones. */
salvo_status which_book(const shelf *s, context *x, const known_book **known, salvo_error *err);

#endif
