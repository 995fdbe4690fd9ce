/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ask_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/audit.h>
#include <salvo/fight.h>

#include "splitmix.h"

enum { EFFORT = 500, TRIALS = 16, WORD = 96, WORDS_MAX = 64 };

static size_t any(uint64_t *random, size_t n)
{
    return n ? (size_t)(splitmix_next(random) % n) : 0;
}

/* What a book may do to us; a message has words. */
static bool succeeded(salvo_status status, const salvo_error *err, asked *count)
{
    if (status == SALVO_OK)
        return true;
    if ((status != SALVO_BAD_INPUT && status != SALVO_TOO_LARGE && status != SALVO_NO_MEMORY) || !*err->text) {
        fprintf(stderr, "ask_all: status %d, '%s'\n", status, err->text);
        abort();
    }
    count->failures++;
    return false;
}

static void any_row(const salvo_rulebook *book, const char *name, uint64_t *random, char word[WORD])
{
    const salvo_table *table = name ? salvo_store_table(&book->store, name) : NULL;

    snprintf(word, WORD, "%s",
             table && table->n_rows ? salvo_table_text(table, any(random, table->n_rows), "id") : "none");
}

static int choices_of(const salvo_parameter *p)
{
    int n = 0;

    while (p->choices && p->choices[n])
        n++;
    return n;
}

/* Small numbers, so that most questions are small, and at times any. */
static double any_number(const salvo_parameter *p, uint64_t *random)
{
    double most = any(random, 8) ? fmin(p->max, p->min + 12) : fmin(p->max, 1e6);

    return p->min + floor(splitmix_uniform(random) * (most - p->min + 1));
}

static void any_value(const salvo_rulebook *book, const salvo_parameter *p, uint64_t *random, char word[WORD])
{
    switch (p->kind) {
    case SALVO_FLAG:
        snprintf(word, WORD, "%s", any(random, 2) ? "yes" : "no");
        break;
    case SALVO_CHOICE:
        snprintf(word, WORD, "%s", choices_of(p) ? p->choices[any(random, (size_t)choices_of(p))] : "");
        break;
    case SALVO_INTEGER:
    case SALVO_DECIMAL:
        snprintf(word, WORD, "%.0f", any_number(p, random));
        break;
    case SALVO_LIST:
        any_row(book, p->sources[0].table, random, word);
        break;
    default:
        any_row(book, p->table, random, word);
    }
}

static size_t any_words(const salvo_rulebook *book, const salvo_schema *schema, uint64_t *random, char words[][WORD])
{
    size_t n = 0;

    for (size_t i = 0; i < schema->n_parameters && n < WORDS_MAX; i++) {
        const salvo_parameter *p = &schema->parameters[i];
        char value[WORD];

        if (!p->required && any(random, 3))
            continue;
        any_value(book, p, random, value);
        if (snprintf(words[n], WORD, "%.40s=%.50s", p->key, value) < WORD)
            n++;
    }
    return n;
}

static void simulate(const salvo_question *question, bool by_the_book, asked *count)
{
    const salvo_plan plan = {.seed = 1, .trials = TRIALS, .threads = 1, .reference_engine = by_the_book};
    salvo_simulation simulation;
    salvo_error err = {0};

    if (succeeded(salvo_simulate(&simulation, question, &plan, &err), &err, count))
        salvo_simulation_free(&simulation);
}

/* To compile a chain takes most of the time: few questions are asked of an engine as well. */
static void answer(const salvo_question *question, uint64_t *random, asked *count)
{
    enum { EXACT_ALONE = 2 };
    const size_t way = any(random, EXACT_ALONE + 2);
    const salvo_odds_options options = {.effort = EFFORT, .turns_max = 5};
    salvo_text text = {0};
    salvo_odds odds;
    salvo_error err = {0};

    if (succeeded(salvo_odds_solve(&odds, question, &options, &err), &err, count)) {
        count->answers++;
        salvo_odds_free(&odds);
        if (way >= EXACT_ALONE)
            simulate(question, way == EXACT_ALONE, count);
    }
    if (question->schema->explain)
        question->schema->explain(question->situation, &text);
    salvo_text_free(&text);
}

static void ask_procedure(const salvo_rulebook *book, const salvo_procedure *procedure, uint64_t *random, asked *count)
{
    char words[WORDS_MAX][WORD];
    const char *list[WORDS_MAX];
    size_t n = any_words(book, &procedure->schema, random, words);
    salvo_question question;
    salvo_error err = {0};

    for (size_t i = 0; i < n; i++)
        list[i] = words[i];
    count->questions++;
    if (salvo_question_ask(&question, book, procedure, list, n, &err) != SALVO_OK) {
        count->refused++;
        return;
    }
    answer(&question, random, count);
    salvo_question_free(&question);
}

static void fight(const salvo_rulebook *book, uint64_t *random, asked *count)
{
    char a[WORD], b[WORD];
    const salvo_battle_plan plan = {.army = {{.list = a}, {.list = b}},
                                    .range = (double)any(random, 40),
                                    .scenario = (salvo_scenario)any(random, SALVO_N_SCENARIOS),
                                    .close_to = -1,
                                    .turns = 6};
    const salvo_approach approach = {.method = SALVO_EXACT_IF_QUICK,
                                     .options = {.effort = EFFORT},
                                     .plan = {.seed = 1, .trials = TRIALS, .threads = 1}};
    salvo_battle battle;
    salvo_error err = {0};

    any_row(book, book->ruleset->units, random, a);
    any_row(book, book->ruleset->units, random, b);
    if (succeeded(salvo_battle_fight(&battle, book, &plan, &approach, &err), &err, count))
        salvo_battle_free(&battle);
}

static void look_at_a_unit(const salvo_rulebook *book, uint64_t *random, asked *count)
{
    salvo_arena *memory = salvo_arena_new();
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    salvo_error err = {0};
    salvo_audit audit;
    salvo_card card;

    if (units->n_rows) /* a list can be empty */
        succeeded(salvo_unit_card(book, any(random, units->n_rows), memory, &card, &err), &err, count);
    if (book->ruleset->prices && succeeded(salvo_points_audit(&audit, book, NULL, &err), &err, count))
        salvo_audit_free(&audit);
    salvo_arena_free(memory);
}

void ask_all(const salvo_rulebook *book, uint64_t *random, asked *count)
{
    const salvo_ruleset *rules = book->ruleset;

    for (size_t i = 0; i < rules->n_procedures; i++)
        ask_procedure(book, rules->procedures[i], random, count);
    if (rules->battle)
        fight(book, random, count);
    if (rules->units)
        look_at_a_unit(book, random, count);
}

void ask_any(const salvo_rulebook *book, uint64_t *random, asked *count)
{
    const salvo_ruleset *rules = book->ruleset;

    if (rules->battle && !any(random, 32)) /* to prepare one takes a hundred times as long as a question */
        fight(book, random, count);
    else if (rules->units && !any(random, 8))
        look_at_a_unit(book, random, count);
    else
        ask_procedure(book, rules->procedures[any(random, rules->n_procedures)], random, count);
}
