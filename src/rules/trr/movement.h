/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections 6 "Movement", 10 "Entrenching", "Bridging": TRR-05, TRR-06. */
#ifndef SALVO_RULES_TRR_MOVEMENT_H
#define SALVO_RULES_TRR_MOVEMENT_H

#include <salvo/rules.h>

#include "rules/trr/tables.h"
#include "rules/trr/words.h"

/* A move before its dice: each penalty takes a D10 off the rate. */
struct trr_move {
    bool allowed;
    int rate_cm, penalties;
};

/* Returns the move at full speed without obstacles; `extra` penalties are added to those of the going. */
struct trr_move trr_move_of(const struct trr_movement *type, enum trr_surface surface, enum trr_going going, int extra);

/* Returns the average distance of a permitted move. */
double trr_move_mean_cm(const struct trr_move *move);

extern const salvo_procedure TRR_MOVEMENT, TRR_ENGINEERING;

#endif
