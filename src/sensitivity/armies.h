/* What a step does to the imbalance of armies of equal cost: the same armies, fought again in every variant. */
#ifndef SALVO_SENSITIVITY_ARMIES_H
#define SALVO_SENSITIVITY_ARMIES_H

#include "points/pair_run.h"
#include "sensitivity/probes.h"

/* The armies, and what became of them in the book as it is. */
typedef struct armies {
    unit_pool m;
    bool *bought; /* by place in the unit pool: some army has it */
    pair_run run;
} armies;

/* Draws and fights. asked->armies, base and simulation are set. SALVO_BAD_INPUT as of a points test, or when it was broken
 * off before a pair was done. On failure, too, armies_free. */
salvo_status armies_fight(armies *a, salvo_baseline *asked, batch *b, salvo_error *err);
void armies_free(armies *a);

/* Fights once more in the variant of every probe; `moves` has one for each. */
salvo_status armies_vary(const armies *a, salvo_baseline *asked, batch *b, salvo_move *moves, salvo_error *err);

#endif
