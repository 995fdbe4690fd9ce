/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the report of an explanation. */
#ifndef SALVO_ANSWERS_EXPLAIN_REPORT_H
#define SALVO_ANSWERS_EXPLAIN_REPORT_H

#include <salvo/explain.h>

#include "answers/fields.h"
#include "chart/chart.h"

/* Returns the throw that contributes this share of an outcome, or the word for none. */
const char *share_name(const salvo_explanation *e, const salvo_contribution *share);

/* Adds the steps in long form. */
void add_explained_steps(page *p, const void *explanation);

/* Adds the method below the picture, in the words of the report. */
void caption_explanation(chart *c, const salvo_explanation *e);

#endif
