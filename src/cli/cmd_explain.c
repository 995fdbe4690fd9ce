/* A percentage unfolded: which cells, which throws, and how they add up. */
#include <string.h>

#include <salvo/dice_expression.h>

#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"

static salvo_status explain(context *x, const salvo_question *question, salvo_error *err)
{
    salvo_explanation found;
    salvo_status status = salvo_explain(&found, question, &x->options.approach, err);

    return report(x, &EXPLANATION_ANSWER, &found, status, err);
}

/* --range and --first are words of the duel's procedure. */
static salvo_status explain_duel(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;
    const salvo_duel_adapter *adapter = book->ruleset->duel;
    list words = {.n = 0};
    salvo_question question;
    salvo_status status;

    list_put_all(&words, &o->parameters);
    if (adapter) {
        list_put_pair(&words, adapter->range, o->range, x->memory);
        list_put_pair(&words, adapter->first, o->first, x->memory);
    }
    status = list_check(&words, err);
    if (status == SALVO_OK)
        status = salvo_duel_ask(&question, book, o->names.text[1], o->names.text[2], words.text, words.n, err);
    if (status != SALVO_OK)
        return status;
    status = explain(x, &question, err);
    salvo_question_free(&question);
    return status;
}

static salvo_status explain_dice(context *x, const char *expression, salvo_error *err)
{
    salvo_question question;
    salvo_status status = salvo_dice_ask(&question, expression, err);

    x->typed = status == SALVO_OK ? NULL : expression;
    if (status != SALVO_OK)
        return status;
    status = explain(x, &question, err);
    salvo_question_free(&question);
    return status;
}

static salvo_status ask(context *x, const salvo_rulebook *book, const salvo_procedure *procedure, salvo_error *err)
{
    const options *o = &x->options;
    salvo_question question;
    salvo_status status = salvo_question_ask(&question, book, procedure, o->parameters.text, o->parameters.n, err);

    if (status != SALVO_OK)
        return status;
    status = explain(x, &question, err);
    salvo_question_free(&question);
    return status;
}

static salvo_status explain_odds(context *x, const char *name, salvo_error *err)
{
    const salvo_procedure *procedure;
    salvo_rulebook book;
    salvo_status status = book_open_procedure(&book, &procedure, x, name, err);

    if (status != SALVO_OK)
        return status;
    status = ask(x, &book, procedure, err);
    salvo_rulebook_close(&book);
    return status;
}

static salvo_status explain_battle(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_battle_plan plan;
    salvo_question question;
    salvo_explanation found;
    salvo_status status = battle_options_read(&plan, x, book, x->options.army_a, x->options.army_b, err);

    if (status == SALVO_OK)
        status = salvo_battle_ask(&question, book, &plan, err);
    if (status != SALVO_OK)
        return status;
    status = salvo_explain_battle(&found, &question, &plan, &x->options.approach, err);
    status = report(x, &EXPLANATION_ANSWER, &found, status, err);
    salvo_battle_question_free(&question);
    return status;
}

static bool begins_with(const list *names, const char *word)
{
    return names->n > 0 && strcmp(names->text[0], word) == 0;
}

static salvo_status run(context *x, salvo_error *err)
{
    const list *names = &x->options.names, *given = &x->options.parameters;

    if (begins_with(names, "duel") && names->n == 3)
        return book_use(x, explain_duel, err);
    if (begins_with(names, "battle") && names->n == 1 && x->options.army_a && x->options.army_b && x->options.range)
        return book_use(x, explain_battle, err);
    if (begins_with(names, "dice") && names->n + given->n == 2) /* "2d6 >= 7" has a sign of a parameter's */
        return explain_dice(x, names->n == 2 ? names->text[1] : given->text[0], err);
    if (begins_with(names, "odds") && names->n == 2)
        return explain_odds(x, names->text[1], err);
    if (names->n == 1 && !begins_with(names, "duel") && !begins_with(names, "battle") && !begins_with(names, "dice") &&
        !begins_with(names, "odds"))
        return explain_odds(x, names->text[0], err);
    return salvo_fail(
        err, SALVO_BAD_INPUT,
        "explain what? a procedure with its values (mad.direct-fire weapon=cannon-b range=500), duel A B, "
        "battle --a ARMY --b ARMY --range N, or dice EXPRESSION; as in salvo explain duel \"Tiger I\" "
        "\"Sherman Firefly\" -r mad --range 500");
}

const command EXPLAIN_COMMAND = {
    .name = "explain",
    .usage = "PROCEDURE [key=value ...]\n"
             "salvo explain duel A B -r ID [--range N] [--first WHO] [key=value ...]\n"
             "salvo explain battle --a ARMY --b ARMY -r ID --range N [key=value ...]\n"
             "salvo explain dice \"EXPRESSION\"",
    .help = "an answer step by step: the cells, the throws, and how they add up",
    .more =
        "  salvo explain mad.direct-fire weapon=cannon-b range=500\n"
        "  salvo explain duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500\n"
        "  salvo explain battle --a \"2 Tiger I\" --b \"3 Sherman M4A1\" -r mad --range 1000\n"
        "  salvo explain dice \"2d6 >= 7\"\n"
        "A reader can redo the answer with pencil and paper: the cells of the tables that it rests on, with file and\n"
        "line; every result of the dice with what it leads to; how often each throw is made, on average; and what it\n"
        "adds to each outcome. Throws whose results do the same are told as one.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_BATTLE | TAKES_PLAN | TAKES_METHOD | TAKES_HEADLINE |
             TAKES_WORDS | TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
