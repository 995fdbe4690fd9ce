/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results that a user wrote down: the questions with their rulebooks, each opened once. */
#ifndef SALVO_CLI_LUCK_LOG_H
#define SALVO_CLI_LUCK_LOG_H

#include <salvo/luck.h>

#include "cli/ask.h"

/* Begins zeroed. Its texts live in the context's memory; luck_log_free closes questions and books. */
typedef struct luck_log {
    salvo_luck_entry *entries;
    asked *questions;
    size_t n;
    subject_book *books;
    size_t n_books;
} luck_log;

/* Asks about the one subject of the command line, with --of and --won. Call luck_log_free even after a failure. */
salvo_status luck_log_ask(luck_log *log, context *x, const subject *s, salvo_error *err);

/* Reads the lines of the CSV file that --log names: id, question, happened, success. A question is a subject with the
 * options of one, as in a command line. If --of gives the success for all lines, the last column is not needed. */
salvo_status luck_log_read(luck_log *log, context *x, salvo_error *err);

void luck_log_free(luck_log *log);

extern const subject_verb LUCK;

#endif
