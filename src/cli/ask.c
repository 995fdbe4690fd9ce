/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/ask.h"

#include <stddef.h>
#include <string.h>

#include <salvo/dice_expression.h>

#include "base/try.h"
#include "cli/battle_options.h"
#include "cli/books.h"
#include "cli/option_table.h"
#include "cli/report.h"
#include "rules/fault.h"

/* Opening the rulebook. */

static salvo_status find_duel(subject_book *to, salvo_error *err)
{
    const salvo_ruleset *ruleset = to->book.ruleset;

    if (!ruleset->duel)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel", ruleset->id);
    return salvo_procedure_find(ruleset, ruleset->duel->procedure, &to->procedure, err);
}

salvo_status subject_open(subject_book *to, context *x, const subject *s, salvo_error *err)
{
    salvo_status status;

    memset(to, 0, sizeof *to);
    if (s->kind == OF_DICE)
        return SALVO_OK;
    if (s->kind == OF_PROCEDURE)
        return book_open_procedure(&to->book, &to->procedure, x, s->name, err);
    TRY(book_open_named(&to->book, x, err));
    status = s->kind == OF_DUEL ? find_duel(to, err) : SALVO_OK;
    if (status != SALVO_OK)
        salvo_rulebook_close(&to->book);
    return status;
}

void subject_close(subject_book *of)
{
    if (of->book.ruleset)
        salvo_rulebook_close(&of->book);
}

/* Options that are words of a duel. */

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

/* Asking. */

static salvo_status ask_duel(asked *a, context *x, const subject *s, const salvo_rulebook *book, salvo_error *err)
{
    list *words = salvo_arena_array(x->memory, 1, sizeof *words);

    TRY(words ? duel_words(words, x, book->ruleset->duel, err) : salvo_fail_memory(err));
    return salvo_duel_ask(&a->own, book, s->a, s->b, words->text, words->n, err);
}

static salvo_status ask_battle(asked *a, context *x, const subject *s, const salvo_rulebook *book, salvo_error *err)
{
    TRY(battle_options_read(&a->battle_plan, x, book, s->a, s->b, err));
    TRY(salvo_battle_ask(&a->own, book, &a->battle_plan, &x->options.approach.plan, err));
    a->plan = &a->battle_plan;
    a->of_battle = true;
    return SALVO_OK;
}

static salvo_status ask_fire(asked *a, context *x, const subject *s, const salvo_rulebook *book, salvo_error *err)
{
    const options *o = &x->options;

    a->fire_plan = (salvo_fire_plan){.list = s->a,
                                     .target = s->b,
                                     .range = o->range,
                                     .words = o->parameters.text,
                                     .n_words = o->parameters.n,
                                     .total = o->totals};
    TRY(salvo_fire_list_ask(&a->list, book, &a->fire_plan, err));
    a->question = &a->list.sum;
    a->fires = &a->list;
    a->fire = &a->fire_plan;
    return SALVO_OK;
}

static salvo_status ask_procedure(asked *a, context *x, const salvo_rulebook *book, const salvo_procedure *procedure,
                                  salvo_error *err)
{
    const options *o = &x->options;

    TRY(salvo_question_ask(&a->own, book, procedure, o->parameters.text, o->parameters.n, err));
    if (!o->totals)
        return SALVO_OK;
    a->question = &a->total;
    return salvo_question_total(&a->total, &a->own, o->totals, err);
}

/* An error counts its column in the expression. */
static salvo_status ask_dice(asked *a, context *x, const subject *s, salvo_error *err)
{
    salvo_status status = salvo_dice_ask(&a->own, s->name, err);

    x->typed = status == SALVO_OK ? NULL : s->name;
    return status;
}

salvo_status asked_make(asked *a, context *x, const subject *s, const salvo_rulebook *book,
                        const salvo_procedure *procedure, salvo_error *err)
{
    salvo_status status;

    memset(a, 0, sizeof *a);
    a->question = &a->own;
    status = s->kind == OF_DUEL     ? ask_duel(a, x, s, book, err)
             : s->kind == OF_BATTLE ? ask_battle(a, x, s, book, err)
             : s->kind == OF_FIRE   ? ask_fire(a, x, s, book, err)
             : s->kind == OF_DICE   ? ask_dice(a, x, s, err)
                                    : ask_procedure(a, x, book, procedure, err);
    if (status != SALVO_OK)
        asked_free(a);
    return status;
}

void asked_free(asked *a)
{
    salvo_question_free(&a->total);
    if (a->of_battle)
        salvo_battle_question_free(&a->own);
    else
        salvo_question_free(&a->own);
    if (a->fires)
        salvo_fire_list_free(&a->list);
    memset(a, 0, sizeof *a);
}

/* The question borrows the rulebook, so it is freed first. */
salvo_status subject_ask(context *x, const subject *s, use_asked *use, salvo_error *err)
{
    subject_book *of = salvo_arena_array(x->memory, 1, sizeof *of);
    asked *a = salvo_arena_array(x->memory, 1, sizeof *a);
    salvo_status status;

    if (!of || !a)
        return salvo_fail_memory(err);
    TRY(subject_open(of, x, s, err));
    status = asked_make(a, x, s, &of->book, of->procedure, err);
    if (status == SALVO_OK) {
        status = use(x, a, err);
        asked_free(a);
    }
    subject_close(of);
    return status;
}

/* Answering. Duels and battles have answers of their own. */

static salvo_status fight_duel(context *x, const subject *s, const salvo_rulebook *book, salvo_error *err)
{
    list words = {.n = 0};
    salvo_duel duel;
    salvo_status status;

    TRY(duel_words(&words, x, book->ruleset->duel, err));
    status = salvo_duel_fight(&duel, book, s->a, s->b, words.text, words.n, &x->options.approach, err);
    return report(x, &DUEL_ANSWER, &duel, status, err);
}

static salvo_status fight_battle(context *x, const subject *s, const salvo_rulebook *book, salvo_error *err)
{
    salvo_battle_plan plan;
    salvo_battle battle;
    salvo_status status;

    x->options.seeks_halt = true;
    TRY(battle_options_read(&plan, x, book, s->a, s->b, err));
    status = salvo_battle_fight(&battle, book, &plan, &x->options.approach, err);
    return report(x, &BATTLE_ANSWER, &battle, status, err);
}

static salvo_status fight(context *x, const subject *s, salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status;

    TRY(book_open_named(&book, x, err));
    status = (s->kind == OF_DUEL ? fight_duel : fight_battle)(x, s, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

static salvo_status find_odds(context *x, const asked *a, salvo_error *err)
{
    salvo_answer found;
    salvo_status status;

    TRY(salvo_answer_find(&found, a->question, &x->options.approach, err));
    status = report_odds(x, a->question, a->fires, &found, err);
    /* Describe the situation in the rulebook's words. */
    status = salvo_fault_or(status, a->question->book, err);
    salvo_answer_free(&found);
    return status;
}

/* The fire of an army is thrown at once, and a throw of dice has no turns. */
salvo_status subject_answer(context *x, const subject *s, salvo_error *err)
{
    options *o = &x->options;

    if (s->kind == OF_DUEL || s->kind == OF_BATTLE)
        return fight(x, s, err);
    if (s->kind == OF_FIRE || s->kind == OF_DICE)
        o->approach.options.turns_max = 0;
    o->cumulative = o->cumulative || s->kind == OF_FIRE;
    return subject_ask(x, s, find_odds, err);
}

salvo_status answer_comparison(context *x, const salvo_question *first, const salvo_question *second,
                               salvo_method usual, salvo_error *err)
{
    const bool chosen = x->options.method != NULL;
    salvo_approach how = x->options.approach;
    salvo_comparison c;
    salvo_status status;

    how.options.turns_max = 0;
    how.method = chosen ? how.method : usual;
    status = salvo_compare(&c, first, second, &how, err);
    if (status == SALVO_TOO_LARGE && !chosen) {
        how.method = SALVO_MONTE_CARLO;
        status = salvo_compare(&c, first, second, &how, err);
    }
    return report(x, &COMPARISON_ANSWER, &c, status, err);
}
