/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as the bytes of a picture. */
#ifndef SALVO_CHART_PICTURE_H
#define SALVO_CHART_PICTURE_H

#include "chart/script.h"

/* Adds the picture to *bytes. Equal charts make equal bytes, with one version of gnuplot and its fonts. SALVO_IO if
 * gnuplot is missing or fails. */
salvo_status chart_picture(salvo_text *bytes, const chart *c, picture_kind kind, salvo_error *err);

#endif
