/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the report of an explanation. */
#ifndef SALVO_ANSWERS_EXPLAIN_REPORT_H
#define SALVO_ANSWERS_EXPLAIN_REPORT_H

#include <salvo/explain.h>

#include "answers/fields.h"
#include "chart/chart.h"

/* What brings that share of an outcome: a throw, or none. */
const char *share_name(const salvo_explanation *e, const salvo_contribution *share);

/* The steps in long form. */
void add_explained_steps(page *p, const void *explanation);

/* How the numbers came about, as the report says it, below the picture. */
void caption_explanation(chart *c, const salvo_explanation *e);

#endif
