/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vehicles in numbers, and the two of a duel (TRR-42), in the order of section 3 "Move Sequence". */
#ifndef SALVO_RULES_TRR_BATTLE_H
#define SALVO_RULES_TRR_BATTLE_H

#include <salvo/rules.h>

#include "rules/trr/gunnery.h"
#include "rules/trr/movement.h"

struct trr_element {
    const struct trr_tables *tables;
    struct trr_vehicle vehicle;
    enum trr_surface surface; /* from here on: for its moves, which a duel does not have */
    enum trr_going going;
    int extra; /* penalties */
    struct trr_move move;
};

enum trr_begins { BEGINS_INITIATIVE, BEGINS_A, BEGINS_B };

struct trr_field {
    const struct trr_tables *tables;
    enum trr_begins first;
    struct trr_terms terms;
};

extern const salvo_battle_adapter TRR_BATTLE_ADAPTER;

#endif
