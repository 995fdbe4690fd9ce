/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a command: written to every output, drawn, and freed. */
#ifndef SALVO_CLI_REPORT_H
#define SALVO_CLI_REPORT_H

#include "answers/answer.h"
#include "cli/context.h"

/* Writes the answer to every output of the context, draws the pictures that were asked for, and frees the answer, also on
 * failure. `found` is what became of finding it: a failure is passed on, and there is nothing to free. */
salvo_status report(context *x, const answer_kind *kind, void *answer, salvo_status found, salvo_error *err);

/* The answer to one question, with what --cumulative adds. The caller keeps both. */
salvo_status report_odds(context *x, const salvo_question *question, const salvo_fire_list *fires,
                         const salvo_answer *answer, salvo_error *err);

#endif
