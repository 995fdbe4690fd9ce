/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/fire_worths.h"

#include <stdlib.h>

#include "base/grow.h"

void fire_worths_free(fire_worths *w)
{
    intern_table_free(&w->known);
    free(w->worth);
    *w = (fire_worths){.worth = NULL};
}

bool fire_worths_find(fire_worths *w, const worth_key *key, uint32_t *worth)
{
    bool known;

#pragma omp critical(salvo_fire_worths)
    {
        uint32_t number;
        bool is_new;

        known =
            w->known.count > 0 && intern_table_has(&w->known, key) && intern_table_of(&w->known, key, &number, &is_new);
        if (known)
            *worth = w->worth[number];
    }
    return known;
}

/* Space first, so that every key with a number has a worth. */
void fire_worths_keep(fire_worths *w, const worth_key *key, uint32_t worth)
{
#pragma omp critical(salvo_fire_worths)
    {
        uint32_t number;
        bool is_new;

        w->known.key_size = sizeof *key;
        if (salvo_grow(&w->worth, &w->capacity, w->known.count + 1, sizeof *w->worth) &&
            intern_table_of(&w->known, key, &number, &is_new))
            w->worth[number] = worth;
    }
}
