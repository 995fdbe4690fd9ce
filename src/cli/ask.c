#include "cli/ask.h"

#include <salvo/dice_expression.h>

#include "cli/books.h"
#include "cli/report.h"
#include "rules/fault.h"

salvo_status ask_of(context *x, const char *name, use_procedure *use, salvo_error *err)
{
    salvo_rulebook book;
    const salvo_procedure *procedure;
    salvo_status status = book_open_procedure(&book, &procedure, x, name, err);

    if (status != SALVO_OK)
        return status;
    status = use(x, &book, procedure, err);
    salvo_rulebook_close(&book);
    return status;
}

/* The question borrows the rulebook, so that it is freed first. */
salvo_status ask_procedure(context *x, const char *name, answer_question *answer, salvo_error *err)
{
    const list *words = &x->options.parameters;
    const salvo_procedure *procedure;
    salvo_rulebook book;
    salvo_question question;
    salvo_status status = book_open_procedure(&book, &procedure, x, name, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_question_ask(&question, &book, procedure, words->text, words->n, err);
    if (status == SALVO_OK) {
        status = answer(x, &question, err);
        salvo_question_free(&question);
    }
    salvo_rulebook_close(&book);
    return status;
}

salvo_status expression_ask(context *x, salvo_question *question, const char *expression, salvo_error *err)
{
    salvo_status status = salvo_dice_ask(question, expression, err);

    x->typed = status == SALVO_OK ? NULL : expression; /* the column of a fault counts in it */
    return status;
}

salvo_status ask_expression(context *x, const char *expression, answer_question *answer, salvo_error *err)
{
    salvo_question question;
    salvo_status status = expression_ask(x, &question, expression, err);

    if (status != SALVO_OK)
        return status;
    status = answer(x, &question, err);
    salvo_question_free(&question);
    return status;
}

salvo_status duel_words(list *words, context *x, const salvo_duel_adapter *adapter, salvo_error *err)
{
    const options *o = &x->options;

    list_put_all(words, &o->parameters);
    /* Which key of the procedure means the range, only its rulebook knows. */
    if (adapter) {
        list_put_pair(words, adapter->range, o->range, x->memory);
        list_put_pair(words, adapter->first, o->first, x->memory);
        list_put_pair(words, "a-cover", o->cover_a, x->memory);
        list_put_pair(words, "b-cover", o->cover_b, x->memory);
        list_put_pair(words, "turns", o->turns, x->memory);
    }
    return list_check(words, err);
}

salvo_status refuse_battle_options(const options *o, salvo_error *err)
{
    const struct {
        const char *name, *given;
    } of_battles[] = {{"--a", o->army_a},
                      {"--b", o->army_b},
                      {"--scenario", o->scenario},
                      {"--close-to", o->close_to},
                      {"--targets", o->targets},
                      {"--targets-a", o->targets_a},
                      {"--targets-b", o->targets_b},
                      {"--break-at", o->break_at}};

    for (size_t i = 0; i < sizeof of_battles / sizeof *of_battles; i++)
        if (of_battles[i].given)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s is for a battle of two armies, --a and --b; take it away",
                              of_battles[i].name);
    return SALVO_OK;
}

salvo_status answer_odds(context *x, const salvo_question *question, salvo_error *err)
{
    salvo_answer found;
    salvo_status status = salvo_answer_find(&found, question, &x->options.approach, err);

    if (status != SALVO_OK)
        return status;
    status = report_odds(x, question, &found, err);
    /* The situation is told in the rulebook's words. */
    status = salvo_fault_or(status, question->book, err);
    salvo_answer_free(&found);
    return status;
}
