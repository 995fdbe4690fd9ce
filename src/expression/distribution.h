/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The possible values of an expression, each with its weight: a whole number, exact at any length (GMP). */
#ifndef SALVO_EXPRESSION_DISTRIBUTION_H
#define SALVO_EXPRESSION_DISTRIBUTION_H

#include "base/convolution.h"
#include "expression/expression.h"

/* Computes the distribution of node `at` and the nodes below it. Fails with SALVO_TOO_LARGE. After a failure *d owns
 * nothing. */
salvo_status distribution_of(distribution *d, const dice_expression *e, int at, salvo_error *err);

#endif
