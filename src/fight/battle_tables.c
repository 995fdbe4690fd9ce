#include "fight/battle_tables.h"

#include <string.h>

void battle_tables_free(battle_tables *t)
{
    salvo_arena_free(t->memory);
    memset(t, 0, sizeof *t);
}
