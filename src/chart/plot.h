/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as a few lines of text, drawn with Unicode blocks, for a terminal or a file. */
#ifndef SALVO_CHART_PLOT_H
#define SALVO_CHART_PLOT_H

#include "chart/chart.h"

/* Adds the plot, at most 76 columns wide except for long names, with every line ended. */
void plot_chart(salvo_text *to, const chart *c);

#endif
