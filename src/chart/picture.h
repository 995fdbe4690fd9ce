/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as the bytes of a picture. */
#ifndef SALVO_CHART_PICTURE_H
#define SALVO_CHART_PICTURE_H

#include "chart/chart.h"

typedef enum { PICTURE_SVG, PICTURE_PNG } picture_kind;

/* Adds the chart as SVG that is `width` pixels wide, or wider if its names need that. Equal charts make equal bytes; no
 * other program is needed. The caller checks svg->failed. */
void chart_svg(salvo_text *svg, const chart *c, int width);

/* Adds the picture to *bytes. PNG has two pixels for each of `width`. SALVO_IO if rsvg-convert, which only PNG needs,
 * is missing or fails. */
salvo_status chart_picture(salvo_text *bytes, const chart *c, picture_kind kind, int width, salvo_error *err);

#endif
