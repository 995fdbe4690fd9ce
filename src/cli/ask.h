/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a question from the command line, passes it to the function that answers it, and frees it. */
#ifndef SALVO_CLI_ASK_H
#define SALVO_CLI_ASK_H

#include <salvo/rules.h>
#include <salvo/selection.h>

#include "cli/context.h"

typedef salvo_status answer_question(context *x, const salvo_question *question, salvo_error *err);
typedef salvo_status use_procedure(context *x, const salvo_rulebook *book, const salvo_procedure *procedure,
                                   salvo_error *err);

/* Opens the rulebook of the procedure that `name` means, calls `use`, and closes the rulebook. */
salvo_status ask_of(context *x, const char *name, use_procedure *use, salvo_error *err);

/* Asks the procedure with the words of the command line. */
salvo_status ask_procedure(context *x, const char *name, answer_question *answer, salvo_error *err);

/* Asks a dice expression. An error message shows the place of a fault below the expression. */
salvo_status ask_expression(context *x, const char *expression, answer_question *answer, salvo_error *err);

/* Returns the expression: the one word after the first name ("dice"). NULL if there is no such word or more than
 * one. */
const char *expression_given(const options *o);

/* Makes the question only; the caller frees it. */
salvo_status expression_ask(context *x, salvo_question *question, const char *expression, salvo_error *err);

/* Collects the words of a duel: those of the command line, then --range, --first, --cover-a, --cover-b and --turns as
 * parameters of the rulebook's duel. If `adapter` is NULL, it collects the words only. */
salvo_status duel_words(list *words, context *x, const salvo_duel_adapter *adapter, salvo_error *err);

/* Adds those options only. GIVEN takes the values before "--", CHANGED those after it. Both together take the changed
 * value if there is one, else the given value. */
enum { GIVEN = 1, CHANGED = 2 };
void duel_options_put(list *words, context *x, const salvo_duel_adapter *adapter, unsigned which);

/* Finds the answer as the options say, and reports it as odds. */
answer_question answer_odds;

/* Does the same for the total of a list of fire. */
salvo_status answer_fires(context *x, const salvo_fire_list *fires, salvo_error *err);

#endif
