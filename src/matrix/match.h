/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One match of a matrix, a duel or a battle: how it is fought and read, and averages over several. */
#ifndef SALVO_MATRIX_MATCH_H
#define SALVO_MATRIX_MATCH_H

#include <salvo/arena.h>
#include <salvo/matrix.h>

/* Two rows of the unit set, and the range at which they meet. */
typedef struct pairing {
    const salvo_rulebook *book;
    const salvo_matrix_plan *plan;
    const salvo_unit_set *unit_set;
    size_t row[2];
    double price[2]; /* -1: none */
    double range;
} pairing;

/* Fights the pairing by the plan. *interrupted: the progress callback stopped a simulation, and the match must not be
 * used. If no budget buys the match, it is not known. `remark` is the answer's remark on its numbers, in `memory`. */
salvo_status match_fight(salvo_match *match, const pairing *m, const salvo_approach *approach, bool *interrupted,
                         const char **remark, salvo_arena *memory, salvo_error *err);

/* Adds `weight` times a known match to a sum, which begins zeroed. Weights sum to 1. */
void match_add(salvo_match *sum, const salvo_match *match, double weight);

/* Returns the same match seen from the other side. */
salvo_match match_mirrored(const salvo_match *match);

/* Returns the reported value: the exact one if there is one. */
double match_value(const salvo_match *match, const salvo_figure *figure);

#endif
