/* The last stage of compiling a battle: the tables that kernels read. */
#ifndef SALVO_FIGHT_BATTLE_LAY_H
#define SALVO_FIGHT_BATTLE_LAY_H

#include "fight/battle_compiler.h"

/* Fills c->t from unit states that are numbered and actions that are composed. SALVO_TOO_LARGE when the tables would be
 * too large. */
salvo_status battle_lay(compiler *c, salvo_error *err);

#endif
