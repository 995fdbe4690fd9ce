/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several attacks on one element, one after the other, all resolved whatever happens: the chain of MAD-02 and MAD-04.
 * Attack i of a volley is attack[i % n_attacks]. */
#ifndef SALVO_RULES_MAD_VOLLEY_H
#define SALVO_RULES_MAD_VOLLEY_H

#include <salvo/rules.h>

#include "rules/mad/attack.h"

struct mad_volley {
    const struct mad_tables *tables;
    struct mad_shot shot[MOUNTS_MAX]; /* for the words only */
    struct mad_attack attack[MOUNTS_MAX];
    int n_attacks; /* different attacks, 0 .. MOUNTS_MAX */
    int shots;     /* attacks in total */
    int hp;        /* of the target, at least 1 */
};

enum mad_volley_outcome { DESTROYED, DAMAGED, UNHARMED, N_VOLLEY_OUTCOMES };

extern const char *const MAD_VOLLEY_OUTCOMES[N_VOLLEY_OUTCOMES];
enum { N_VOLLEY_EXPECTATIONS = 2 };
extern const salvo_expectation MAD_VOLLEY_EXPECTATIONS[N_VOLLEY_EXPECTATIONS];
extern const salvo_chain MAD_VOLLEY; /* its situation is a struct mad_volley */

void mad_volley_explain(const void *situation, salvo_text *text);

#endif
