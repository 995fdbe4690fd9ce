/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rulebook is meant when neither -r nor --data says it. */
#ifndef SALVO_CLI_WHICH_BOOK_H
#define SALVO_CLI_WHICH_BOOK_H

#include "cli/shelf.h"

/* The user's default: $SALVO_RULESET, else the `ruleset` of salvo/config.yaml in $XDG_CONFIG_HOME or ~/.config. *id is NULL
 * when there is none. */
salvo_status which_default(context *x, const char **id, salvo_error *err);

/* That default, else the only rulebook that has every unit that the command names. Several, or none, fail with what there
 * is to choose from. */
salvo_status which_book(const shelf *s, context *x, const known_book **known, salvo_error *err);

#endif
