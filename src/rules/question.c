/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From words to values to a situation. All words are parsed first. Then defaults fill the gaps in the order of the
 * parameters, so that a condition finds the values that it needs. */
#include <salvo/arena.h>
#include <salvo/rules.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"
#include "rules/fault.h"
#include "rules/parse.h"

/* The number of keys among which a message finds the nearest, and the length of an alias. */
enum { KEYS_MAX = 64, ALIAS_MAX = 64 };

/* Returns whether the key is one of the aliases, such as "a-moves|a-moved". */
static bool is_alias(const char *aliases, const char *key)
{
    char one[ALIAS_MAX];

    for (size_t length; aliases && *aliases; aliases += length + (aliases[length] == '|')) {
        length = strcspn(aliases, "|");
        snprintf(one, sizeof one, "%.*s", (int)length, aliases);
        if (salvo_name_matches(one, key))
            return true;
    }
    return false;
}

/* Returns the side at the end of a key such as "cover-a", or 0. */
static char side_of(const char *key)
{
    size_t length = strlen(key);

    return length > 2 && key[length - 2] == '-' && strchr("ab", key[length - 1]) ? key[length - 1] : 0;
}

/* A parameter's own key precedes the alias of another one. */
static int find_key(const salvo_schema *schema, const char *key)
{
    const salvo_parameter *p = schema->parameters;
    int at = p ? salvo_name_among_at(&p->key, sizeof *p, schema->n_parameters, key) : -1;

    for (size_t i = 0; at < 0 && i < schema->n_parameters; i++)
        at = is_alias(p[i].aliases, key) ? (int)i : -1;
    return at;
}

/* Options of battles have "cover-a", which is "a-cover". It is reversed only once, because "a-b" would return to
 * itself. */
int salvo_parameter_find(const salvo_schema *schema, const char *key)
{
    const int at = find_key(schema, key);
    char turned[ALIAS_MAX];

    if (at >= 0 || !side_of(key))
        return at;
    snprintf(turned, sizeof turned, "%c-%.*s", side_of(key), (int)strlen(key) - 2, key);
    return find_key(schema, turned);
}

const char *salvo_question_remark(const salvo_question *question)
{
    return question->schema->remark ? question->schema->remark(question->situation) : NULL;
}

/* A rule of three steps: the procedure's own label, else a fixed name, else a number counted from the last fixed name.
 * So "out-of-range, ineffective, 0, 1, 2 ..." needs no list of numbers. */
void salvo_outcome_label(const salvo_question *question, int outcome, char text[SALVO_LABEL_MAX])
{
    const salvo_procedure *procedure = question->procedure;

    if (procedure->label)
        procedure->label(question->situation, outcome, text);
    else if ((size_t)outcome < procedure->n_outcomes)
        snprintf(text, SALVO_LABEL_MAX, "%s", procedure->outcomes[outcome]);
    else
        snprintf(text, SALVO_LABEL_MAX, "%d", outcome - (int)procedure->n_outcomes);
}

salvo_status salvo_parameter_unknown(const salvo_schema *schema, const char *key, salvo_error *err)
{
    const char *keys[KEYS_MAX] = {NULL};
    size_t n = 0;

    for (; n < schema->n_parameters && n < KEYS_MAX; n++)
        keys[n] = schema->parameters[n].key;
    return salvo_names_fail(err, keys, n, key, "%s has no parameter '%s'%s", schema->name, key,
                            n ? "" : "; it has none");
}

/* Only the first "=" separates, because a value may contain more of them, such as the path of a file. */
salvo_status salvo_word_parse(const salvo_schema *schema, const salvo_store *store, const char *word,
                              salvo_arena *memory, size_t *at, salvo_value *value, salvo_error *err)
{
    const char *equals = strchr(word, '=');
    char *key;
    int found;

    if (!equals || equals == word)
        return salvo_fail(err, SALVO_BAD_INPUT, "'%s' is not a parameter; write key=value, as in range=500", word);
    key = salvo_arena_slice(memory, word, (size_t)(equals - word));
    if (!key)
        return salvo_fail_memory(err);
    found = salvo_parameter_find(schema, key);
    if (found < 0)
        return salvo_parameter_unknown(schema, key, err);
    *at = (size_t)found;
    return salvo_parameter_parse(&schema->parameters[found], store, equals + 1, memory, value, err);
}

/* A key that is given twice is an error, because it is more likely a slip than intended. */
static salvo_status take_word(salvo_question *q, const char *word, salvo_error *err)
{
    salvo_value value;
    size_t at;

    TRY(salvo_word_parse(q->schema, &q->book->store, word, q->memory, &at, &value, err));
    if (q->values[at].given)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s is given twice; give it once", q->schema->parameters[at].key);
    q->values[at] = value;
    q->values[at].given = true;
    return SALVO_OK;
}

/* Returns the place of the parameter in a condition "key=one|two", or -1. */
static int condition_key(const salvo_question *q, const char *condition)
{
    char key[64]; /* the rulebook's own keys are words */

    snprintf(key, sizeof key, "%.*s", (int)strcspn(condition, "="), condition);
    return salvo_parameter_find(q->schema, key);
}

/* Returns whether the parameter has one of those values. It compares the canonical spelling, because the user may have
 * typed any form. */
static bool holds(const salvo_question *q, const char *condition)
{
    int at = condition_key(q, condition);
    size_t length = strcspn(condition, "=");
    const char *value;

    for (value = condition + length; at >= 0 && *value; value += length) {
        value++;
        length = strcspn(value, "|");
        if (strlen(q->values[at].text) == length && strncmp(q->values[at].text, value, length) == 0)
            return true;
    }
    return false;
}

/* If the user gives a parameter, the one that it excludes is left out, because its default would contradict it. */
static bool is_excluded(const salvo_question *q, const salvo_parameter *p)
{
    int other = p->excludes ? salvo_parameter_find(q->schema, p->excludes) : -1;

    return other >= 0 && q->values[other].given;
}

/* Returns whether the parameter needs a value that another parameter does not have. In TRR, jamming needs
 * method=radio. */
static bool has_no_place(const salvo_question *q, const salvo_parameter *p)
{
    return p->only && !holds(q, p->only);
}

/* Returns the default of a parameter as text; NULL if it has none. Defaults under a condition come first, then the cell
 * of the data, then the schema's own. A cell that a user's table lacks is skipped. */
static const char *fallback_of(const salvo_question *q, const salvo_parameter *p, const salvo_store *store)
{
    const char *cell = p->fallback_cell ? salvo_store_text(store, p->fallback_cell) : NULL;

    for (const salvo_default *d = p->defaults; d && d->when; d++)
        if (holds(q, d->when))
            return d->value;
    return cell ? cell : p->fallback;
}

/* Returns the cell of the row that an earlier parameter names, such as "a.weapon". NULL if the row's table has no such
 * column, or the cell is empty. */
static const char *cell_of_row(const salvo_question *q, const char *path)
{
    const char *dot = strchr(path, '.'), *text;
    char key[ALIAS_MAX];
    const salvo_parameter *p;
    const salvo_table *table;
    size_t row;
    int at;

    snprintf(key, sizeof key, "%.*s", (int)(dot - path), path);
    at = salvo_parameter_find(q->schema, key);
    if (at < 0 || q->values[at].absent)
        return NULL;
    p = &q->schema->parameters[at];
    row = (size_t)q->values[at].integer;
    table = salvo_store_table(&q->book->store, p->table);
    if (p->more_table && row >= table->n_rows) {
        row -= table->n_rows;
        table = salvo_store_table(&q->book->store, p->more_table);
    }
    text = salvo_table_text(table, row, dot + 1);
    return text && *text ? text : NULL;
}

/* Works on a copy of the parameter, because it may lift the limits. */
static salvo_status parse_fallback(salvo_parameter p, const salvo_store *store, const char *fallback,
                                   salvo_arena *memory, salvo_value *value, salvo_error *err)
{
    if (p.fallback_cell) { /* the limits hold for users' values; the author's table may exceed them */
        p.min = -INFINITY;
        p.max = INFINITY;
    }
    if (fallback)
        return salvo_parameter_parse(&p, store, fallback, memory, value, err);
    /* It is neither given nor known. Once all defaults are set, check_presence decides whether that is an error. */
    *value = (salvo_value){.absent = true, .text = ""};
    return SALVO_OK;
}

salvo_status salvo_parameter_default(const salvo_parameter *parameter, const salvo_store *store, salvo_arena *memory,
                                     salvo_value *value, salvo_error *err)
{
    const char *cell = parameter->fallback_cell ? salvo_store_text(store, parameter->fallback_cell) : NULL;

    return parse_fallback(*parameter, store, cell ? cell : parameter->fallback, memory, value, err);
}

static salvo_status read_fallback(salvo_question *q, size_t at, salvo_value *value, salvo_error *err)
{
    const salvo_parameter *p = &q->schema->parameters[at];
    const char *own = p->fallback_row ? cell_of_row(q, p->fallback_row) : NULL;

    return parse_fallback(*p, &q->book->store, own ? own : fallback_of(q, p, &q->book->store), q->memory, value, err);
}

/* A parameter that is excluded or has no place is absent, because its default would describe a thing that is not
 * there. */
static salvo_status take_fallback(salvo_question *q, size_t at, salvo_error *err)
{
    const salvo_parameter *p = &q->schema->parameters[at];

    q->values[at] = (salvo_value){.absent = true, .text = ""};
    return is_excluded(q, p) || has_no_place(q, p) ? SALVO_OK : read_fallback(q, at, &q->values[at], err);
}

/* Refuses a value that has no place beside the others. The default changes nothing and is always permitted. */
static salvo_status check_place(salvo_question *q, size_t at, salvo_error *err)
{
    const salvo_parameter *p = &q->schema->parameters[at];
    salvo_value fallback;
    int other;
    salvo_status status;

    if (!q->values[at].given || !has_no_place(q, p))
        return SALVO_OK;
    status = read_fallback(q, at, &fallback, err);
    if (status != SALVO_OK || (!fallback.absent && strcmp(fallback.text, q->values[at].text) == 0))
        return status;
    other = condition_key(q, p->only);
    return salvo_fail(err, SALVO_BAD_INPUT, "%s=%s is only for %s; here %s=%s", p->key, q->values[at].text, p->only,
                      q->schema->parameters[other].key, q->values[other].text);
}

/* A flag can make a required value unnecessary: in M.A.D. a shot in contact needs no range. */
static bool excused(const salvo_question *q, const salvo_parameter *p)
{
    int flag = p->unless ? salvo_parameter_find(q->schema, p->unless) : -1;

    return flag >= 0 && q->values[flag].integer != 0;
}

/* This runs after all defaults, because only then it is known which flags excuse a missing value. */
static salvo_status check_presence(const salvo_question *q, salvo_error *err)
{
    for (size_t i = 0; i < q->schema->n_parameters; i++) {
        const salvo_parameter *p = &q->schema->parameters[i];
        int other = p->excludes ? salvo_parameter_find(q->schema, p->excludes) : -1;

        if (p->required && q->values[i].absent && !excused(q, p) && !is_excluded(q, p))
            return salvo_fail(err, SALVO_BAD_INPUT, "%s needs %s=... (%s)%s%s%s%s%s%s", q->schema->name, p->key,
                              p->help, p->unless ? ", unless " : "", p->unless ? p->unless : "",
                              p->unless ? "=yes" : "", p->excludes ? ", or " : "", p->excludes ? p->excludes : "",
                              p->excludes ? "=..." : "");
        if (other >= 0 && q->values[i].given && q->values[other].given)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s and %s exclude each other; give one of them", p->key,
                              q->schema->parameters[other].key);
    }
    return SALVO_OK;
}

/* A member has the width that its struct declares, so the value is written in that width. */
static void put_integer(void *member, size_t size, int64_t number)
{
    switch (size) {
    case sizeof(int8_t):
        *(int8_t *)member = (int8_t)number;
        break;
    case sizeof(int16_t):
        *(int16_t *)member = (int16_t)number;
        break;
    case sizeof(int32_t):
        *(int32_t *)member = (int32_t)number;
        break;
    default:
        *(int64_t *)member = number;
    }
}

/* A number that is the id of a row becomes the row. */
static int64_t whole_of(const salvo_parameter *p, const salvo_value *value)
{
    return p->kind == SALVO_INTEGER && p->table ? (int64_t)value->items[0].row : value->integer;
}

/* A member receives the number, the decimal or the text, depending on its own kind. A value without a number becomes
 * `without`. */
static void put_value(const salvo_parameter *p, const salvo_value *value, char *situation)
{
    void *member = situation + p->into.offset;
    bool has_number = !value->absent && !value->word;

    switch (p->into.kind) {
    case SALVO_TO_BOOL:
        *(bool *)member = has_number ? value->integer != 0 : p->without != 0;
        break;
    case SALVO_TO_INTEGER:
        put_integer(member, p->into.size, has_number ? whole_of(p, value) : (int64_t)p->without);
        break;
    case SALVO_TO_DOUBLE:
        *(double *)member = has_number ? value->decimal : p->without;
        break;
    case SALVO_TO_TEXT:
        *(const char **)member = value->text;
        break;
    case SALVO_TO_VALUE:
        *(const salvo_value **)member = value;
        break;
    case SALVO_TO_TABLES:
    case SALVO_NOWHERE:
        break;
    }
}

/* The header promises this order: tables, values, prepare. So each of a ruleset's functions finds everything before it in
 * place. */
static salvo_status make_situation(salvo_question *q, const void **known, salvo_error *err)
{
    const salvo_schema *schema = q->schema;
    const salvo_sharing *sharing = known ? schema->sharing : NULL;
    char *situation = q->situation;

    if (schema->tables.kind == SALVO_TO_TABLES)
        memcpy(situation + schema->tables.offset, &q->book->tables, sizeof q->book->tables);
    /* The schema of rules in Lua is made at run time, and finds the script that it was made from by itself. */
    if (schema->self.kind == SALVO_TO_TABLES)
        memcpy(situation + schema->self.offset, &schema, sizeof schema);
    for (size_t i = 0; i < schema->n_parameters; i++)
        put_value(&schema->parameters[i], &q->values[i], situation);
    if (sharing && (*known = sharing->find(q->book->tables, situation)) != NULL)
        return SALVO_OK;
    if (sharing)
        return sharing->prepare(q->book->tables, situation, known, err);
    return schema->prepare ? schema->prepare(q->book->tables, situation, err) : SALVO_OK;
}

/* The user's words come first, because the defaults of other parameters may depend on them. */
static salvo_status ask(salvo_question *q, const char *const *words, size_t n_words, const void **known,
                        salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n_words && status == SALVO_OK; i++)
        status = take_word(q, words[i], err);
    for (size_t i = 0; i < q->schema->n_parameters && status == SALVO_OK; i++)
        status = q->values[i].given ? check_place(q, i, err) : take_fallback(q, i, err);
    if (status != SALVO_OK)
        return status;
    TRY(check_presence(q, err));
    return make_situation(q, known, err);
}

/* Values and situation live in the question's own arena, so one place frees them after any failure. `known`: as in
 * salvo_question_ask_shared; NULL: nothing is shared. */
static salvo_status ask_schema(salvo_question *question, const salvo_rulebook *book, const salvo_schema *schema,
                               const char *const *words, size_t n_words, const void **known, salvo_error *err)
{
    salvo_status status;

    *question = (salvo_question){.book = book, .schema = schema, .memory = salvo_arena_new()};
    if (question->memory) {
        question->values = salvo_arena_array(question->memory, schema->n_parameters, sizeof *question->values);
        question->situation = salvo_arena_array(question->memory, 1, schema->situation_size);
    }
    if (question->values && question->situation)
        status = salvo_fault_or(ask(question, words, n_words, known, err), book, err);
    else
        status = salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_question_free(question);
    return status;
}

salvo_status salvo_schema_ask(salvo_question *question, const salvo_rulebook *book, const salvo_schema *schema,
                              const char *const *words, size_t n_words, salvo_error *err)
{
    return ask_schema(question, book, schema, words, n_words, NULL, err);
}

salvo_status salvo_question_ask(salvo_question *question, const salvo_rulebook *book, const salvo_procedure *procedure,
                                const char *const *words, size_t n_words, salvo_error *err)
{
    return salvo_question_ask_shared(question, book, procedure, words, n_words, NULL, err);
}

salvo_status salvo_question_ask_shared(salvo_question *question, const salvo_rulebook *book,
                                       const salvo_procedure *procedure, const char *const *words, size_t n_words,
                                       const void **known, salvo_error *err)
{
    if (known)
        *known = NULL;
    TRY(ask_schema(question, book, &procedure->schema, words, n_words, known, err));
    question->procedure = procedure;
    return SALVO_OK;
}

void salvo_question_keep(const salvo_question *question, const void *answer, size_t size)
{
    if (question->schema->sharing)
        question->schema->sharing->keep(question->situation, answer, size);
}

void salvo_question_free(salvo_question *question)
{
    salvo_arena_free(question->memory);
    memset(question, 0, sizeof *question);
}
