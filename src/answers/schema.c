/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help comes from the same schema that reads a user's words, so it lists exactly what salvo accepts. */
#include "answers/schema.h"

#include <math.h>
#include <string.h>

#include <salvo/arena.h>
#include <salvo/report.h>

#include "answers/answer.h"
#include "rules/roster.h"

enum {
    NAMES_SHOWN = 12, /* a table with more rows is named, not listed */
    RULINGS_MAX = 256,
};

static void put_ids(salvo_text *text, const salvo_table *table)
{
    for (size_t i = 0; i < table->n_rows; i++)
        salvo_text_add(text, "%s%s", text->length ? " " : "", table->cells[i * table->n_columns].text);
}

/* A list must fit into a cell. For a longer table this puts its name, and the command that lists it. */
static void put_rows(salvo_text *text, const salvo_store *store, const char *table_name, const char *prefix)
{
    const salvo_table *table = salvo_store_table(store, table_name);

    if (table->n_rows > NAMES_SHOWN) {
        salvo_text_add(text, "one of the %zu %s (salvo list %s)", table->n_rows, table->name, table->name);
        return;
    }
    for (size_t i = 0; i < table->n_rows; i++)
        salvo_text_add(text, "%s%s%s", text->length ? " " : "", prefix, table->cells[i * table->n_columns].text);
}

/* Puts the names that a parameter accepts. If these are only some rows of a table, or rows of two tables, all are
 * listed. */
static void put_names(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    salvo_arena *memory = p->more_table || p->among ? salvo_arena_new() : NULL;
    salvo_roster roster;

    /* One whole table needs no roster. It is also the answer when memory is out. */
    if (!memory || salvo_roster_list(&roster, store, p->table, p->more_table, p->among, memory, NULL) != SALVO_OK)
        put_rows(text, store, p->table, "");
    else
        put_ids(text, roster.table);
    salvo_arena_free(memory);
}

/* A word such as "unlimited" may replace the number. */
static void put_limits(salvo_text *text, const salvo_parameter *p)
{
    salvo_text_put(text, p->kind == SALVO_INTEGER ? "whole number" : "number");
    if (isfinite(p->min) && isfinite(p->max))
        salvo_text_add(text, " from %.15g to %.15g", p->min, p->max);
    else if (isfinite(p->min))
        salvo_text_add(text, " from %.15g", p->min);
    if (p->word)
        salvo_text_add(text, ", or %s", p->word);
}

/* Some whole numbers are the ids of a table. */
static void put_whole(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    const salvo_table *table = p->table ? salvo_store_table(store, p->table) : NULL;

    if (!table) {
        put_limits(text, p);
        return;
    }
    salvo_text_put(text, "whole number:");
    put_ids(text, table);
}

/* Only some of the words that players use for a value are listed: they suffice to show that such words exist. */
enum { SYNONYMS_TOLD = 4 };

static void put_synonyms(salvo_text *text, const salvo_synonym *synonyms, const char *value)
{
    size_t n = 0;

    for (const salvo_synonym *s = synonyms; s && s->word && n < SYNONYMS_TOLD; s++)
        if (strcmp(s->value, value) == 0)
            salvo_text_add(text, "%s%s", n++ ? ", " : " (or ", s->word);
    salvo_text_put(text, n ? ")" : "");
}

static void put_choices(salvo_text *text, const salvo_parameter *p)
{
    for (size_t i = 0; p->choices && p->choices[i]; i++) {
        salvo_text_add(text, "%s%s", i ? " " : "", p->choices[i]);
        put_synonyms(text, p->synonyms, p->choices[i]);
    }
}

/* Other keys of the parameter follow its meaning. */
static void put_meaning(salvo_text *text, const salvo_parameter *p)
{
    const char *key = p->aliases;

    salvo_text_put(text, p->help ? p->help : "");
    for (size_t length; key && *key; key += length + (key[length] == '|')) {
        length = strcspn(key, "|");
        salvo_text_add(text, "%s%.*s", key == p->aliases ? " (or " : ", ", (int)length, key);
    }
    salvo_text_put(text, p->aliases ? ")" : "");
}

/* Puts what a user may type after "=". */
static void put_allowed(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    switch (p->kind) {
    case SALVO_FLAG:
        salvo_text_put(text, "yes");
        put_synonyms(text, p->synonyms, "yes");
        salvo_text_put(text, " no");
        put_synonyms(text, p->synonyms, "no");
        break;
    case SALVO_CHOICE:
        put_choices(text, p);
        break;
    case SALVO_INTEGER:
        put_whole(text, store, p);
        break;
    case SALVO_DECIMAL:
        put_limits(text, p);
        break;
    case SALVO_NAME:
        put_names(text, store, p);
        break;
    case SALVO_TEXT:
        put_choices(text, p);
        salvo_text_add(text, "%s%s", p->choices ? ", or " : "", p->word ? p->word : "any text");
        break;
    case SALVO_LIST:
        for (const salvo_source *s = p->sources; s->table; s++)
            put_rows(text, store, s->table, s->prefix);
        salvo_text_put(text, p->count_max ? ", optionally with :N for more than one" : "");
        salvo_text_put(text, ", separated by commas; or none");
        break;
    }
}

/* Puts the default of the parameter. It may depend on another parameter. */
static void put_default(salvo_text *text, const salvo_parameter *p)
{
    if (p->required && p->unless)
        salvo_text_add(text, "required unless %s=yes", p->unless);
    else if (p->required)
        salvo_text_put(text, "required");
    else if (p->fallback_cell && p->fallback)
        salvo_text_add(text, "%s (%s)", p->fallback, p->fallback_cell);
    else if (p->fallback_row && p->fallback)
        salvo_text_add(text, "%s (or %s)", p->fallback, p->fallback_row);
    else if (p->fallback_cell || p->fallback_row)
        salvo_text_put(text, p->fallback_cell ? p->fallback_cell : p->fallback_row);
    else
        salvo_text_put(text, p->fallback ? p->fallback : "not given");
    for (const salvo_default *d = p->defaults; d && d->when; d++)
        salvo_text_add(text, "; %s with %s", d->value, d->when);
    if (p->excludes)
        salvo_text_add(text, "; none with %s", p->excludes);
    if (p->only)
        salvo_text_add(text, "; only with %s", p->only);
}

/* The parameters of a schema. If a table has those of several procedures, the procedure's name is beside them. */
typedef struct parameters {
    const salvo_store *store;
    const salvo_schema *schema;
    const char *id; /* the procedure's, if there are several; else NULL */
} parameters;

/* Returns the kind of a parameter, for a form. */
static const char *kind_name(const salvo_parameter *p)
{
    static const char *const NAMES[] = {
        [SALVO_FLAG] = "flag", [SALVO_CHOICE] = "choice", [SALVO_INTEGER] = "whole", [SALVO_DECIMAL] = "number",
        [SALVO_NAME] = "name", [SALVO_TEXT] = "text",     [SALVO_LIST] = "list",
    };

    return NAMES[p->kind];
}

/* Puts all rows that a name can mean, however many they are. */
static void put_roster(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_roster roster;

    if (!memory || salvo_roster_list(&roster, store, p->table, p->more_table, p->among, memory, NULL) != SALVO_OK)
        text->failed = true;
    else
        put_ids(text, roster.table);
    salvo_arena_free(memory);
}

/* Puts all values that a user may choose, without other words. */
static void put_form_choices(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    const salvo_table *numbers = p->kind == SALVO_INTEGER && p->table ? salvo_store_table(store, p->table) : NULL;

    if (p->kind == SALVO_NAME)
        put_roster(text, store, p);
    else if (numbers)
        put_ids(text, numbers);
    else if (p->kind == SALVO_FLAG)
        salvo_text_put(text, "no yes");
    else if (p->choices)
        for (size_t i = 0; p->choices[i]; i++)
            salvo_text_add(text, "%s%s", i ? " " : "", p->choices[i]);
}

/* Returns whether a sweep of it needs no values, because it takes the brackets. */
static bool swept_by_itself(const salvo_parameter *p)
{
    return p->kind == SALVO_DECIMAL && (p->bracketed || p->table);
}

/* Help for one procedure does not repeat its name in every row. */
static void describe_parameter(record *to, const void *of, size_t i)
{
    static const salvo_parameter NONE = {.kind = SALVO_FLAG};
    const parameters *p = of;
    const salvo_parameter *parameter = to->blank ? &NONE : &p->schema->parameters[i];
    bool numeric = parameter->kind == SALVO_INTEGER || parameter->kind == SALVO_DECIMAL;
    salvo_text values = {0}, fallback = {0}, meaning = {0}, choices = {0};

    put_allowed(&values, p->store, parameter);
    put_default(&fallback, parameter);
    put_meaning(&meaning, parameter);
    put_form_choices(&choices, p->store, parameter);

    const field fields[] = {
        {"procedure", if_there(p->id != NULL, as_text(p->schema->name))},
        {"id", if_there(p->id != NULL, as_text(p->id))},
        {"parameter", as_text(parameter->key)},
        {"default", as_built(to, &fallback)},
        {"meaning", as_built(to, &meaning)},
        {"values", as_built(to, &values)},
        {"kind", as_text(kind_name(parameter))},
        {"min", as_number(numeric ? parameter->min : NAN)},
        {"max", as_number(numeric ? parameter->max : NAN)},
        {"choices", as_built(to, &choices)},
        {"word", as_text(parameter->word)},
        {"preset", as_text(parameter->fallback)},
        {"unless", as_text(parameter->unless)},
        {"only", as_text(parameter->only)},
        {"bracketed", as_text(swept_by_itself(parameter) ? "yes" : NULL)},
        {"excludes", as_text(parameter->excludes)},
    };

    PUT_FIELDS(to, fields);
}

static const view_column PARAMETERS[] = {{"parameter", NULL}, {"default", NULL}, {"meaning", NULL}, {"values", NULL}};

void schema_add_parameters(page *p, const salvo_store *store, const salvo_schema *schema)
{
    const parameters of = {store, schema, NULL};

    if (schema->n_parameters)
        sheet_name(page_view(p, VIEW(PARAMETERS), describe_parameter, &of, schema->n_parameters), schema->name);
    else
        page_paragraph(p, "It takes no parameters.");
}

/* Outcomes may be made from numbers; outcomes_help explains these in words. */
static void add_outcomes(page *p, const salvo_procedure *procedure)
{
    salvo_text text = {0};

    salvo_text_put(&text, "Outcomes: ");
    for (size_t i = 0; i < procedure->n_outcomes; i++)
        salvo_text_add(&text, "%s%s", i ? ", " : "", procedure->outcomes[i]);
    if (procedure->outcomes_help)
        salvo_text_add(&text, "%s%s", procedure->n_outcomes ? ", " : "", procedure->outcomes_help);
    for (size_t i = 0; i < procedure->n_expectations; i++)
        salvo_text_add(&text, "%s%s (%s)", i ? ", " : "\nExpectations: ", procedure->expectations[i].name,
                       procedure->expectations[i].help);
    page_text(p, &text);
}

void schema_add(page *p, const salvo_rulebook *book, const salvo_procedure *procedure)
{
    if (procedure->documentation.notes)
        page_paragraph(p, "%s", procedure->documentation.notes);
    schema_add_parameters(p, &book->store, &procedure->schema);
    add_outcomes(p, procedure);
}

/* Adds the rulings that the procedure relies on, a line each. */
static void add_rulings(page *p, const salvo_rulebook *book, const salvo_procedure *procedure)
{
    const salvo_table *table = salvo_store_table(&book->store, "rulings");
    size_t rows[RULINGS_MAX];
    int n = table ? salvo_rulings_of(procedure, table, rows, RULINGS_MAX) : 0;
    salvo_text text = {0};

    for (int i = 0; i < n; i++) {
        const char *option = salvo_table_text(table, rows[i], "option");

        salvo_text_add(&text, "%s%s  %s: %s", i ? "\n" : "", salvo_table_text(table, rows[i], "id"),
                       salvo_table_text(table, rows[i], "question"), salvo_table_text(table, rows[i], "ruling"));
        if (option && *option)
            salvo_text_add(&text, " [or %s]", option);
    }
    page_text(p, &text);
}

void schema_add_tidy(page *p, const salvo_rulebook *book)
{
    record to = page_record(p, TIDY);

    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        const salvo_procedure *procedure = book->ruleset->procedures[i];
        const parameters of = {&book->store, &procedure->schema, procedure->id};

        for (size_t k = 0; k < procedure->schema.n_parameters; k++, record_next(&to))
            describe_parameter(&to, &of, k);
    }
}

/* The procedure to explain; or parameters without a procedure, and their title. */
typedef struct asked_help {
    const salvo_rulebook *book;
    const salvo_procedure *procedure;
    const salvo_schema *schema;
    const char *title;
} asked_help;

/* Help has the rulings in full; the manual has their numbers. */
static void add_help(page *p, const void *of)
{
    const asked_help *help = of;
    const salvo_procedure *procedure = help->procedure;

    page_heading(p, "%s: %s", procedure->schema.name, procedure->documentation.title);
    page_paragraph(p, "%s, %s; %s", procedure->id, help->book->store.title, procedure->documentation.section);
    schema_add(p, help->book, procedure);
    add_rulings(p, help->book, procedure);
}

static void add_help_alone(page *p, const void *of)
{
    const asked_help *help = of;

    page_heading(p, "%s: %s", help->schema->name, help->title);
    if (help->book->store.title) /* options of a command are in no book */
        page_paragraph(p, "%s", help->book->store.title);
    schema_add_parameters(p, &help->book->store, help->schema);
}

static void add_help_tidy(page *p, const void *of)
{
    const asked_help *help = of;
    const parameters parameters_ = {&help->book->store, help->schema, NULL};

    page_rows(p, TIDY, describe_parameter, &parameters_, parameters_.schema->n_parameters);
}

salvo_status salvo_report_help(FILE *out, salvo_format format, const salvo_rulebook *book,
                               const salvo_procedure *procedure, salvo_error *err)
{
    static const answer_kind HELP_ANSWER = {.read = add_help, .tidy = add_help_tidy};

    return answer_write(out, format, &HELP_ANSWER, &(asked_help){book, procedure, &procedure->schema, NULL}, err);
}

salvo_status schema_report(FILE *out, salvo_format format, const salvo_rulebook *book, const salvo_schema *schema,
                           const char *title, salvo_error *err)
{
    static const answer_kind SCHEMA_ANSWER = {.read = add_help_alone, .tidy = add_help_tidy};

    return answer_write(out, format, &SCHEMA_ANSWER, &(asked_help){book, NULL, schema, title}, err);
}
