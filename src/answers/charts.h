/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of answers. Each is drawn into an initialised chart (answer.h). */
#ifndef SALVO_ANSWERS_CHARTS_H
#define SALVO_ANSWERS_CHARTS_H

#include <salvo/report.h>

#include "chart/chart.h"
#include "rules/readable.h"

/* Adds the caption below a picture: remarks, the method in the words of the report, and the rulebook. */
void caption_answer(chart *c, const salvo_rulebook *book, const salvo_procedure *procedure, const salvo_answer *answer,
                    const char *remark);

/* Sets *picture to the picture that the user chose with --show (`show`, n names), and leaves it unchanged if n is 0.
 * Returns SALVO_BAD_INPUT for more than one name, or for an unknown one. */
salvo_status choose_picture(const char *const *names, size_t n_names, const char *const *show, size_t n, int *picture,
                            salvo_error *err);

/* Returns the parameter and its value in words, "Tiger I in cover", "range 500"; and the parameter alone, "cover of
 * Tiger I". In a duel the units' names stand for the sides. */
const char *chart_value_words(chart *c, const salvo_question *question, size_t parameter);
const char *chart_key_words(chart *c, const salvo_question *question, size_t parameter);

void draw_audit(chart *c, const void *audit);
void draw_battle(chart *c, const void *battle);
void draw_comparison(chart *c, const void *comparison);
void draw_variants(chart *c, const void *variants);
void draw_duel(chart *c, const void *duel);
void draw_explanation(chart *c, const void *explanation);
void draw_search(chart *c, const void *search);
void draw_sensitivity(chart *c, const void *sensitivity);
void draw_rule_sensitivity(chart *c, const void *sensitivity);
void draw_tipping(chart *c, const void *tipping);

/* Returns the title of a question: the procedure, or the two units and their range. The subtitle has the other given
 * values in words, or the text of a question that is a text only. */
const char *question_title(chart *c, const salvo_question *question);
const char *question_words(chart *c, const salvo_question *question);

/* Returns an outcome and a throw of a duel with the names of its units, "Tiger I wins", "Tiger I's fire"; others
 * unchanged. */
const char *outcome_words(chart *c, const salvo_question *question, const char *outcome);
const char *throw_words(chart *c, const salvo_question *question, const char *thrown);

/* `show` are the names of the n quantities that the user chose. If n is 0, the most telling quantity is drawn. */
salvo_status draw_curve(chart *c, const void *curve, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_efficiency(chart *c, const void *efficiency, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_matrix(chart *c, const void *matrix, const char *const *show, size_t n, salvo_error *err);
void draw_points_price(chart *c, const void *price);
void draw_points_comparison(chart *c, const void *comparison);
salvo_status draw_points_fit(chart *c, const void *fit, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_points_test(chart *c, const void *test, const char *const *show, size_t n, salvo_error *err);

#endif
