/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the answer about luck that its picture shows, too. */
#ifndef SALVO_ANSWERS_LUCK_REPORT_H
#define SALVO_ANSWERS_LUCK_REPORT_H

#include <salvo/luck.h>

#include "chart/chart.h"

/* Adds the report's sentences below the picture. */
void caption_luck(chart *c, const salvo_luck *luck);

void draw_luck(chart *c, const void *answer);

#endif
