/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture against its numbers: what salvo drew is read back from the SVG and compared, pixel by pixel and by the ticks
 * of its axes, with the file of numbers that salvo writes beside it. */
#ifndef SALVO_TESTS_DRAWN_H
#define SALVO_TESTS_DRAWN_H

#include <stdbool.h>

/* Every line, band, mark, whisker, bar and cell of the picture has its row in the numbers, and every row is drawn, in the
 * ink of its series. `steps`: lines hold their value from the row before. `labels`, if given, are parts of the words in the
 * ink of each series. All words are inside, and none covers another. The test fails when anything is not as it should be. */
void drawn_check(const char *svg_path, const char *csv_path, bool steps, const char *const *labels);

#endif
