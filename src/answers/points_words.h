/* What the reports of a points test and of a fit share. */
#ifndef SALVO_ANSWERS_POINTS_WORDS_H
#define SALVO_ANSWERS_POINTS_WORDS_H

#include <salvo/points.h>

#include "answers/fields.h"

/* A paragraph for each reason why units are left out; the same in JSON. */
void points_left_out(page *p, const salvo_unit_pool *m);
datum as_left_out(const salvo_unit_pool *m);

/* JSON: the imbalance at each range in each scenario. */
datum as_meetings(const salvo_imbalance *imbalance);

/* The same as a sheet: a row for each range, a column for each scenario; `fitted` NULL or beside it. */
void points_meetings(page *p, const char *distance_unit, size_t n_ranges, const salvo_imbalance *at,
                     const salvo_imbalance *fitted);

/* What an imbalance is: a sentence. */
extern const char IMBALANCE_WORDS[];

/* "0, 500, 1000 m"; "hold, advance" */
void put_ranges(salvo_text *text, const double *ranges, size_t n, const char *unit);
void put_scenarios(salvo_text *text, const double scenarios[SALVO_N_SCENARIOS]);

#endif
