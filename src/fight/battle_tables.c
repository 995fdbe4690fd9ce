#include "fight/battle_tables.h"

#include <stdlib.h>
#include <string.h>

void battle_tables_free(battle_tables *t)
{
    free(t->threshold);
    free(t->results);
    free(t->own);
    salvo_arena_free(t->memory);
    memset(t, 0, sizeof *t);
}
