/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold of every procedure of every ruleset the day it is registered: its defaults are valid, its limits are
 * enforced, whatever is chosen the chances add up to one, and help, manual and JSON tell all of it. Nothing here knows a
 * ruleset; a procedure whose required parameters cannot all take their first value says so in STARTS. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/report.h>

#include "first_question.h"
#include "odds/state_graph.h"
#include "support.h"

enum { ROWS_MAX = 512, EFFORT = 1000000 }; /* of an answer: larger ones take long, and no rule is only in them */

static const double SUMS = 1e-9; /* of probabilities solved in doubles */

/* The words and one more, in place of a word for the same key. */
static word_list with_word(const word_list *w, const char *key, const char *value)
{
    size_t length = strlen(key);
    word_list more = *w;

    more.n = 0;
    for (size_t i = 0; i < w->n; i++)
        if (strncmp(w->text[i], key, length) != 0 || w->text[i][length] != '=')
            memcpy(more.text[more.n++], w->text[i], WORD_MAX);
    add_word(&more, key, value);
    return more;
}

static void check_sum(const salvo_question *question, const char *last_word)
{
    const salvo_odds_options options = {.arithmetic = SALVO_DOUBLE, .effort = EFFORT};
    salvo_error err = {0};
    salvo_odds odds;
    salvo_status status = salvo_odds_solve(&odds, question, &options, &err);
    double sum = 0;

    if (status == SALVO_TOO_LARGE)
        return;
    if (status != SALVO_OK)
        fail_msg("%s %s: %s", question->procedure->schema.name, last_word, err.text);
    for (size_t i = 0; i < odds.n_outcomes; i++) {
        if (!(odds.outcomes[i].probability.value > 0) || !*odds.outcomes[i].label)
            fail_msg("%s %s: an impossible or nameless outcome is listed", question->procedure->schema.name, last_word);
        if (salvo_outcome_form_of(question->procedure, odds.outcomes[i].label) == SALVO_NO_OUTCOME)
            fail_msg("%s %s: the outcome '%s' is not among those that are declared", question->procedure->schema.name,
                     last_word, odds.outcomes[i].label);
        sum += odds.outcomes[i].probability.value;
    }
    for (size_t i = 0; i < odds.n_means; i++)
        if (!isfinite(odds.means[i].mean.value))
            fail_msg("%s %s: the mean '%s' is not finite", question->procedure->schema.name, last_word,
                     odds.means[i].name);
    if (fabs(sum - 1) > SUMS)
        fail_msg("%s %s: the probabilities add up to %.17g", question->procedure->schema.name, last_word, sum);
    salvo_odds_free(&odds);
}

/* What a chain says of results that lead on alike changes nothing in its graph. */
static void check_kinds(const salvo_question *question)
{
    const graph_limits limits = graph_limits_within(1000000);
    salvo_procedure procedure = *question->procedure;
    salvo_question every_result = *question;
    salvo_chain chain;
    state_graph with, without;
    salvo_status status;

    if (!procedure.chain || !procedure.chain->throw_number)
        return;
    chain = *procedure.chain;
    chain.throw_number = NULL;
    procedure.chain = &chain;
    every_result.procedure = &procedure;
    status = state_graph_compile(&with, NULL, question, &limits, NULL);
    assert_int_equal(state_graph_compile(&without, NULL, &every_result, &limits, NULL), status);
    if (status != SALVO_OK)
        return;
    assert_int_equal(with.n_states, without.n_states);
    assert_int_equal(with.n_edges, without.n_edges);
    assert_memory_equal(with.states, without.states, with.n_states * sizeof *with.states);
    if (with.n_edges)
        assert_memory_equal(with.edges, without.edges, with.n_edges * sizeof *with.edges);
    state_graph_free(&with);
    state_graph_free(&without);
}

/* Asks; a refusal must say why, an answer must add up. */
static void try_words(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *w)
{
    const char *last = w->n ? w->text[w->n - 1] : "";
    salvo_question question;
    salvo_error err = {0};
    salvo_status status = ask_words(&question, book, procedure, w, &err);

    if (status == SALVO_OK) {
        check_sum(&question, last);
        check_kinds(&question);
        salvo_question_free(&question);
    } else if (status != SALVO_BAD_INPUT || !*err.text) {
        fail_msg("%s %s: refused without a reason: %s", procedure->schema.name, last, err.text);
    }
}

static void must_refuse(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *w,
                        const char *key)
{
    const char *last = w->text[w->n - 1];
    salvo_question question;
    salvo_error err = {0};
    salvo_status status = ask_words(&question, book, procedure, w, &err);

    if (status == SALVO_OK)
        fail_msg("%s: '%s' is accepted", procedure->schema.name, last);
    if (!strstr(err.text, key))
        fail_msg("%s: the refusal of '%s' does not name the parameter: %s", procedure->schema.name, last, err.text);
}

static void check_number(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *base,
                         const salvo_parameter *p)
{
    double beyond[] = {p->min - 1, p->max + 1};
    double within[] = {p->min, p->max};
    char number[64];

    for (int i = 0; i < 2; i++) {
        word_list w;

        if (!isfinite(within[i]))
            continue;
        snprintf(number, sizeof number, "%.15g", beyond[i]);
        w = with_word(base, p->key, number);
        must_refuse(book, procedure, &w, p->key);
        snprintf(number, sizeof number, "%.15g", within[i]);
        w = with_word(base, p->key, number);
        if (within[i] <= 100) /* a million shots are possible, and slow */
            try_words(book, procedure, &w);
    }
    if (p->kind == SALVO_INTEGER) {
        word_list w = with_word(base, p->key, "1.5");

        must_refuse(book, procedure, &w, p->key);
    }
}

static void check_choices(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *base,
                          const salvo_parameter *p)
{
    static const char *const YES_NO[] = {"yes", "no", NULL};

    for (const char *const *c = p->kind == SALVO_FLAG ? YES_NO : p->choices; *c; c++) {
        word_list w = with_word(base, p->key, *c);

        try_words(book, procedure, &w);
    }
}

static void check_names(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *base,
                        const salvo_parameter *p)
{
    const salvo_table *table = salvo_store_table(&book->store, p->table);

    assert_non_null(table);
    for (size_t row = 0; row < table->n_rows; row += 1 + table->n_rows / 16) {
        word_list w = with_word(base, p->key, table->cells[row * table->n_columns].text);

        try_words(book, procedure, &w);
    }
}

static void check_values(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *base,
                         const salvo_parameter *p)
{
    word_list nonsense = with_word(base, p->key, p->kind == SALVO_TEXT ? "" : "no-such-thing");

    must_refuse(book, procedure, &nonsense, p->key);
    switch (p->kind) {
    case SALVO_FLAG:
    case SALVO_CHOICE:
        check_choices(book, procedure, base, p);
        break;
    case SALVO_INTEGER:
    case SALVO_DECIMAL:
        check_number(book, procedure, base, p);
        break;
    case SALVO_NAME:
        check_names(book, procedure, base, p);
        break;
    default:
        break;
    }
}

/* A default that is written out changes nothing. */
static void check_default(const salvo_rulebook *book, const salvo_procedure *procedure, const word_list *base,
                          size_t place)
{
    const salvo_parameter *p = &procedure->schema.parameters[place];
    salvo_question silent, written;
    salvo_error err = {0};
    word_list w = with_word(base, p->key, p->fallback);

    if (ask_words(&silent, book, procedure, base, &err) != SALVO_OK)
        fail_msg("%s: %s", procedure->schema.name, err.text);
    if (ask_words(&written, book, procedure, &w, &err) != SALVO_OK)
        fail_msg("%s: the default of '%s': %s", procedure->schema.name, p->key, err.text);
    if (!silent.values[place].absent) /* it has no place beside the other defaults */
        assert_string_equal(silent.values[place].text, written.values[place].text);
    salvo_question_free(&silent);
    salvo_question_free(&written);
}

static void check_procedure(const salvo_rulebook *book, const salvo_procedure *procedure)
{
    word_list base = first_question(book, procedure);
    salvo_question question;
    salvo_error err = {0};

    if (ask_words(&question, book, procedure, &base, &err) != SALVO_OK)
        fail_msg("%s cannot be asked with its first values (see STARTS): %s", procedure->schema.name, err.text);
    check_sum(&question, "");
    salvo_question_free(&question);
    for (size_t i = 0; i < procedure->schema.n_parameters; i++) {
        const salvo_parameter *p = &procedure->schema.parameters[i];

        if (p->fallback && !p->required && !p->fallback_cell && !start_of(procedure, p->key))
            check_default(book, procedure, &base, i);
        check_values(book, procedure, &base, p);
    }
}

static void must_say(const char *text, const char *word, const char *procedure, const char *where)
{
    if (!word || !*word || !strstr(text, word))
        fail_msg("%s: %s does not mention '%s'", procedure, where, word ? word : "(nothing)");
}

static void must_say_all(const char *text, const salvo_procedure *procedure, const char *where)
{
    must_say(text, procedure->schema.name, procedure->schema.name, where);
    must_say(text, procedure->id, procedure->schema.name, where);
    must_say(text, procedure->documentation.title, procedure->schema.name, where);
    must_say(text, procedure->documentation.section, procedure->schema.name, where);
    for (size_t i = 0; i < procedure->schema.n_parameters; i++) {
        must_say(text, procedure->schema.parameters[i].key, procedure->schema.name, where);
        must_say(text, procedure->schema.parameters[i].help, procedure->schema.name, where);
    }
    for (size_t i = 0; i < procedure->n_outcomes; i++)
        must_say(text, procedure->outcomes[i], procedure->schema.name, where);
    if (procedure->n_outcomes == 0)
        must_say(text, procedure->outcomes_help, procedure->schema.name, where);
    for (size_t i = 0; i < procedure->n_expectations; i++) {
        must_say(text, procedure->expectations[i].name, procedure->schema.name, where);
        must_say(text, procedure->expectations[i].help, procedure->schema.name, where);
    }
}

static char *written(const salvo_rulebook *book, const salvo_procedure *procedure)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    salvo_status status;

    assert_non_null(out);
    status = procedure ? salvo_report_help(out, (salvo_format){.kind = SALVO_TABLE}, book, procedure, NULL)
                       : salvo_report_manual(out, (salvo_format){.kind = SALVO_TABLE}, book, NULL);
    assert_int_equal(status, SALVO_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void check_telling(const salvo_rulebook *book, const salvo_procedure *procedure, const char *manual)
{
    char *help = written(book, procedure);

    must_say_all(help, procedure, "help");
    must_say_all(manual, procedure, "the manual");
    free(help);
}

static void check_rulings(const salvo_rulebook *book, const salvo_procedure *procedure)
{
    const salvo_table *rulings = salvo_store_table(&book->store, "rulings");
    size_t rows[ROWS_MAX];

    assert_non_null(rulings);
    if (salvo_rulings_of(procedure, rulings, rows, ROWS_MAX) < 0)
        fail_msg("%s rests on rulings that its book does not have: %s", procedure->schema.name,
                 procedure->documentation.rulings);
}

static void check_json(const salvo_rulebook *book, const salvo_procedure *procedure)
{
    word_list base = first_question(book, procedure);
    const salvo_approach approach = {.method = SALVO_EXACT, .options = {.arithmetic = SALVO_RATIONAL}};
    salvo_question question;
    salvo_answer found;
    salvo_error err = {0};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    json_t *document;

    assert_non_null(out);
    if (ask_words(&question, book, procedure, &base, &err) != SALVO_OK)
        fail_msg("%s: %s", procedure->schema.name, err.text);
    if (salvo_answer_find(&found, &question, &approach, &err) == SALVO_OK) {
        if (salvo_report_odds(out, (salvo_format){.kind = SALVO_JSON}, &question, &found, &err) != SALVO_OK)
            fail_msg("%s: %s", procedure->schema.name, err.text);
        fflush(out);
        document = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(document);
        assert_string_equal(json_string_value(json_object_get(document, "procedure")), procedure->schema.name);
        assert_true(json_array_size(json_object_get(document, "outcomes")) > 0);
        assert_true(json_is_object(json_object_get(document, "parameters")));
        assert_true(json_is_object(json_object_get(document, "expectations")));
        json_decref(document);
        salvo_answer_free(&found);
    }
    fclose(out);
    free(text);
    salvo_question_free(&question);
}

static bool takes_value(const salvo_parameter *p, const char *value)
{
    for (const char *const *c = p->kind == SALVO_CHOICE ? p->choices : NULL; c && *c; c++)
        if (strcmp(*c, value) == 0)
            return true;
    return p->kind != SALVO_CHOICE;
}

static bool takes(const salvo_schema *schema, const char *key, const char *value)
{
    int place = salvo_parameter_find(schema, key);

    return place >= 0 && takes_value(&schema->parameters[place], value);
}

/* Of a procedure, or of battles. */
static bool is_option(const salvo_ruleset *ruleset, const char *key, const char *value)
{
    for (size_t i = 0; i < ruleset->n_procedures; i++)
        if (takes(&ruleset->procedures[i]->schema, key, value))
            return true;
    return ruleset->battle &&
           (takes(ruleset->battle->element, key, value) || takes(ruleset->battle->field, key, value));
}

/* Every "key=value" of the text. */
static void check_options(const salvo_ruleset *ruleset, const char *text)
{
    for (const char *equals = strchr(text, '='); equals; equals = strchr(equals + 1, '=')) {
        char key[WORD_MAX] = "", value[WORD_MAX] = "";
        const char *from = equals;

        while (from > text && strchr("abcdefghijklmnopqrstuvwxyz0123456789-", from[-1]))
            from--;
        snprintf(key, sizeof key, "%.*s", (int)(equals - from), from);
        snprintf(value, sizeof value, "%.*s", (int)strspn(equals + 1, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                 equals + 1);
        if (!is_option(ruleset, key, value))
            fail_msg("%s: a ruling names the option %s=%s, which no procedure takes", ruleset->id, key, value);
    }
}

static void check_ruling_options(const salvo_rulebook *book)
{
    const salvo_table *rulings = salvo_store_table(&book->store, "rulings");

    for (size_t row = 0; row < rulings->n_rows; row++)
        check_options(book->ruleset, salvo_table_text(rulings, row, "option"));
}

static bool suits(salvo_parameter_kind kind, salvo_member_kind member)
{
    switch (kind) {
    case SALVO_FLAG:
    case SALVO_CHOICE:
        return member == SALVO_TO_BOOL || member == SALVO_TO_INTEGER;
    case SALVO_INTEGER:
        return member == SALVO_TO_INTEGER || member == SALVO_TO_DOUBLE;
    case SALVO_DECIMAL:
        return member == SALVO_TO_DOUBLE;
    case SALVO_NAME:
        return member == SALVO_TO_INTEGER;
    case SALVO_TEXT:
        return member == SALVO_TO_TEXT;
    case SALVO_LIST:
        break;
    }
    return member == SALVO_TO_VALUE;
}

/* Every value that goes anywhere goes to a member that can hold it, and no two share one. */
static void check_places(const salvo_schema *schema)
{
    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_parameter *p = &schema->parameters[i];

        if (p->into.kind == SALVO_NOWHERE)
            continue;
        if (p->into.kind != SALVO_TO_VALUE && !suits(p->kind, p->into.kind))
            fail_msg("%s: %s does not fit the member that it goes into", schema->name, p->key);
        assert_true(p->into.offset + p->into.size <= schema->situation_size);
        for (size_t k = 0; k < i; k++)
            if (schema->parameters[k].into.kind != SALVO_NOWHERE && schema->parameters[k].into.offset == p->into.offset)
                fail_msg("%s: %s and %s go into the same member", schema->name, p->key, schema->parameters[k].key);
    }
    assert_true(schema->tables.offset + schema->tables.size <= schema->situation_size);
}

/* The manual says what battles do, and the defaults are those that salvo battle --help names. */
static void check_battles(const salvo_rulebook *book, const char *manual)
{
    static const char *const OTHERS[] = {"The default is best.", "By default, this book has no limit."},
                             *const MBT[] = {"The default is best.", "after 20 turns, the default of this book"};
    const salvo_battle_words *says = book->ruleset->battle->words;
    const char *const texts[] = {says->strength, says->attack, says->fire, says->pace};
    const bool is_mbt = strcmp(book->ruleset->id, "mbt2030") == 0;

    check_places(book->ruleset->battle->element);
    check_places(book->ruleset->battle->field);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_true(texts[i] && *texts[i]);
        must_say(manual, texts[i], "battles", book->ruleset->id);
    }
    assert_int_equal(says->end != NULL, is_mbt);
    if (says->end)
        must_say(manual, says->end, "battles", book->ruleset->id);
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        must_say(manual, is_mbt ? MBT[i] : OTHERS[i], "battles", book->ruleset->id);
}

/* A name in code that nothing has would silently count as nothing. */
static void must_have(bool has, const char *what, const char *name, const char *of)
{
    if (!has)
        fail_msg("%s: there is no %s '%s'", of, what, name);
}

static bool has_parameter(const salvo_procedure *p, const char *key)
{
    return salvo_parameter_find(&p->schema, key) >= 0;
}

static bool has_expectation(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_expectations; i++)
        if (strcmp(p->expectations[i].name, name) == 0)
            return true;
    return false;
}

static bool has_outcome(const salvo_procedure *p, const char *name)
{
    return salvo_outcome_form_of(p, name) == SALVO_OUTCOME_WORD;
}

/* "key=one|two" */
static void check_condition(const salvo_rulebook *book, const salvo_procedure *p, const char *condition)
{
    char text[WORD_MAX], *rest, *value;
    int at;

    snprintf(text, sizeof text, "%s", condition);
    rest = strchr(text, '=');
    must_have(rest != NULL, "condition", condition, p->schema.name);
    *rest++ = '\0';
    at = salvo_parameter_find(&p->schema, text);
    must_have(at >= 0, "parameter", text, p->schema.name);
    for (value = strtok(rest, "|"); value; value = strtok(NULL, "|")) {
        word_list w = {.n = 0};
        salvo_question question;
        salvo_error err = {0};

        add_word(&w, text, value); /* the value is read before anything else is missed */
        if (ask_words(&question, book, p, &w, &err) == SALVO_OK)
            salvo_question_free(&question);
        else if (strstr(err.text, "is no value") || strstr(err.text, "unknown") || strstr(err.text, "number"))
            fail_msg("%s: the condition %s: %s", p->schema.name, condition, err.text);
    }
}

/* "table.row.column" */
static void check_cell(const salvo_rulebook *book, const char *cell, const char *of)
{
    char text[WORD_MAX], *row, *column;
    const salvo_table *table;
    long at;

    snprintf(text, sizeof text, "%s", cell);
    row = strchr(text, '.');
    column = row ? strchr(row + 1, '.') : NULL;
    must_have(column != NULL, "cell", cell, of);
    *row++ = *column++ = '\0';
    table = salvo_store_table(&book->store, text);
    must_have(table != NULL, "table", text, of);
    at = salvo_table_row(table, row, strlen(row));
    must_have(at >= 0, "row", row, of);
    must_have(salvo_table_column(table, column) >= 0, "column", column, of);
}

static void check_schema(const salvo_rulebook *book, const salvo_procedure *procedure)
{
    check_places(&procedure->schema);
    for (size_t i = 0; i < procedure->schema.n_parameters; i++) {
        const salvo_parameter *p = &procedure->schema.parameters[i];

        for (const salvo_default *d = p->defaults; d && d->when; d++)
            check_condition(book, procedure, d->when);
        if (p->only)
            check_condition(book, procedure, p->only);
        if (p->unless)
            must_have(has_parameter(procedure, p->unless), "parameter", p->unless, procedure->schema.name);
        if (p->excludes)
            must_have(has_parameter(procedure, p->excludes), "parameter", p->excludes, procedure->schema.name);
        if (p->fallback_cell)
            check_cell(book, p->fallback_cell, procedure->schema.name);
    }
}

static void check_duel(const salvo_ruleset *ruleset)
{
    const salvo_duel_adapter *f = ruleset->duel;
    const salvo_procedure *p;

    assert_int_equal(salvo_procedure_find(ruleset, f->procedure, &p, NULL), SALVO_OK);
    must_have(has_parameter(p, f->a) && has_parameter(p, f->b), "side", f->a, p->schema.name);
    must_have(has_parameter(p, f->range), "parameter", f->range, p->schema.name);
    must_have(has_parameter(p, f->first), "parameter", f->first, p->schema.name);
    must_have(has_expectation(p, f->turns), "expectation", f->turns, p->schema.name);
    must_have(has_outcome(p, f->a_wins) && has_outcome(p, f->b_wins), "outcome", f->a_wins, p->schema.name);
    must_have(!f->mutual || !*f->mutual || has_outcome(p, f->mutual), "outcome", f->mutual, p->schema.name);
}

static void check_fire(const salvo_rulebook *book)
{
    const salvo_fire_adapter *f = book->ruleset->fire;
    const salvo_table *units = salvo_store_table(&book->store, book->ruleset->units);
    const salvo_procedure *p;
    char harmless[WORD_MAX];

    assert_int_equal(salvo_procedure_find(book->ruleset, f->procedure, &p, NULL), SALVO_OK);
    must_have(has_parameter(p, f->range), "parameter", f->range, p->schema.name);
    must_have(has_expectation(p, f->damage), "expectation", f->damage, p->schema.name);
    must_have(has_expectation(p, f->killed) || has_outcome(p, f->killed), "kill", f->killed, p->schema.name);
    must_have(!f->each || has_parameter(p, f->each), "parameter", f->each, p->schema.name);
    must_have(!f->strength || salvo_table_column(units, f->strength) >= 0, "column", f->strength, p->schema.name);
    snprintf(harmless, sizeof harmless, "%s", f->harmless);
    for (char *word = strtok(harmless, "|"); word; word = strtok(NULL, "|"))
        must_have(salvo_outcome_form_of(p, word) != SALVO_NO_OUTCOME, "outcome", word, p->schema.name);
    for (size_t i = 0; i < SALVO_ROW_WORDS_MAX && f->unit[i].key; i++)
        must_have(has_parameter(p, f->unit[i].key), "parameter", f->unit[i].key, p->schema.name);
    for (size_t i = 0; i < SALVO_ROW_WORDS_MAX && f->target[i].key; i++)
        must_have(has_parameter(p, f->target[i].key), "parameter", f->target[i].key, p->schema.name);
    for (const char *const *word = f->words; word && *word; word++)
        check_condition(book, p, *word);
}

static void a_ruleset_keeps_its_word(void **state)
{
    const salvo_ruleset *ruleset;
    salvo_rulebook book;
    char *manual;

    book_open(&book, *state, "");
    ruleset = book.ruleset;
    manual = written(&book, NULL);
    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        check_procedure(&book, ruleset->procedures[i]);
        check_schema(&book, ruleset->procedures[i]);
        check_telling(&book, ruleset->procedures[i], manual);
        check_rulings(&book, ruleset->procedures[i]);
        check_json(&book, ruleset->procedures[i]);
    }
    check_ruling_options(&book);
    check_battles(&book, manual);
    if (ruleset->duel)
        check_duel(ruleset);
    if (ruleset->fire)
        check_fire(&book);
    free(manual);
    salvo_rulebook_close(&book);
}

int main(void)
{
    struct CMUnitTest tests[16];

    assert_true(SALVO_N_BOOKS <= COUNT_OF(tests));
    for (size_t i = 0; i < SALVO_N_BOOKS; i++)
        tests[i] = row_test(SALVO_BOOKS[i], a_ruleset_keeps_its_word, SALVO_BOOKS[i]);
    return _cmocka_run_group_tests("what is registered", tests, SALVO_N_BOOKS, NULL, NULL);
}
