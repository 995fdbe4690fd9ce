/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gnuplot as a child process. salvo works without this separate program: only pictures need it. */
#ifndef SALVO_CHART_GNUPLOT_H
#define SALVO_CHART_GNUPLOT_H

#include <salvo/error.h>
#include <salvo/text.h>

/* SALVO_IO if there is no program gnuplot on PATH; the message says how to install it. */
salvo_status gnuplot_find(salvo_error *err);

/* Runs the script, without a shell and without the user's settings, and adds the drawing to *picture. SALVO_IO if
 * gnuplot is missing or fails; the message has its complaint. */
salvo_status gnuplot_draw(salvo_text *picture, const salvo_text *script, salvo_error *err);

#endif
