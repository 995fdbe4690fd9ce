/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of an appendix, and the appendix with them. */
#ifndef SALVO_ANSWERS_APPENDIX_REPORT_H
#define SALVO_ANSWERS_APPENDIX_REPORT_H

#include <salvo/appendix.h>

#include "chart/chart.h"
#include "document/page.h"

/* A grid of an entry that wants pictures. */
typedef struct appendix_picture {
    size_t entry, grid;
} appendix_picture;

/* The pictures in the order in which they are printed, in `memory`; how many. NULL where memory is out. */
appendix_picture *appendix_pictures(const salvo_appendix *appendix, salvo_arena *memory, size_t *n);

/* The numbers of the grid: lines over its rows, or over its columns, whichever are numbers; else bars. */
void appendix_draw(chart *c, const salvo_appendix *appendix, const appendix_picture *of);

/* What is printed above the grid where its entry has several: "Cover: normal". */
const char *appendix_heading(const salvo_appendix_entry *entry, size_t table, salvo_arena *memory);

/* The name of a row in the editor's words: "Tiger I gegen Comet". NULL where memory is out. */
const char *appendix_row_words(const salvo_appendix_entry *entry, const char *name, salvo_arena *memory);

/* As salvo_report_appendix, with all its pictures below their tables (NULL: without). */
salvo_status appendix_report(FILE *out, salvo_format format, const salvo_appendix *appendix,
                             const placed_picture *pictures, salvo_error *err);

#endif
