/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands around a plot: its axes with ticks and titles, references, titles and captions. */
#ifndef SALVO_CHART_FRAME_H
#define SALVO_CHART_FRAME_H

#include "chart/drawing.h"

/* Draws what is below the plot. */
void draw_frame(const drawing *d);

/* Draws what is above it: the words of the references. */
void draw_reference_words(const drawing *d);

#endif
