/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the lines of two armies can stand, and where they go from there. */
#ifndef SALVO_FIGHT_LINES_H
#define SALVO_FIGHT_LINES_H

#include "fight/battle_model.h"

/* Whether the pace can be that of the side's line: the pace of one of its kinds, or NOBODY_MOVES. */
bool is_pace(const battle_model *model, int side, int pace);

/* All paces of a line. */
typedef struct pace_list {
    int pace[N_PACES], n;
} pace_list;

pace_list paces_of(const battle_model *model, int side);

/* Whether the side's line moves at all. The scenario decides: in an advance only side a moves, in a meeting both. */
bool line_moves(const salvo_battle_plan *plan, int side);

/* Returns the range at which all lines stop. */
double lines_close_to(const salvo_battle_adapter *adapter, const void *field, const salvo_battle_plan *plan);

/* Fills model->places and model->next_place. Returns SALVO_BAD_INPUT for a halt nearer than lines come, SALVO_TOO_LARGE
 * beyond PLACES_MAX places. */
salvo_status lay_places(battle_model *model, const salvo_battle_plan *plan, salvo_error *err);

#endif
