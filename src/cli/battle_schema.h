/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the words of a battle may say: those of its plan, which no rulebook decides, and those of its rulebook. */
#ifndef SALVO_CLI_BATTLE_SCHEMA_H
#define SALVO_CLI_BATTLE_SCHEMA_H

#include <salvo/arena.h>
#include <salvo/rules.h>

/* The plan's, without help: that is the option's of the same name (cli/options.h). */
enum {
    PLAN_RANGE,
    PLAN_SCENARIO,
    PLAN_CLOSE_TO,
    PLAN_HALT_A,
    PLAN_HALT_B,
    PLAN_TARGETS,
    PLAN_TARGETS_A,
    PLAN_TARGETS_B,
    PLAN_ACTS,
    PLAN_ACTS_A,
    PLAN_ACTS_B,
    PLAN_TURNS,
    PLAN_BREAK_AT,
    N_PLAN
};
extern const salvo_parameter PLAN_PARAMETERS[N_PLAN];

/* All words that a battle of that rulebook takes: the plan's; the field's; those of an element for all of a side, "a-cover",
 * which leaves out the element's first, its unit. Without "acts" where cards say who does. SALVO_BAD_INPUT when the rulebook has no battles. */
salvo_status battle_schema_of(salvo_schema *schema, const salvo_rulebook *book, salvo_arena *memory, salvo_error *err);

#endif
