/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that names of units, weapons and nations are unambiguous. */
#ifndef SALVO_RULES_UNIT_NAMES_H
#define SALVO_RULES_UNIT_NAMES_H

#include <salvo/rules.h>

/* Refuses two rows with the same name in any case of letters, unless they are of different nations. It also refuses a
 * name that is another row's id, and an id in both of two tables that are counted as one. */
salvo_status salvo_unit_names_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err);

#endif
