/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "told_book.h"

#include <inttypes.h>

#include <salvo/fight.h>

#include "first_question.h"
#include "support.h"

void tell_odds(salvo_text *to, const salvo_question *question)
{
    const salvo_odds_options options = {.arithmetic = SALVO_DOUBLE, .effort = 300000};
    salvo_odds odds;
    salvo_error err = {0};
    salvo_status status = salvo_odds_solve(&odds, question, &options, &err);

    if (status != SALVO_OK) {
        salvo_text_add(to, " %s", err.text);
        return;
    }
    for (size_t i = 0; i < odds.n_outcomes; i++)
        salvo_text_add(to, " %s=%.17g", odds.outcomes[i].label, odds.outcomes[i].probability.value);
    for (size_t i = 0; i < odds.n_means; i++)
        salvo_text_add(to, " %s=%.17g", odds.means[i].name, odds.means[i].mean.value);
    salvo_odds_free(&odds);
}

static void tell_procedure(salvo_text *to, const salvo_rulebook *book, const salvo_procedure *procedure)
{
    const word_list words = first_question(book, procedure);
    const char *remark;
    salvo_question question;
    salvo_error err = {0};

    salvo_text_add(to, "\n%s:", procedure->schema.name);
    if (ask_words(&question, book, procedure, &words, &err) != SALVO_OK) {
        salvo_text_add(to, " %s", err.text);
        return;
    }
    remark = salvo_question_remark(&question);
    salvo_text_add(to, " %s", remark ? remark : "");
    if (procedure->schema.explain)
        procedure->schema.explain(question.situation, to);
    tell_odds(to, &question);
    salvo_question_free(&question);
}

static void tell_unit(salvo_text *to, const salvo_rulebook *book, size_t unit)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_card card;

    assert_non_null(memory);
    assert_int_equal(salvo_unit_card(book, unit, memory, &card, NULL), SALVO_OK);
    salvo_text_add(to, "\n%s:", card.name);
    for (size_t i = 0; i < card.n_facts; i++)
        salvo_text_add(to, " %s=%s", card.facts[i].label, card.facts[i].value);
    salvo_arena_free(memory);
}

static void tell_battle(salvo_text *to, const salvo_rulebook *book)
{
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    const char *first = units->cells[0].text, *last = units->cells[(units->n_rows - 1) * units->n_columns].text;
    const salvo_battle_plan plan = {.army = {{.list = first}, {.list = last}}, .range = 1, .close_to = -1, .turns = 4};
    const salvo_approach how = {.method = SALVO_MONTE_CARLO,
                                .plan = {.seed = 1, .trials = 64, .threads = 1, .reference_engine = true}};
    salvo_battle battle;
    salvo_error err = {0};

    if (salvo_battle_fight(&battle, book, &plan, &how, &err) != SALVO_OK) {
        salvo_text_add(to, "\nbattle: %s", err.text);
        return;
    }
    salvo_text_add(to, "\nbattle: %" PRIu64 " %s", battle.answer.simulation.hash, battle.remark ? battle.remark : "");
    salvo_battle_free(&battle);
}

void tell_book(salvo_text *to, const salvo_rulebook *book)
{
    const salvo_ruleset *rules = book->ruleset;

    for (size_t i = 0; i < rules->n_procedures; i++)
        tell_procedure(to, book, rules->procedures[i]);
    for (size_t unit = 0; rules->units && unit < salvo_store_table(&book->store, rules->units)->n_rows; unit += 7)
        tell_unit(to, book, unit);
    if (rules->battle)
        tell_battle(to, book);
    assert_int_equal(salvo_rulebook_fault(book, NULL), SALVO_OK);
    assert_false(to->failed);
}
