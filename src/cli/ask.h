/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions of the command line: asked, handed to whoever answers them, and freed. */
#ifndef SALVO_CLI_ASK_H
#define SALVO_CLI_ASK_H

#include <salvo/rules.h>
#include <salvo/selection.h>

#include "cli/context.h"

typedef salvo_status answer_question(context *x, const salvo_question *question, salvo_error *err);
typedef salvo_status use_procedure(context *x, const salvo_rulebook *book, const salvo_procedure *procedure,
                                   salvo_error *err);

/* Opens the rulebook of the procedure that `name` means for as long as `use` takes. */
salvo_status ask_of(context *x, const char *name, use_procedure *use, salvo_error *err);

/* The procedure with the words of the command line. */
salvo_status ask_procedure(context *x, const char *name, answer_question *answer, salvo_error *err);

/* A dice expression; a fault in it is shown below the expression. */
salvo_status ask_expression(context *x, const char *expression, answer_question *answer, salvo_error *err);

/* The one word behind the first name ("dice"), an expression; NULL: there is none, or more. */
const char *expression_given(const options *o);

/* The question alone, which the caller frees. */
salvo_status expression_ask(context *x, salvo_question *question, const char *expression, salvo_error *err);

/* The words of a duel: those of the command line, and what --range, --first, --cover-a, --cover-b and --turns say in the
 * parameters of the rulebook's duel. Without a duel (NULL) the words alone. */
salvo_status duel_words(list *words, context *x, const salvo_duel_adapter *adapter, salvo_error *err);

/* What those options say alone: as they were given, as they were changed behind "--", or both: changed where that was
 * done, else given. */
enum { GIVEN = 1, CHANGED = 2 };
void duel_options_put(list *words, context *x, const salvo_duel_adapter *adapter, unsigned which);

/* Finds the answer as the options say, and reports it as odds. */
answer_question answer_odds;

/* The same of the total of a list of fire. */
salvo_status answer_fires(context *x, const salvo_fire_list *fires, salvo_error *err);

#endif
