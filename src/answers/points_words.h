/* What the reports of a points test and of a fit share. */
#ifndef SALVO_ANSWERS_POINTS_WORDS_H
#define SALVO_ANSWERS_POINTS_WORDS_H

#include <salvo/points.h>

#include "document/json.h"
#include "document/page.h"

/* A paragraph for each reason why units are left out. */
void points_left_out(page *p, const salvo_unit_pool *m);
json_t *points_json_left_out(const salvo_unit_pool *m);

/* The next cell, all digits; empty where there is no number. */
void points_number(sheet *s, double number);

/* null where there is no number. */
json_t *points_json_number(double number);

/* {"value": x, "ci95": [low, high]} */
json_t *points_json_bounds(const salvo_bounds *b);

#endif
