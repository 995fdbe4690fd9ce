/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gnuplot as a child process. It is a program of its own that salvo can do without: only pictures need it. */
#ifndef SALVO_CHART_GNUPLOT_H
#define SALVO_CHART_GNUPLOT_H

#include <salvo/error.h>
#include <salvo/text.h>

/* SALVO_IO when there is no program gnuplot on PATH, with what would install it. */
salvo_status gnuplot_find(salvo_error *err);

/* Runs the script, without a shell and without the user's own settings, and adds what it draws to *picture. SALVO_IO when
 * gnuplot is missing or fails; the first line it complains of is in the message. */
salvo_status gnuplot_draw(salvo_text *picture, const salvo_text *script, salvo_error *err);

#endif
