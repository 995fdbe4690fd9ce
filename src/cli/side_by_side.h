/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks two rulebooks the same question in the same words: a duel, a battle, or one unit's fire. */
#ifndef SALVO_CLI_SIDE_BY_SIDE_H
#define SALVO_CLI_SIDE_BY_SIDE_H

#include "cli/subject.h"

/* Runs a comparison whose second variant names a rulebook: "-- -r trr". */
salvo_status side_by_side_run(context *x, const subject *s, salvo_error *err);

#endif
