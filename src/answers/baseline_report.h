/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sensitivity and a search both say: what was asked, and how the numbers came about. */
#ifndef SALVO_ANSWERS_BASELINE_REPORT_H
#define SALVO_ANSWERS_BASELINE_REPORT_H

#include <salvo/sensitivity.h>

#include "answers/fields.h"
#include "base/phrase.h"

/* "the chance that a wins" */
const char *metric_words(const salvo_baseline *asked);

/* A probability, read as a percentage; false for turns and for the imbalance. */
bool answer_is_chance(const salvo_baseline *asked);

/* "in the tables", or those that were chosen */
salvo_phrase numbers_words(const salvo_baseline *asked);

/* "Tiger I against Sherman Firefly" */
void add_baseline_heading(page *p, const char *what, const salvo_baseline *asked);

/* Where it stands: the words of a duel, the lines of a battle; what else is to be remarked. */
void add_baseline_situation(page *p, const salvo_baseline *asked);

/* How the numbers came about, and how trials belong together. The last lines of a page. */
void add_baseline_method(page *p, const salvo_baseline *asked, const char *trials);

/* What a reader takes for a figure: what was counted, if it was. */
double baseline_value(const salvo_baseline *asked, const salvo_figure *figure);

/* The figure to be read: counted, a percentage with so many decimals, or turns; simulated, with the digits that its
 * interval supports. READ_NOTHING for none. */
reading answer_reading(const salvo_baseline *asked, const salvo_figure *figure, int decimals);

/* The same within a sentence. */
void answer_text(char text[FIGURE_MAX], reading r, salvo_format format);

/* The same in a table. */
datum as_answer(const salvo_baseline *asked, const salvo_figure *figure, int decimals);

/* JSON: the document's first keys. */
void put_baseline(record *to, const salvo_baseline *asked);

/* JSON: `key`, and beside it its fraction, what was simulated and the interval, under names that begin with the key. */
void put_answer(record *to, const char *key, const salvo_baseline *asked, const salvo_figure *figure);

/* Tidy: the last columns, of a counted or a simulated row: method, trials, seed, stopped_by, remarks where there are any. */
void put_method_columns(record *to, const salvo_baseline *asked, bool counted);

#endif
