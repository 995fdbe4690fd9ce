/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table "rulings" of every ruleset: where the book can be read in more than one way, how it is read. */
#ifndef SALVO_RULES_RULINGS_H
#define SALVO_RULES_RULINGS_H

#include <salvo/rules.h>

/* Every ruleset has it, with its columns, and with each ruling that a procedure rests on. */
salvo_status salvo_rulings_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err);

#endif
