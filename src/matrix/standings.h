/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of each unit of a matrix against all others. */
#ifndef SALVO_MATRIX_STANDINGS_H
#define SALVO_MATRIX_STANDINGS_H

#include <salvo/matrix.h>

/* Fills x->standings from its matches, the best first, and how precise these are. Fails only with SALVO_NO_MEMORY. */
salvo_status standings_rank(salvo_matrix *x, salvo_error *err);

#endif
