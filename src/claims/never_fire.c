/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claims/never_fire.h"

#include <math.h>

#include "claims/held_up.h"
#include "fight/lines.h"
#include "simulate/answer.h"

enum { LATE = 3 }; /* it is reported if nothing fires before this turn */

/* Returns the gain of the chance to win that is reported. It is at least four standard errors of a difference of shares
 * of 4000 trials, or of the actual trials if they are fewer. */
static double worth_telling(const halts *h)
{
    return h->trials ? fmax(0.05, 4 * sqrt(0.5 / (double)h->trials)) : 0.05;
}

/* Returns whether the answer already says that the side harms nothing. */
static bool is_held_up(const salvo_battle *battle, int side)
{
    const held_up *h = held_up_battle(battle);

    for (size_t i = 0; h && i < h->n; i++)
        if (h->reasons[i].kind == HELD_UP_REACH && h->reasons[i].side == side)
            return true;
    return false;
}

/* Returns whether a halt of its line may help the kind. */
static bool wants_halt(const first_fire *fire)
{
    return (!fire->turn && fire->silence != SILENT_HARMLESS) || (fire->turn >= LATE && fire->silence == SILENT_MOVING);
}

static void find_halt(never_fires *found, const salvo_battle *battle, int side)
{
    const double now = figure_value(&battle->answer, side ? &battle->p_b : &battle->p_a);
    salvo_arena *memory = salvo_arena_new();
    halts h;

    if (memory && halts_find(&h, battle->book, battle->plan, side, 1, memory, NULL) == SALVO_OK) {
        found->halt[side] = h.at[h.best];
        found->helps[side] = h.best && h.at[h.best].p_win - now > worth_telling(&h);
    }
    salvo_arena_free(memory);
}

/* Lists all kinds that are silent for a turn or more, unless the answer reports them elsewhere. */
static void put_silent(never_fires *found, const salvo_battle *battle, const first_fires *fires)
{
    for (int s = 0; s < N_SIDES; s++) {
        const bool told = is_held_up(battle, s), moves = line_moves(battle->plan, s);
        bool wants = false;

        for (size_t k = 0; k < battle->side[s].n_kinds && !told; k++)
            wants = wants || wants_halt(&fires->of[s][k]);
        if (wants && moves && !battle->side[s].halts)
            find_halt(found, battle, s);
        for (size_t k = 0; k < battle->side[s].n_kinds && !told; k++) {
            const first_fire *fire = &fires->of[s][k];

            if (!fire->turn || (fire->turn >= LATE && fire->silence == SILENT_MOVING && found->helps[s]))
                found->of[found->n++] = (never_fire){s, k, *fire};
        }
    }
}

/* NULL: there is nothing, or memory is out (*no_memory). */
static const never_fires *find_never_fires(const salvo_battle *battle, bool *no_memory)
{
    salvo_arena *memory = battle->answer.claims->memory;
    never_fires *found = salvo_arena_array(memory, 1, sizeof *found);
    first_fires *fires = salvo_arena_array(memory, 1, sizeof *fires);
    salvo_status status = SALVO_NO_MEMORY;

    if (found && fires)
        status = first_fires_find(fires, battle->book, battle->plan, memory, NULL);
    *no_memory = status == SALVO_NO_MEMORY;
    if (status != SALVO_OK || !fires->known)
        return NULL;
    put_silent(found, battle, fires);
    return found->n ? found : NULL;
}

const never_fires *never_fires_of(const salvo_battle *battle, bool *failed)
{
    salvo_claims *claims = battle->answer.claims;
    bool no_memory = false;

    if (!claims->never_fires_found)
        claims->never_fires = find_never_fires(battle, &no_memory);
    claims->never_fires_found = !no_memory;
    *failed = *failed || no_memory;
    return claims->never_fires;
}
