/* Who is fired at decides battles as much as the dice, and nobody has to say it: what the default gives beside others. */
#ifndef SALVO_CLAIMS_OTHER_TARGETS_H
#define SALVO_CLAIMS_OTHER_TARGETS_H

#include <salvo/fight.h>

/* With that policy for every side that has none of its own. */
typedef struct other_target {
    salvo_targets targets;
    double p_a;
    bool differs; /* from the battle as it is, by more than the simulation that compares them can err */
} other_target;

typedef struct other_targets {
    double usual; /* a's chance to win as it is, by the same quick way */
    other_target least, most;
    uint64_t trials; /* of the fewest */
} other_targets;

/* NULL where no policy differs, and of more than 16 elements, which would take too long. Looked at once, whichever format
 * asks first. *failed becomes true when memory ran out. */
const other_targets *other_targets_of(const salvo_battle *battle, bool *failed);

#endif
