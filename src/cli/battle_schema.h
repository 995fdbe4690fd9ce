/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that a battle takes: those of its plan, which are the same in every rulebook, and those of its rulebook. */
#ifndef SALVO_CLI_BATTLE_SCHEMA_H
#define SALVO_CLI_BATTLE_SCHEMA_H

#include <salvo/arena.h>
#include <salvo/rules.h>

/* Collects all words that a battle of that rulebook takes: those of the plan, those of the field, and those of an
 * element. An element's word applies to a whole side ("a-cover"); its first parameter, the unit, is left out. "acts" is
 * left out if cards decide who acts. Returns SALVO_BAD_INPUT if the rulebook has no battles. */
salvo_status battle_schema_of(salvo_schema *schema, const salvo_rulebook *book, salvo_arena *memory, salvo_error *err);

#endif
