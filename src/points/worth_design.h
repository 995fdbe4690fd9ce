/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worth of units as a product of unknown factors. A class of units is worth the sum of its terms; a term is a base
 * times its factors. A free price is one term with its own factor. A formula has a term for each item of its breakdown,
 * and its factors are shared. */
#ifndef SALVO_POINTS_WORTH_DESIGN_H
#define SALVO_POINTS_WORTH_DESIGN_H

#include "points/pool.h"

enum { TERM_FACTORS = 2, NO_FACTOR = -1 };

typedef struct worth_term {
    double base;
    int factor[TERM_FACTORS]; /* NO_FACTOR: none */
} worth_term;

/* How factors make worths. Memory is the arena's that made it. */
typedef struct worth_design {
    size_t n_classes, n_factors;
    worth_term *terms;  /* class by class */
    size_t *first_term; /* n_classes + 1 */
} worth_design;

/* Makes a factor for each class, over prices by class. */
salvo_status worth_design_unconstrained(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                        salvo_error *err);

/* Makes a factor for each class of the pool, over the price of its first unit; prices are by place in the pool. */
salvo_status worth_design_of_pool(worth_design *d, const unit_pool *pool, const double *prices, salvo_arena *memory,
                                  salvo_error *err);

/* Makes no factors: every class is worth its price. */
salvo_status worth_design_fixed(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                salvo_error *err);

/* Worths at some parameters: of every class, and of its terms. The logarithms of the factors are the first parameters. */
typedef struct worths {
    const worth_design *design;
    double *of, *term;
} worths;

/* Allocates them; returns false if memory is out. */
bool worths_make(worths *w, const worth_design *d, salvo_arena *memory);
void worths_read(worths *w, const double *parameters);

double worth_of_term(const worth_term *t, const double *parameters);
double worth_of_class(const worth_design *d, const double *parameters, size_t class);

#endif
