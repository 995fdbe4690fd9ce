/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --chart and --plot: pictures of an answer. A command draws them when its answer is complete. salvo delivers answer
 * and pictures together, so that neither exists without the other. */
#ifndef SALVO_CLI_PICTURE_H
#define SALVO_CLI_PICTURE_H

#include "answers/answer.h"
#include "cli/context.h"

/* Checks before the work that the pictures are possible: known file endings, rsvg-convert for a PNG, and a
 * format with room for a plot. */
salvo_status picture_check(const options *o, salvo_error *err);

/* Whether the options ask for a picture. */
bool picture_wanted(const options *o);

/* Whether output number `at` has room for a picture, in itself or beside it. */
bool picture_has_place(const context *x, size_t at);

/* Draws the chart for that output. If the format links its pictures, the picture becomes a further output. Its file has
 * the output's own name, followed by `name` if there are several pictures. *shown borrows title, name and *bytes. The
 * caller frees them after writing. */
salvo_status picture_place(context *x, size_t at, const char *name, const chart *c, salvo_text *bytes,
                           placed_picture *shown, salvo_error *err);

/* Writes the answer to output number `at` of the context, with the changed rules, and with what the options ask for if
 * its format has room: a plot of the chart below it; the picture of the chart, in it or in a further output beside it.
 * Without a chart, `c` is NULL. */
salvo_status picture_write(context *x, size_t at, const chart *c, const answer_kind *kind, const void *answer,
                           salvo_error *err);

/* Keeps the answer in the same way for a study (context.keeps), without a picture. */
salvo_status picture_keep(context *x, const chart *c, const answer_kind *kind, const void *answer, salvo_error *err);

/* Adds an output for each file that --chart names. */
salvo_status picture_files(context *x, const chart *c, salvo_error *err);

#endif
