/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as a script for gnuplot 5, complete with its data: it reads no file, runs no command, and draws to its
 * standard output. gnuplot expands nothing in its texts. */
#ifndef SALVO_CHART_SCRIPT_H
#define SALVO_CHART_SCRIPT_H

#include "chart/chart.h"

typedef enum { PICTURE_SVG, PICTURE_PNG } picture_kind;

/* Adds the script to the text; the caller checks script->failed. */
void chart_script(salvo_text *script, const chart *c, picture_kind kind);

#endif
