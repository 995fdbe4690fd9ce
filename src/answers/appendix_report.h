/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An appendix with its pictures. */
#ifndef SALVO_ANSWERS_APPENDIX_REPORT_H
#define SALVO_ANSWERS_APPENDIX_REPORT_H

#include <salvo/appendix.h>

#include "answers/answer.h"

/* A grid of an entry that has pictures. */
typedef struct appendix_picture {
    size_t entry, grid;
} appendix_picture;

/* Returns the pictures in the order of printing, allocated in `memory`, and sets their number. NULL: no memory. */
appendix_picture *appendix_pictures(const salvo_appendix *appendix, salvo_arena *memory, size_t *n);

/* Draws the numbers of the grid: lines over its rows or its columns, whichever are numbers; else bars. */
void appendix_draw(chart *c, const salvo_appendix *appendix, const appendix_picture *of);

/* Returns the heading of one grid of an entry that has several: "Cover: normal". */
const char *appendix_heading(const salvo_appendix_entry *entry, size_t table, salvo_arena *memory);

/* Returns the name of a row in the editor's words: "Tiger I gegen Comet". NULL: no memory. */
const char *appendix_row_words(const salvo_appendix_entry *entry, const char *name, salvo_arena *memory);

/* Does the same as salvo_report_appendix, with all pictures below their tables (NULL: without pictures). */
salvo_status appendix_report(FILE *out, salvo_format format, const salvo_appendix *appendix,
                             const placed_picture *pictures, salvo_error *err);

/* Keeps it without pictures (answer_keep). */
salvo_status appendix_keep(kept_answer *kept, salvo_format format, const salvo_appendix *appendix, salvo_error *err);

#endif
