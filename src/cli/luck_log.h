/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened, as a user writes it down: the questions with their rulebooks, opened once each. */
#ifndef SALVO_CLI_LUCK_LOG_H
#define SALVO_CLI_LUCK_LOG_H

#include <salvo/luck.h>

#include "cli/context.h"

/* Begins zeroed. Texts live in the context's memory; luck_log_free closes questions and books. */
typedef struct luck_log {
    salvo_luck_entry *entries;
    salvo_question *questions;
    size_t n;
    salvo_rulebook *books;
    size_t n_books;
} luck_log;

/* Whether the one question of the command line is "dice" and an expression, as it would stand in a log. */
bool luck_log_is_dice(const options *o);

/* The one question of the command line, with --of and --won. After a failure, too, call luck_log_free. */
salvo_status luck_log_ask(luck_log *log, context *x, salvo_error *err);

/* The lines of the CSV that --log names: id, question, happened and, unless --of says it for all of them, success. */
salvo_status luck_log_read(luck_log *log, context *x, salvo_error *err);

void luck_log_free(luck_log *log);

#endif
