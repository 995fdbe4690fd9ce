/* The throws of a question: all that are alike told as one, with what becomes of every result. */
#ifndef SALVO_EXPLAIN_THROWS_H
#define SALVO_EXPLAIN_THROWS_H

#include <salvo/explain.h>

#include "base/intern_table.h"
#include "odds/course.h"

enum { THROW_RESULTS_MAX = 300000 }; /* of a throw whose results are told */

/* Fills in the throw and the outcomes of a roll, in fractions. */
salvo_status throws_of_roll(salvo_explanation *e, salvo_error *err);

/* Fills in the throws of a chain from its states, by their bytes, and the outcomes from its course. Without a course
 * (NULL) there are only throws from those states, of which nobody knows how often they are made. */
salvo_status throws_of_chain(salvo_explanation *e, const intern_table *states, const chain_course *course,
                             salvo_error *err);

#endif
