/* The pictures of answers, drawn into a chart that is ready to be filled (answer.h). */
#ifndef SALVO_ANSWERS_CHARTS_H
#define SALVO_ANSWERS_CHARTS_H

#include <salvo/report.h>

#include "chart/chart.h"

void draw_audit(chart *c, const void *audit);
void draw_battle(chart *c, const void *battle);
void draw_comparison(chart *c, const void *comparison);
void draw_duel(chart *c, const void *duel);
void draw_search(chart *c, const void *search);
void draw_sensitivity(chart *c, const void *sensitivity);

/* `show` are the n quantities that the user asked for by name; none: what says most. */
salvo_status draw_curve(chart *c, const void *curve, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_efficiency(chart *c, const void *efficiency, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_matrix(chart *c, const void *matrix, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_points_fit(chart *c, const void *fit, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_points_test(chart *c, const void *test, const char *const *show, size_t n, salvo_error *err);

#endif
