/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How battles of a rulebook are fought, for its manual: one description for every book, from its battle adapter. */
#ifndef SALVO_ANSWERS_BATTLE_RULES_H
#define SALVO_ANSWERS_BATTLE_RULES_H

#include <salvo/fight.h>

#include "document/page.h"

/* `situation` is that of the whole field, as the book has it by default: for a ruleset that has battles. */
void battle_rules_add(page *p, const salvo_rulebook *book, const void *situation);

#endif
