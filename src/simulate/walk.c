/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/walk.h"

#include <stdlib.h>
#include <string.h>

bool walk_make_room(walk *w)
{
    /* In one block behind the rows, so that one base address serves the start's row, too. */
    size_t before_start = (size_t)w->n_live << w->column_bits;

    w->columns = calloc(before_start + ((size_t)1 << w->start_bits), sizeof *w->columns);
    w->start = w->columns ? w->columns + before_start : NULL;
    return w->columns != NULL;
}

void walk_free(walk *w)
{
    free(w->columns);
    free(w->outcome);
    free(w->endless);
    free(w->gain);
    free(w->ends_turn);
    free(w->lane_gain);
    memset(w, 0, sizeof *w);
}
