/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/turn.h"

/* The kind that sets the line's pace: the slowest that still moves, because a line keeps together. An element without
 * its own speed goes along with its line, and a stopped one stays behind: neither sets the pace. */
static int pace_of(const turn_view *v, int side)
{
    const battle_side *army = &v->model->side[side];
    int pace = NOBODY_MOVES;

    for (element_set left = v->facts->left(v, side); left; left = set_rest(left)) {
        const int i = set_first(left), kind = army->kind_of[i];

        if (army->kinds[kind].speed > 0 && !v->facts->is_stopped(v, side, i) &&
            (pace == NOBODY_MOVES || army->kinds[kind].speed < army->kinds[pace].speed))
            pace = kind;
    }
    return pace;
}

/* lines.c has listed all places, so a place is a byte of a state. If there is only one, nobody moves. */
int turn_next_place(const turn_view *v)
{
    if (v->model->n_places == 1)
        return v->place;
    return v->model->next_place[v->place][pace_of(v, SIDE_A)][pace_of(v, SIDE_B)];
}

int turn_side_after(const battle_model *model, int side)
{
    return model->adapter->sequence == SALVO_ALTERNATELY ? enemy_of(side) : side;
}

int turn_acting_side(const turn_view *v, int side)
{
    if (v->facts->ready(v, side))
        return side;
    return v->facts->ready(v, enemy_of(side)) ? enemy_of(side) : N_SIDES;
}
