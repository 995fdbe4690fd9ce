/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample has a fixed seed and ends by work done, never by a clock. So what is checked depends only on the
 * rulebook. */
#include "checks/checks.h"

#include <stdio.h>
#include <string.h>

#include <salvo/fight.h>
#include <salvo/odds.h>

#include "base/try.h"
#include "checks/purity.h"
#include "checks/samples.h"
#include "checks/tests.h"
#include "data/file.h"
#include "rules/fault.h"

/* A rulebook of a hundred procedures is still checked in a few seconds, because they share RESULTS. */
enum {
    SEED = 20,
    QUESTIONS = 40,   /* for each procedure, answered or refused */
    RESULTS = 100000, /* dice results of all procedures together, after which no question begins */
    EFFORT = 10000,   /* for a chain that is solved */
};

/* One procedure in progress. `seen` has a place for each named outcome of the procedure, `gained` for each
 * expectation. */
typedef struct inspection {
    const salvo_rulebook *book;
    checked_procedure *to;
    pcg32 rng;
    bool *seen, *gained;
    const char *never_asked; /* a word; or NULL */
    salvo_arena *memory;     /* the check's */
} inspection;

/* Joins the words with blanks; NULL if memory is out. */
static const char *in_one(const char *const *words, size_t n, salvo_arena *memory)
{
    const char *text = "";

    for (size_t i = 0; i < n && text; i++)
        text = salvo_arena_printf(memory, "%s%s%s", text, i ? " " : "", words[i]);
    return text;
}

/* Only the first question that may go on for ever is kept, because one example is enough for an author. */
static salvo_status note_endless(inspection *in, const salvo_odds *odds, const char *words, salvo_error *err)
{
    if (!(odds->never_ends > 0) || in->to->endless)
        return SALVO_OK;
    in->to->endless = salvo_arena_text(in->memory, words);
    in->to->endless_chance = odds->never_ends;
    return in->to->endless ? SALVO_OK : salvo_fail_memory(err);
}

/* Finds the possible outcomes if the chain is small enough. Doubles suffice, because the chances are not reported. A
 * chain that is too large is no fault, because its walks were checked before. */
static salvo_status solve(inspection *in, const salvo_question *q, const char *words, salvo_error *err)
{
    const salvo_odds_options options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT};
    salvo_odds odds;
    salvo_status status = salvo_odds_solve(&odds, q, &options, err);

    if (status == SALVO_TOO_LARGE)
        return SALVO_OK;
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < odds.n_outcomes; i++)
        if ((size_t)odds.outcomes[i].outcome < q->procedure->n_outcomes)
            in->seen[odds.outcomes[i].outcome] = true;
    for (size_t i = 0; i < odds.n_means; i++)
        if (odds.means[i].mean.value != 0)
            in->gained[odds.means[i].expectation] = true;
    status = note_endless(in, &odds, words, err);
    /* The work on a chain counts like dice results, so that one procedure cannot use the share of all others. */
    in->to->results += odds.size;
    salvo_odds_free(&odds);
    return status;
}

/* A question in progress: its words, and whether it has only defaults. */
typedef struct asked_words {
    const char *at[SAMPLE_WORDS_MAX], *in_one;
    size_t n;
    bool plain;
} asked_words;

/* Both situations have the same words: the second one exposes a rule that remembers something from one question to the
 * next. */
static salvo_status inspect(inspection *in, const salvo_question *first, const salvo_question *second,
                            const asked_words *words, salvo_arena *memory, salvo_error *err)
{
    const trial t = {first,        second,   words->in_one, in->seen, in->gained, &in->to->results,
                     words->plain, &in->rng, memory};

    in->to->questions++;
    if (first->procedure->roll)
        return purity_of_roll(&t, err);
    TRY(purity_of_chain(&t, err));
    return solve(in, first, words->in_one, err);
}

/* The rules may refuse a question, because its words are random. A rule that failed has left a fault in the book. Of
 * several refusals the first is kept. */
static salvo_status note_refusal(inspection *in, const char *words, const salvo_error *why, salvo_error *err)
{
    if (why->status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    if (in->to->refused++ == 0)
        in->to->refused_because = salvo_arena_printf(in->memory, "%s%s%s", words, *words ? ": " : "", why->text);
    return in->to->refused_because ? salvo_rulebook_fault(in->book, err) : salvo_fail_memory(err);
}

static salvo_status ask_twice(inspection *in, const asked_words *words, salvo_arena *memory, salvo_error *err)
{
    const salvo_procedure *p = in->to->procedure;
    salvo_error why = {.text = ""};
    salvo_question first, second;
    salvo_status status = salvo_question_ask(&first, in->book, p, words->at, words->n, &why);

    if (status != SALVO_OK)
        return note_refusal(in, words->in_one, &why, err);
    status = salvo_question_ask(&second, in->book, p, words->at, words->n, err);
    if (status == SALVO_OK) {
        status = inspect(in, &first, &second, words, memory, err);
        salvo_question_free(&second);
    }
    salvo_question_free(&first);
    return status;
}

static salvo_status try_question(inspection *in, bool plain, salvo_arena *memory, salvo_error *err)
{
    const sample_source from = {&in->to->procedure->schema, &in->book->store, plain, in->never_asked};
    salvo_error why = {.text = ""};
    asked_words words = {.plain = plain};

    if (sample_words(words.at, &words.n, &from, &in->rng, memory, &why) != SALVO_OK)
        return note_refusal(in, "", &why, err);
    words.in_one = in_one(words.at, words.n, memory);
    return words.in_one ? ask_twice(in, &words, memory, err) : salvo_fail_memory(err);
}

static salvo_status add_name(checked_names *to, const char *name, size_t most, salvo_arena *memory, salvo_error *err)
{
    if (!to->at)
        to->at = salvo_arena_array(memory, most, sizeof *to->at);
    if (!to->at)
        return salvo_fail_memory(err);
    to->at[to->n++] = name;
    return SALVO_OK;
}

/* The outcome of a chain that does not end is not reported, because most chains end. Nor is mutual destruction, if the
 * question did not ask for both to act at once. */
static bool is_expected(const inspection *in, size_t outcome)
{
    const salvo_procedure *p = in->to->procedure;

    return in->seen[outcome] || (p->chain && (int)outcome == p->chain->undecided) ||
           (in->never_asked && strcmp(p->outcomes[outcome], in->book->ruleset->duel->mutual) == 0);
}

/* Outcomes that forty questions never showed are a hint and not a fault: chance may have missed them. */
static salvo_status list_unseen(const inspection *in, salvo_error *err)
{
    const salvo_procedure *p = in->to->procedure;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < p->n_outcomes && status == SALVO_OK && in->to->questions; i++)
        if (!is_expected(in, i))
            status = add_name(&in->to->never, p->outcomes[i], p->n_outcomes, in->memory, err);
    for (size_t i = 0; i < p->n_expectations && status == SALVO_OK && in->to->questions; i++)
        if (!in->gained[i])
            status = add_name(&in->to->never_gained, p->expectations[i].name, p->n_expectations, in->memory, err);
    return status;
}

/* The first question has only defaults. Most users ask with them, and if nothing else can be drawn, at least this was
 * tried. */
static salvo_status check_procedure(inspection *in, uint64_t results, salvo_error *err)
{
    const salvo_procedure *p = in->to->procedure;
    salvo_status status = SALVO_OK;

    in->seen = salvo_arena_array(in->memory, p->n_outcomes + 1, sizeof *in->seen);
    in->gained = salvo_arena_array(in->memory, p->n_expectations + 1, sizeof *in->gained);
    if (!in->seen || !in->gained)
        return salvo_fail_memory(err);
    for (int i = 0; i < QUESTIONS && in->to->results < results && status == SALVO_OK; i++) {
        /* Each question has its own memory, so that forty large ones do not add up. */
        salvo_arena *memory = salvo_arena_new();

        status = memory ? try_question(in, i == 0, memory, err) : salvo_fail_memory(err);
        salvo_arena_free(memory);
    }
    return status == SALVO_OK ? list_unseen(in, err) : status;
}

/* A battle whose rules assume that elements act in turn need not support acting at once: the dice of a throw may depend
 * on the target's new state. Its duel is never asked that way, and neither is a battle. */
static const char *never_asked(const salvo_rulebook *book, const salvo_procedure *p)
{
    const salvo_duel_adapter *duel = book->ruleset->duel;
    const bool is_duel = duel && book->ruleset->battle && strcmp(duel->procedure, p->schema.name) == 0;

    return is_duel && book->ruleset->battle->sequence != SALVO_AT_ONCE ? "first=simultaneous" : NULL;
}

/* Each procedure has its own stream of the generator, so that a new procedure does not change the questions to the
 * others. */
static salvo_status check_procedures(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;
    salvo_status status = SALVO_OK;

    c->n = ruleset->n_procedures;
    c->procedures = salvo_arena_array(c->memory, c->n + 1, sizeof *c->procedures);
    if (!c->procedures)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < c->n && status == SALVO_OK; i++) {
        const salvo_procedure *p = ruleset->procedures[i];
        inspection in = {.book = book,
                         .to = &c->procedures[i],
                         .rng = pcg32_seeded(SEED, i),
                         .never_asked = never_asked(book, p),
                         .memory = c->memory};

        c->procedures[i] = (checked_procedure){.procedure = p, .refused_because = ""};
        status = check_procedure(&in, RESULTS / c->n, err);
    }
    return status;
}

/* Fights a battle of the first unit against the last, because the ends of many lists differ most. If the rules refuse
 * it, that is no fault. The effort is bounded, and a larger battle is not fought: aiming and compiling have been tried
 * by then. */
static salvo_status check_battle(const salvo_rulebook *book, salvo_error *err)
{
    const salvo_table *units = book->ruleset->units ? salvo_store_table(&book->store, book->ruleset->units) : NULL;
    salvo_battle_plan plan = {.close_to = -1};
    salvo_approach how = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT}};
    salvo_battle battle;
    salvo_status status;

    if (!book->ruleset->battle || !units || units->n_rows == 0)
        return SALVO_OK;
    /* Ids are in the first column. */
    plan.army[0].list = units->cells[0].text;
    plan.army[1].list = units->cells[(units->n_rows - 1) * units->n_columns].text;
    status = salvo_battle_fight(&battle, book, &plan, &how, NULL);
    if (status == SALVO_NO_MEMORY)
        return salvo_fail_memory(err);
    if (status == SALVO_OK)
        salvo_battle_free(&battle);
    return salvo_rulebook_fault(book, err);
}

/* The other findings are reported with the failing test, which would otherwise hide them. */
static salvo_status add_findings(const rulebook_check *c, salvo_status status, salvo_error *err)
{
    char text[SALVO_ERROR_TEXT];

    for (size_t i = 0; i < c->n && err && status == SALVO_BAD_INPUT; i++) {
        const checked_procedure *p = &c->procedures[i];
        const salvo_error first = *err;

        if (!p->endless)
            continue;
        snprintf(text, sizeof text, "; and %s%s%s may never end (%.3g %%)", p->procedure->schema.name,
                 *p->endless ? " " : "", p->endless, 100 * p->endless_chance);
        salvo_fail_at(err, first.status, first.path, first.line, first.column, "%s%s", first.text, text);
    }
    return status;
}

/* The tests lie beside ruleset.yaml; a folder without tests is no fault. A link out of the folder could let a
 * stranger's rulebook have any file read and quoted in a message. */
static salvo_status check_tests(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const char *path = salvo_arena_printf(c->memory, "%s/tests.csv", book->store.directory);

    if (!path)
        return salvo_fail_memory(err);
    if (!salvo_file_is_there(path))
        return SALVO_OK;
    if (!salvo_file_stays_inside(book->store.directory, "tests.csv"))
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, 0, 0,
                             "the file is not in the rulebook's folder; put it there");
    return add_findings(c, tests_run(book, path, &c->n_tests, err), err);
}

static size_t rows_of(const salvo_rulebook *book, const char *table)
{
    return table ? salvo_store_table(&book->store, table)->n_rows : 0;
}

static salvo_status check_cards(const salvo_rulebook *book, salvo_arena *memory, salvo_error *err)
{
    const salvo_ruleset *r = book->ruleset;
    const size_t n = rows_of(book, r->units) + rows_of(book, r->more_units) + rows_of(book, r->more_cards);
    salvo_status status = SALVO_OK;
    salvo_card card;

    for (size_t i = 0; r->card && i < n && status == SALVO_OK; i++)
        status = salvo_unit_card(book, i, memory, &card, err);
    return status;
}

static salvo_status check_prices(const salvo_rulebook *book, salvo_arena *memory, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    salvo_price_breakdown price;

    for (const salvo_price_list *list = book->ruleset->prices; list && list->table; list++)
        for (size_t row = 0; row < rows_of(book, list->table) && status == SALVO_OK; row++)
            status = list->breakdown(&book->store, book->tables, row, memory, &price, err);
    return status;
}

/* A card, a price or a class that fails is found here, and not by the first player who asks for that unit. */
static salvo_status check_lists(const salvo_rulebook *book, salvo_error *err)
{
    const salvo_ruleset *r = book->ruleset;
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? check_cards(book, memory, err) : salvo_fail_memory(err);

    if (status == SALVO_OK)
        status = check_prices(book, memory, err);
    for (size_t i = 0; r->fire && r->fire->target_class && status == SALVO_OK &&
                       i < rows_of(book, r->units) + rows_of(book, r->more_units);
         i++)
        r->fire->target_class(book->tables, i); /* a fault of it is the book's */
    salvo_arena_free(memory);
    return status;
}

/* salvo itself reads prices and classes of fire. */
static bool is_salvos(const salvo_ruleset *ruleset, const salvo_table *table, const char *column)
{
    const salvo_fire_adapter *fire = ruleset->fire;

    return fire && strcmp(table->name, ruleset->units) == 0 &&
           ((fire->price && strcmp(fire->price, column) == 0) ||
            (fire->strength && strcmp(fire->strength, column) == 0));
}

static bool is_read(const salvo_rulebook *book, size_t table, size_t column)
{
    for (size_t row = 0; row < book->store.tables[table].n_rows; row++)
        if (book->ruleset->has_read(book->tables, table, row, column) != SALVO_UNREAD)
            return true;
    return false;
}

/* A column that no rule reads is forgotten, or its name is misspelt. It is a hint and not a fault, because a sample
 * does not ask everything. */
static salvo_status list_unread(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_store *store = &book->store;
    salvo_status status = SALVO_OK;
    size_t most = 0;

    for (size_t t = 0; t < store->n_tables; t++)
        most += store->tables[t].n_columns;
    for (size_t t = 0; t < store->n_tables && book->ruleset->has_read; t++)
        for (size_t i = 1; i < store->tables[t].n_columns && status == SALVO_OK; i++) { /* after the id */
            const salvo_table *table = &store->tables[t];
            const char *name;

            if (table->n_rows == 0 || is_read(book, t, i) || is_salvos(book->ruleset, table, table->header[i].text))
                continue;
            name = salvo_arena_printf(c->memory, "%s.%s", table->name, table->header[i].text);
            status = name ? add_name(&c->unread, name, most, c->memory, err) : salvo_fail_memory(err);
        }
    return status;
}

/* Rules that belong to other tables, or are in C, are covered by salvo's own tests; users' tables may still have a
 * tests.csv. */
static salvo_status check_rules(rulebook_check *c, const salvo_rulebook *book, salvo_error *err)
{
    const bool has_rules = book->store.rules && !book->store.has_taken_rules;
    salvo_status status = has_rules ? check_procedures(c, book, err) : SALVO_OK;

    if (status == SALVO_OK && has_rules)
        status = check_battle(book, err);
    if (status == SALVO_OK && has_rules)
        status = check_lists(book, err);
    status = status == SALVO_OK ? check_tests(c, book, err) : status;
    return status == SALVO_OK && has_rules ? list_unread(c, book, err) : status;
}

/* An unreported fault of the rules is the answer even if everything else passed. */
salvo_status rulebook_check_run(rulebook_check *check, const salvo_rulebook *book, salvo_error *err)
{
    salvo_status status;

    *check = (rulebook_check){.memory = salvo_arena_new()};
    if (book->ruleset->check_purity)
        book->ruleset->check_purity(book->tables);
    status = check->memory ? check_rules(check, book, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        rulebook_check_free(check);
    return status;
}

bool rulebook_check_is_whole(const rulebook_check *check)
{
    for (size_t i = 0; i < check->n; i++)
        if (check->procedures[i].questions == 0)
            return false;
    return true;
}

void rulebook_check_free(rulebook_check *check)
{
    salvo_arena_free(check->memory);
    memset(check, 0, sizeof *check);
}
