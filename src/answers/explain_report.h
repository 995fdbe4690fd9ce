/* What the picture of an explanation says as its report does. */
#ifndef SALVO_ANSWERS_EXPLAIN_REPORT_H
#define SALVO_ANSWERS_EXPLAIN_REPORT_H

#include <salvo/explain.h>

#include "chart/chart.h"

/* How the numbers came about. */
void caption_explanation(chart *c, const salvo_explanation *e);

#endif
