/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles a battle for the kernels: unit states and activations become the tables that kernels read. */
#ifndef SALVO_FIGHT_BATTLE_COMPILE_H
#define SALVO_FIGHT_BATTLE_COMPILE_H

#include "fight/battle_tables.h"
#include "fight/compile_cache.h"

/* Fills *t. Returns SALVO_TOO_LARGE if there are too many unit states, or if compiling activations takes too long.
 * `cache` may be NULL; otherwise it must outlive the tables. On failure *t is zeroed. */
salvo_status battle_tables_compile(battle_tables *t, const battle_model *model, compile_cache *cache, salvo_error *err);

#endif
