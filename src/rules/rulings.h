/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table "rulings" of every ruleset: it says how salvo reads passages that can be read in more than one way. */
#ifndef SALVO_RULES_RULINGS_H
#define SALVO_RULES_RULINGS_H

#include <salvo/rules.h>

/* Checks that the ruleset has the table with its columns, and each ruling that a procedure names. */
salvo_status salvo_rulings_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err);

#endif
