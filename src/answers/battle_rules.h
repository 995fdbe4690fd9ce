/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual's description of a rulebook's battles. One function describes every rulebook, from its battle adapter. */
#ifndef SALVO_ANSWERS_BATTLE_RULES_H
#define SALVO_ANSWERS_BATTLE_RULES_H

#include <salvo/fight.h>

#include "document/page.h"

/* Requires a ruleset that has battles. `situation` is the situation of the whole field, with the rulebook's
 * defaults. */
void battle_rules_add(page *p, const salvo_rulebook *book, const void *situation);

#endif
