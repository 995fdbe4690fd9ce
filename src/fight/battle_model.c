/* Outcome codes are numbers in mixed radix: what is left of side a's kinds, then of side b's, and the verdict above
 * them all. The last kind is the lowest digit. */
#include "fight/battle_model.h"

#include <math.h>
#include <string.h>

const void *battle_model_fire(const battle_model *e, int place, int side, int actor_kind, int target_kind)
{
    return e->fires[battle_model_fire_number(e, place, side, actor_kind, target_kind)]->bytes;
}

int battle_model_left(const battle_model *e, int code, int side, int kind)
{
    for (int s = SIDE_B; s >= SIDE_A; s--)
        for (int k = e->side[s].n_kinds - 1; k >= 0; k--) {
            int radix = e->side[s].kinds[k].count + 1;

            if (s == side && k == kind)
                return code % radix;
            code /= radix;
        }
    return 0;
}

/* -1: nobody; -2: both, the encoding of battle_model_winner. Both lost at once is a mutual end and not a draw of
 * nobody: reports tell them apart. */
static int winner_over(const bool lost[N_SIDES])
{
    if (lost[SIDE_A] == lost[SIDE_B])
        return lost[SIDE_A] ? -2 : -1;
    return lost[SIDE_A] ? SIDE_B : SIDE_A;
}

/* Read from the code, so that exact and simulated answers and every tally agree about who has won. */
int battle_model_winner(const battle_model *e, int code)
{
    bool gone[N_SIDES], broken[N_SIDES];

    for (int s = SIDE_A; s <= SIDE_B; s++) {
        int left = 0;

        for (int k = 0; k < e->side[s].n_kinds; k++)
            left += battle_model_left(e, code, s, k);
        gone[s] = left == 0;
        broken[s] = e->side[s].n - left >= e->side[s].breaks_at;
    }
    if (gone[SIDE_A] || gone[SIDE_B]) /* wiped out counts before limits and withdrawals */
        return winner_over(gone);
    switch (code / e->n_left) { /* who is beaten by the ruleset's limits */
    case A_BEATEN:
        return SIDE_B;
    case B_BEATEN:
        return SIDE_A;
    case BOTH_BEATEN:
        return -2;
    default:
        return winner_over(broken);
    }
}

/* A share of 0 never breaks off, hence a number that no losses reach; any other share needs at least one loss. */
int battle_model_breaks_at(int n, double share)
{
    int lost = (int)ceil(share * n - 1e-9); /* rounded up, less an error of doubles */

    return share > 0 ? lost > 1 ? lost : 1 : n + 1;
}
