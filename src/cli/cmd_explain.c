/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains a percentage: its cells, its throws, and their sum. */
#include <string.h>

#include "base/try.h"
#include "cli/ask.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/subject.h"

static salvo_status explain(context *x, const salvo_question *question, salvo_error *err)
{
    salvo_explanation found;
    salvo_status status = salvo_explain(&found, question, &x->options.approach, err);

    return report(x, &EXPLANATION_ANSWER, &found, status, err);
}

static salvo_status explain_duel(context *x, const salvo_rulebook *book, salvo_error *err)
{
    const char *const *names = x->options.names.text;
    list words = {.n = 0};
    salvo_question question;
    salvo_status status;

    TRY(duel_words(&words, x, book->ruleset->duel, err));
    TRY(salvo_duel_ask(&question, book, names[1], names[2], words.text, words.n, err));
    status = explain(x, &question, err);
    salvo_question_free(&question);
    return status;
}

static salvo_status explain_plan(context *x, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                 salvo_error *err)
{
    const salvo_approach *how = &x->options.approach;
    salvo_question question;
    salvo_explanation found;
    salvo_status status;

    TRY(salvo_battle_ask(&question, book, plan, &how->plan, err));
    status = salvo_explain_battle(&found, &question, plan, how, err);
    status = report(x, &EXPLANATION_ANSWER, &found, status, err);
    salvo_battle_question_free(&question);
    return status;
}

static salvo_status explain_battle(context *x, const salvo_rulebook *book, salvo_error *err)
{
    salvo_battle_plan plan;

    TRY(battle_options_read(&plan, x, book, x->options.army_a, x->options.army_b, err));
    return explain_plan(x, book, &plan, err);
}

/* The subject: its word, and the number of names after it. */
enum what { PROCEDURE, ODDS, DUEL, BATTLE, DICE, N_WHAT };
static const char *const WORDS[N_WHAT] = {NULL, "odds", "duel", "battle", "dice"};

static enum what what_of(const list *names)
{
    for (int what = ODDS; what < N_WHAT; what++)
        if (names->n > 0 && strcmp(names->text[0], WORDS[what]) == 0)
            return (enum what)what;
    return PROCEDURE;
}

static salvo_status not_understood(const options *o, size_t most, salvo_error *err)
{
    return options_fail_names(
        o, most, err,
        "what should be explained? give a procedure with its values (mad.direct-fire weapon=cannon-b range=500), "
        "duel A B, battle A B --range N, or dice EXPRESSION, as in salvo explain duel \"Tiger I\" "
        "\"Sherman Firefly\" -r mad --range 500");
}

static salvo_status run(context *x, salvo_error *err)
{
    options *o = &x->options;
    const list *names = &o->names;
    const enum what what = what_of(names);
    salvo_status status = subject_refuse_strangers(o,
                                                   what == BATTLE ? OF_BATTLE
                                                   : what == DUEL ? OF_DUEL
                                                   : what == DICE ? OF_DICE
                                                                  : OF_PROCEDURE,
                                                   err);

    if (status == SALVO_OK && what == BATTLE)
        status = battle_options_take_armies(o, 1, err);
    if (status != SALVO_OK)
        return status;
    switch (what) {
    case DUEL:
        return names->n == 3 ? book_use(x, explain_duel, err) : not_understood(o, 3, err);
    case BATTLE:
        return names->n == 1 && o->army_a && o->army_b && o->range ? book_use(x, explain_battle, err)
                                                                   : not_understood(o, 1, err);
    case DICE:
        return expression_given(o) ? ask_expression(x, expression_given(o), explain, err) : not_understood(o, 2, err);
    case ODDS:
        return names->n == 2 ? ask_procedure(x, names->text[1], explain, err) : not_understood(o, 2, err);
    default:
        return names->n == 1 ? ask_procedure(x, names->text[0], explain, err) : not_understood(o, 1, err);
    }
}

const command EXPLAIN_COMMAND = {
    .name = "explain",
    .usage = "PROCEDURE [key=value ...]\n"
             "salvo explain duel A B -r ID [--range N] [--first WHO] [key=value ...]\n"
             "salvo explain battle A B -r ID --range N [key=value ...]\n"
             "salvo explain dice \"EXPRESSION\"",
    .help = "explain an answer step by step: cells, throws and sums",
    .more =
        "  salvo explain mad.direct-fire weapon=cannon-b range=500\n"
        "  salvo explain duel \"Tiger I\" \"Sherman Firefly\" -r mad --range 500\n"
        "  salvo explain battle --a \"2 Tiger I\" --b \"3 Sherman M4A1\" -r mad --range 1000\n"
        "  salvo explain dice \"2d6 >= 7\"\n"
        "You can check the answer with pencil and paper. It lists the cells of the tables that it uses, with file\n"
        "and line; each result of the dice and what it leads to; how often each throw is made, on average; and what\n"
        "it adds to each outcome. Results with the same effect share a row. Small questions are always solved\n"
        "exactly; --method and the options that go with it apply to larger ones.",
    .takes = TAKES_RULESET | TAKES_RANGE | TAKES_FIRST | TAKES_BATTLE | TAKES_PLAN | TAKES_METHOD | TAKES_HEADLINE |
             TAKES_WORDS | TAKES_DATA | TAKES_SET | TAKES_CHART | TAKES_OUTPUT,
    .run = run,
};
