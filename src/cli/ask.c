/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/ask.h"

#include <stddef.h>
#include <string.h>

#include <salvo/dice_expression.h>

#include "base/try.h"
#include "cli/books.h"
#include "cli/option_table.h"
#include "cli/report.h"
#include "rules/fault.h"

salvo_status ask_of(context *x, const char *name, use_procedure *use, salvo_error *err)
{
    salvo_rulebook book;
    const salvo_procedure *procedure;
    salvo_status status;

    TRY(book_open_procedure(&book, &procedure, x, name, err));
    status = use(x, &book, procedure, err);
    salvo_rulebook_close(&book);
    return status;
}

/* The question borrows the rulebook, so it must be freed first. */
salvo_status ask_procedure(context *x, const char *name, answer_question *answer, salvo_error *err)
{
    const list *words = &x->options.parameters;
    const salvo_procedure *procedure;
    salvo_rulebook book;
    salvo_question question;
    salvo_status status;

    TRY(book_open_procedure(&book, &procedure, x, name, err));
    status = salvo_question_ask(&question, &book, procedure, words->text, words->n, err);
    if (status == SALVO_OK) {
        status = answer(x, &question, err);
        salvo_question_free(&question);
    }
    salvo_rulebook_close(&book);
    return status;
}

/* Expressions such as "2d6 >= 7" contain the "=" of a parameter. */
const char *expression_given(const options *o)
{
    const list *names = &o->names, *given = &o->parameters;

    return names->n + given->n != 2 ? NULL : names->n == 2 ? names->text[1] : given->text[0];
}

salvo_status expression_ask(context *x, salvo_question *question, const char *expression, salvo_error *err)
{
    salvo_status status = salvo_dice_ask(question, expression, err);

    x->typed = status == SALVO_OK ? NULL : expression; /* an error counts its column in it */
    return status;
}

salvo_status ask_expression(context *x, const char *expression, answer_question *answer, salvo_error *err)
{
    salvo_question question;
    salvo_status status;

    TRY(expression_ask(x, &question, expression, err));
    status = answer(x, &question, err);
    salvo_question_free(&question);
    return status;
}

/* An option that abbreviates a word of a duel, with its values before and after "--". */
typedef struct duel_option {
    const char *key, *given, *changed;
} duel_option;

enum { DUEL_OPTIONS = 5 };

/* Only the rulebook defines which key of the procedure means the range. */
static void find_duel_options(duel_option found[DUEL_OPTIONS], const options *o, const salvo_duel_adapter *adapter)
{
    const duel_option all[DUEL_OPTIONS] = {
        {adapter->range, o->range, o->changed_range},
        {adapter->first, o->first, o->changed_first},
        {"a-cover", o->cover_a, option_changed(o, offsetof(options, cover_a))},
        {"b-cover", o->cover_b, option_changed(o, offsetof(options, cover_b))},
        {"turns", o->turns, option_changed(o, offsetof(options, turns))},
    };

    memcpy(found, all, sizeof all);
}

void duel_options_put(list *words, context *x, const salvo_duel_adapter *adapter, unsigned which)
{
    duel_option all[DUEL_OPTIONS];

    find_duel_options(all, &x->options, adapter);
    for (int i = 0; i < DUEL_OPTIONS; i++) {
        const char *value = which & GIVEN ? all[i].given : NULL;

        list_put_pair(words, all[i].key, which & CHANGED && all[i].changed ? all[i].changed : value, x->memory);
    }
}

salvo_status duel_words(list *words, context *x, const salvo_duel_adapter *adapter, salvo_error *err)
{
    list_put_all(words, &x->options.parameters);
    if (adapter)
        duel_options_put(words, x, adapter, GIVEN);
    return list_check(words, err);
}

static salvo_status find_odds(context *x, const salvo_question *question, const salvo_fire_list *fires,
                              salvo_error *err)
{
    salvo_answer found;
    salvo_status status;

    TRY(salvo_answer_find(&found, question, &x->options.approach, err));
    status = report_odds(x, question, fires, &found, err);
    /* Describe the situation in the rulebook's words. */
    status = salvo_fault_or(status, question->book, err);
    salvo_answer_free(&found);
    return status;
}

salvo_status answer_odds(context *x, const salvo_question *question, salvo_error *err)
{
    return find_odds(x, question, NULL, err);
}

salvo_status answer_fires(context *x, const salvo_fire_list *fires, salvo_error *err)
{
    return find_odds(x, &fires->sum, fires, err);
}
