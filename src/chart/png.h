/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG from SVG by rsvg-convert, which runs as a child process. salvo works without this program: only PNG needs it. */
#ifndef SALVO_CHART_PNG_H
#define SALVO_CHART_PNG_H

#include <salvo/error.h>
#include <salvo/text.h>

/* SALVO_IO if there is no program rsvg-convert on PATH; the message says how to install it. */
salvo_status png_find(salvo_error *err);

/* Adds the picture in PNG to *png, without a shell and without the settings of the user. SALVO_IO if rsvg-convert is
 * missing or fails; the message has its complaint. */
salvo_status png_draw(salvo_text *png, const salvo_text *svg, salvo_error *err);

#endif
