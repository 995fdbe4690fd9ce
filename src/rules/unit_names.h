/* SPDX-License-Identifier: GPL-3.0-or-later */
/* That units, weapons and nations can be told apart by their names. */
#ifndef SALVO_RULES_UNIT_NAMES_H
#define SALVO_RULES_UNIT_NAMES_H

#include <salvo/rules.h>

/* Refuses two rows of one name, whatever the case of its letters, unless they are of different nations; a name that is
 * another row's id; and, where two tables are counted as one, an id that is in both. */
salvo_status salvo_unit_names_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err);

#endif
