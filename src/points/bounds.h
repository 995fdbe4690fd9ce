/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures with their 95 % intervals. */
#ifndef SALVO_POINTS_BOUNDS_H
#define SALVO_POINTS_BOUNDS_H

#include <salvo/points.h>

/* Returns the mean of n values with Student's interval, from their sum and the sum of their squares. */
salvo_bounds bounds_of_mean(double sum, double squares, size_t n);

/* Returns the value with its interval, from the standard error of its logarithm. */
salvo_bounds bounds_of_logarithm(double value, double error);

#endif
