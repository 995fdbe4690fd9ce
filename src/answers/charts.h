/* The chart of each kind of answer.
 *
 * `show` are the n quantities that the user asked for by name; none: what says most. Each leaves *c to chart_free, also
 * when it fails. SALVO_BAD_INPUT for a quantity that the answer does not have. */
#ifndef SALVO_ANSWERS_CHARTS_H
#define SALVO_ANSWERS_CHARTS_H

#include <salvo/report.h>

#include "chart/chart.h"

salvo_status chart_of_curve(chart *c, const salvo_curve *curve, const char *const *show, size_t n, salvo_error *err);
salvo_status chart_of_duel(chart *c, const salvo_duel *duel, salvo_error *err);
salvo_status chart_of_comparison(chart *c, const salvo_comparison *comparison, salvo_error *err);
salvo_status chart_of_audit(chart *c, const salvo_audit *audit, salvo_error *err);
salvo_status chart_of_points_test(chart *c, const salvo_points_test *test, const char *const *show, size_t n,
                                  salvo_error *err);
salvo_status chart_of_points_fit(chart *c, const salvo_points_fit *fit, const char *const *show, size_t n,
                                 salvo_error *err);
salvo_status chart_of_sensitivity(chart *c, const salvo_sensitivity *sensitivity, salvo_error *err);
salvo_status chart_of_search(chart *c, const salvo_search *search, salvo_error *err);
salvo_status chart_of_matrix(chart *c, const salvo_matrix *matrix, const char *const *show, size_t n, salvo_error *err);

/* `brackets`: its ranges are the upper ends of the rulebook's brackets. */
salvo_status chart_of_efficiency(chart *c, const salvo_efficiency *table, bool brackets, const char *const *show,
                                 size_t n, salvo_error *err);
salvo_status chart_of_battle(chart *c, const salvo_battle *battle, salvo_error *err);

#endif
