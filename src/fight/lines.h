/* Where the lines stand, turn after turn. */
#ifndef SALVO_FIGHT_LINES_H
#define SALVO_FIGHT_LINES_H

#include "fight/battle_model.h"

/* Whether a line of the side may come to that pace: of one of its kinds, or of nobody. */
bool is_pace(const battle_model *e, int side, int pace);

/* Fills e->places and e->next_place. SALVO_TOO_LARGE beyond PLACES_MAX places. */
salvo_status lay_places(battle_model *e, const salvo_battle_plan *plan, salvo_error *err);

#endif
