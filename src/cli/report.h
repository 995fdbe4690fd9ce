/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the answer of a command to every output, draws its pictures, and frees it. */
#ifndef SALVO_CLI_REPORT_H
#define SALVO_CLI_REPORT_H

#include "answers/answer.h"
#include "cli/context.h"

/* Writes the answer to every output of the context, draws the requested pictures, and frees the answer, also on
 * failure. `found` is the status of computing the answer. If that failed, report passes the failure on, and there is
 * nothing to free. */
salvo_status report(context *x, const answer_kind *kind, void *answer, salvo_status found, salvo_error *err);

/* Reports the answer to one question, with the additions of --cumulative. The caller keeps question and answer. */
salvo_status report_odds(context *x, const salvo_question *question, const salvo_fire_list *fires,
                         const salvo_answer *answer, salvo_error *err);

#endif
