/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an expression can come to, each value with its weight: a whole number, exact at any length (GMP). */
#ifndef SALVO_EXPRESSION_DISTRIBUTION_H
#define SALVO_EXPRESSION_DISTRIBUTION_H

#include "base/convolution.h"
#include "expression/expression.h"

/* The distribution of the expression, of node `at` and what is below it. SALVO_TOO_LARGE. On failure *d owns nothing. */
salvo_status distribution_of(distribution *d, const dice_expression *e, int at, salvo_error *err);

#endif
