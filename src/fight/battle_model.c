/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcome codes are numbers in mixed radix. The digits are the survivors of side a's kinds, then of side b's; the last
 * kind is the lowest. The verdict is the highest digit. */
#include "fight/battle_model.h"

#include <math.h>
#include <string.h>

const char *const SALVO_DEFEATS[SALVO_N_DEFEATS + 1] = {
    [SALVO_WIPED_OUT] = "wiped-out", [SALVO_WORN] = "worn", [SALVO_OUT] = "out", [SALVO_WITHDRAWN] = "withdrawn"};

const void *battle_model_fire(const battle_model *model, int place, int side, int actor_kind, int target_kind)
{
    return model->fires[battle_model_fire_number(model, place, side, actor_kind, target_kind)]->bytes;
}

int battle_model_left(const battle_model *model, int code, int side, int kind)
{
    for (int s = SIDE_B; s >= SIDE_A; s--)
        for (int k = model->side[s].n_kinds - 1; k >= 0; k--) {
            int radix = model->side[s].kinds[k].count + 1;

            if (s == side && k == kind)
                return code % radix;
            code /= radix;
        }
    return 0;
}

static int lost_by_code(const battle_model *model, int code, int side)
{
    int left = 0;

    for (int k = 0; k < model->side[side].n_kinds; k++)
        left += battle_model_left(model, code, side, k);
    return model->side[side].n - left;
}

/* In the order of the rules: destruction counts before limits, and limits before withdrawal. */
salvo_defeat battle_model_defeat(const battle_model *model, int code, int side)
{
    const battle_side *army = &model->side[side];
    const int lost = lost_by_code(model, code, side), verdict = code / model->n_left & BOTH_BEATEN;

    if (lost == army->n)
        return SALVO_WIPED_OUT;
    if (lost_by_code(model, code, enemy_of(side)) == model->side[enemy_of(side)].n)
        return SALVO_N_DEFEATS;
    if (verdict == NOBODY_BEATEN)
        return lost >= army->breaks_at ? SALVO_WITHDRAWN : SALVO_N_DEFEATS;
    if (!(verdict & (side == SIDE_A ? A_BEATEN : B_BEATEN)))
        return SALVO_N_DEFEATS;
    return lost >= army->out_limit ? SALVO_OUT : SALVO_WORN;
}

/* Reads the code, so exact answers, simulated answers and tallies agree about the winner. */
int battle_model_winner(const battle_model *model, int code)
{
    const bool a_lost = battle_model_defeat(model, code, SIDE_A) != SALVO_N_DEFEATS,
               b_lost = battle_model_defeat(model, code, SIDE_B) != SALVO_N_DEFEATS;

    if (a_lost == b_lost) /* reports distinguish a mutual end from one that nobody wins */
        return a_lost ? -2 : -1;
    return a_lost ? SIDE_B : SIDE_A;
}

/* A side with a share of 0 never withdraws, hence a number that losses cannot reach. Any other share needs at least
 * one loss. */
int battle_model_breaks_at(int n, double share)
{
    int lost = (int)ceil(share * n - 1e-9); /* rounded up, with an allowance for the error of doubles */

    return share > 0 ? lost > 1 ? lost : 1 : n + 1;
}
