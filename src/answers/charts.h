/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of answers, drawn into a chart that is ready to be filled (answer.h). */
#ifndef SALVO_ANSWERS_CHARTS_H
#define SALVO_ANSWERS_CHARTS_H

#include <salvo/report.h>

#include "chart/chart.h"
#include "rules/readable.h"

/* Below a picture: its remarks, how the answer came about in the words of its report, and the book. */
void caption_answer(chart *c, const salvo_rulebook *book, const salvo_procedure *procedure, const salvo_answer *answer,
                    const char *remark);

/* Which of an answer's pictures the user asked for (`show`, n of them); *picture stays as it is when he asked for none.
 * SALVO_BAD_INPUT for more than one, or for one that there is not. */
salvo_status choose_picture(const char *const *names, size_t n_names, const char *const *show, size_t n, int *picture,
                            salvo_error *err);

/* The parameter and its value in words, "Tiger I in cover", "range 500"; and the parameter alone, "cover of Tiger I". Of
 * a duel sides have the names of their units. */
const char *chart_value_words(chart *c, const salvo_question *question, size_t parameter);
const char *chart_key_words(chart *c, const salvo_question *question, size_t parameter);

/* Things by a value of theirs: the greatest first, equal ones in the order of their places. */
typedef struct rank_entry {
    size_t place;
    double value;
} rank_entry;

void rank_sort(rank_entry *things, size_t n);

void draw_audit(chart *c, const void *audit);
void draw_battle(chart *c, const void *battle);
void draw_comparison(chart *c, const void *comparison);
void draw_duel(chart *c, const void *duel);
void draw_explanation(chart *c, const void *explanation);
void draw_search(chart *c, const void *search);
void draw_sensitivity(chart *c, const void *sensitivity);
void draw_tipping(chart *c, const void *tipping);

/* The title of a question: the procedure, or who meets whom at which range. Below it what else was asked in words: the values
 * that were given; of a question that is a text alone, that text. */
const char *question_title(chart *c, const salvo_question *question);
const char *question_words(chart *c, const salvo_question *question);

/* An outcome and a throw of a duel by the names of its units, "Tiger I wins", "Tiger I's fire"; others as they are. */
const char *outcome_words(chart *c, const salvo_question *question, const char *outcome);
const char *throw_words(chart *c, const salvo_question *question, const char *thrown);

/* `show` are the n quantities that the user asked for by name; none: what says most. */
salvo_status draw_curve(chart *c, const void *curve, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_efficiency(chart *c, const void *efficiency, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_matrix(chart *c, const void *matrix, const char *const *show, size_t n, salvo_error *err);
void draw_points_price(chart *c, const void *price);
void draw_points_comparison(chart *c, const void *comparison);
salvo_status draw_points_fit(chart *c, const void *fit, const char *const *show, size_t n, salvo_error *err);
salvo_status draw_points_test(chart *c, const void *test, const char *const *show, size_t n, salvo_error *err);

#endif
