/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of battles and of fire. What they are asked with is options and words, and no parameters of a procedure; so each
 * point is asked as the command of its subject would ask it, with the swept values as words. */
#ifndef SALVO_CLI_CURVE_SOURCE_H
#define SALVO_CLI_CURVE_SOURCE_H

#include <salvo/simulate.h>

#include "cli/subject.h"

/* The questions of the points. */
typedef struct curve_source curve_source;

/* Draws the curve that --over asks for. Sets *made in any case; free it after the curve, which borrows its questions. */
salvo_status curve_source_draw(salvo_curve *curve, curve_source **made, context *x, const subject *s,
                               const salvo_rulebook *book, salvo_error *err);
void curve_source_free(curve_source *of); /* accepts NULL */

#endif
