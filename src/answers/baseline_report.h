/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reports of a sensitivity and of a search share: the question, and how the numbers were obtained. */
#ifndef SALVO_ANSWERS_BASELINE_REPORT_H
#define SALVO_ANSWERS_BASELINE_REPORT_H

#include <salvo/sensitivity.h>

#include "answers/fields.h"
#include "base/phrase.h"

/* How the trials of a variant of the rules are paired. */
extern const char RULE_PAIRS_WORDS[];

/* "the chance that a wins" */
const char *metric_words(const salvo_baseline *asked);

/* Returns whether the metric is shown as a percentage: false for means and for the imbalance. */
bool answer_is_chance(const salvo_baseline *asked);

/* Returns the number of cells in words: "80 numbers in the tables", "3 selected numbers". */
salvo_phrase numbers_words(const salvo_baseline *asked);

/* "Tiger I against Sherman Firefly"; a procedure's name */
void add_baseline_heading(page *p, const char *what, const salvo_baseline *asked);

/* Adds the situation: the words of a question, or the lines of a battle; and the remarks. */
void add_baseline_situation(page *p, const salvo_baseline *asked);

/* Adds how the numbers were obtained, and how trials are paired. These are the last lines of a page. */
void add_baseline_method(page *p, const salvo_baseline *asked, const char *trials);

/* Returns the reported value of a figure: the exact one if there is one. */
double baseline_value(const salvo_baseline *asked, const salvo_figure *figure);

/* Returns the figure as a reader sees it. If it is exact, it is a percentage with this number of decimals, or a mean. If
 * it is simulated, it has the digits that its interval supports. READ_NOTHING if there is no value. */
reading answer_reading(const salvo_baseline *asked, const salvo_figure *figure, int decimals);

/* Writes the reading for use in a sentence. */
void answer_text(char text[FIGURE_MAX], reading r, salvo_format format);

/* Returns the figure for use in a table. */
datum as_answer(const salvo_baseline *asked, const salvo_figure *figure, int decimals);

/* Puts the first keys of a JSON document. */
void put_baseline(record *to, const salvo_baseline *asked);

/* Puts `key` in JSON, and beside it the fraction, the simulated value and the interval, under names that begin with
 * `key`. */
void put_answer(record *to, const char *key, const salvo_baseline *asked, const salvo_figure *figure);

/* Puts the columns of one change: the base, the value and the difference, exact or simulated. */
void put_change_columns(record *to, const salvo_baseline *asked, const salvo_changed_answer *m, bool counted);

/* Puts the last columns of a tidy row, exact or simulated: method, trials, seed, stopped_by, and remarks if there are
 * any. */
void put_method_columns(record *to, const salvo_baseline *asked, bool counted);

#endif
