/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/battle_tables.h"

#include <string.h>

void battle_tables_free(battle_tables *t)
{
    if (t->memory_of)
        compile_cache_give_arena(t->memory_of, t->memory);
    else
        salvo_arena_free(t->memory);
    memset(t, 0, sizeof *t);
}
