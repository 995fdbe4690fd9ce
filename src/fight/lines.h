/* Where the lines of two armies can stand, and where they go from there. */
#ifndef SALVO_FIGHT_LINES_H
#define SALVO_FIGHT_LINES_H

#include "fight/battle_model.h"

/* Whether the pace can be that of the side's line: the pace of one of its kinds, or NOBODY_MOVES. */
bool is_pace(const battle_model *e, int side, int pace);

/* All of them. */
typedef struct pace_list {
    int pace[N_PACES], n;
} pace_list;

pace_list paces_of(const battle_model *e, int side);

/* Fills e->places and e->next_place. SALVO_TOO_LARGE beyond PLACES_MAX places. */
salvo_status lay_places(battle_model *e, const salvo_battle_plan *plan, salvo_error *err);

#endif
