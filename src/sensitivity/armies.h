/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of steps on the imbalance of armies of equal cost: the same armies fight again in every variant. */
#ifndef SALVO_SENSITIVITY_ARMIES_H
#define SALVO_SENSITIVITY_ARMIES_H

#include "points/inputs.h"
#include "points/price_battles.h"
#include "sensitivity/probes.h"

/* The armies, and their battles in the unchanged book. */
typedef struct armies {
    price_battles battles;
    bool *bought; /* by place in the unit pool: some army has it */
    pair_run run;
    inputs inputs; /* of that run */
} armies;

/* Draws and fights the armies, and sets asked->armies, base and simulation. SALVO_BAD_INPUT as for a points test.
 * SALVO_STOPPED if the progress callback stopped it before the first pair was complete. Call armies_free also after a
 * failure. */
salvo_status armies_fight(armies *a, salvo_baseline *asked, batch *b, salvo_error *err);
void armies_free(armies *a);

/* Fights them again in the variant of every probe. `moves` has an entry for each probe. */
salvo_status armies_vary(const armies *a, salvo_baseline *asked, batch *b, salvo_changed_answer *moves,
                         salvo_error *err);

#endif
