/* How battles of a rulebook are fought, for its manual: one description for every book, from its battle adapter. */
#ifndef SALVO_ANSWERS_BATTLE_RULES_H
#define SALVO_ANSWERS_BATTLE_RULES_H

#include <salvo/rules.h>

#include "document/page.h"

/* The book's ruleset has battles. */
salvo_status battle_rules_add(page *p, const salvo_rulebook *book, salvo_error *err);

#endif
