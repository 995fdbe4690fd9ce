/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --chart and --plot: pictures of an answer. A command draws them when its answer is there; they are delivered
 * together with it, so that neither is left without the other. */
#ifndef SALVO_CLI_PICTURE_H
#define SALVO_CLI_PICTURE_H

#include "answers/answer.h"
#include "cli/context.h"

/* Whether what is asked for can be had: names of files that say what to draw, gnuplot where it is needed, a format that a
 * plot has room in. Before the work begins, not after. */
salvo_status picture_check(const options *o, salvo_error *err);

/* Whether there is anything to draw. */
bool picture_wanted(const options *o);

/* Whether a picture has room in what is written to output number `at`, or a place beside it. */
bool picture_has_place(const context *x, size_t at);

/* Draws the chart for that output. What links its pictures gets the file as an output more, which has the output's own name
 * and, of several pictures, `name` behind it. *shown borrows title, name and *bytes, which are freed when it is written. */
salvo_status picture_place(context *x, size_t at, const char *name, const chart *c, salvo_text *bytes,
                           placed_picture *shown, salvo_error *err);

/* Writes the answer to output number `at` of the context, with the picture of its chart where its format has room: within it,
 * or as an output more that lies beside it. */
salvo_status picture_write(context *x, size_t at, const chart *c, const answer_kind *kind, const void *answer,
                           salvo_error *err);

/* Draws the chart: a plot in text below every answer that is made to be read, and an output more for each file. `built` is
 * what became of building it; a failure is passed on. The chart is freed in any case. */
salvo_status picture_draw(context *x, chart *c, salvo_status built, salvo_error *err);

#endif
