#include "answers/schema.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "rules/roster.h"

enum {
    NAMES_SHOWN = 12, /* a table with more rows is named, not listed */
    RULINGS_MAX = 256,
};

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

/* What a name can mean: all of it, when only some rows of a table or those of two tables are taken. */
static void put_names(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    salvo_arena *memory = p->more_table || p->among ? salvo_arena_new() : NULL;
    salvo_roster roster;

    if (!memory || salvo_roster_make(&roster, store, p->table, p->more_table, p->among, memory, NULL) != SALVO_OK ||
        salvo_roster_gather(&roster, NULL) != SALVO_OK)
        put_rows(text, store, p->table, "");
    else
        for (size_t i = 0; i < roster.table->n_rows; i++)
            salvo_text_add(text, "%s%s", i ? " " : "", roster.table->cells[i * roster.table->n_columns].text);
    salvo_arena_free(memory);
}

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
    for (size_t i = 0; i < table->n_rows; i++)
        salvo_text_add(text, " %s", table->cells[i * table->n_columns].text);
}

static void put_values(salvo_text *text, const salvo_store *store, const salvo_parameter *p)
{
    switch (p->kind) {
    case SALVO_FLAG:
        salvo_text_put(text, "yes no");
        break;
    case SALVO_CHOICE:
        for (size_t i = 0; p->choices[i]; i++)
            salvo_text_add(text, "%s%s", i ? " " : "", p->choices[i]);
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
        for (size_t i = 0; p->choices && p->choices[i]; i++)
            salvo_text_add(text, "%s%s", i ? " " : "", p->choices[i]);
        salvo_text_add(text, "%s%s", p->choices ? ", or " : "", p->word ? p->word : "any text");
        break;
    case SALVO_LIST:
        for (const salvo_source *s = p->sources; s->table; s++)
            put_rows(text, store, s->table, s->prefix);
        salvo_text_put(text, p->count_max ? ", behind it :N for more than one" : "");
        salvo_text_put(text, ", separated by commas; or none");
        break;
    }
}

static void put_default(salvo_text *text, const salvo_parameter *p)
{
    if (p->required && p->unless)
        salvo_text_add(text, "required unless %s=yes", p->unless);
    else if (p->required)
        salvo_text_put(text, "required");
    else if (p->fallback_cell)
        salvo_text_add(text, "%s (%s)", p->fallback, p->fallback_cell);
    else
        salvo_text_put(text, p->fallback ? p->fallback : "not given");
    for (const salvo_default *d = p->defaults; d && d->when; d++)
        salvo_text_add(text, "; %s with %s", d->value, d->when);
    if (p->excludes && p->fallback)
        salvo_text_add(text, "; none with %s", p->excludes);
    if (p->only)
        salvo_text_add(text, "; only with %s", p->only);
}

static void add_columns(sheet *s, bool tidy)
{
    if (tidy) {
        sheet_column(s, "procedure", COLUMN_TEXT);
        sheet_column(s, "id", COLUMN_TEXT);
    }
    sheet_column(s, "parameter", COLUMN_TEXT);
    sheet_column(s, "default", COLUMN_TEXT);
    sheet_column(s, "meaning", COLUMN_TEXT);
    sheet_column(s, "values", COLUMN_TEXT);
}

static void add_parameter(sheet *s, const salvo_store *store, const salvo_parameter *parameter)
{
    salvo_text values = {0}, fallback = {0};

    put_values(&values, store, parameter);
    put_default(&fallback, parameter);
    sheet_cell(s, "%s", parameter->key);
    sheet_cell(s, "%s", salvo_text_of(&fallback));
    sheet_cell(s, "%s", parameter->help);
    sheet_cell(s, "%s", salvo_text_of(&values));
    salvo_text_free(&values);
    salvo_text_free(&fallback);
}

/* CSV and JSON are the sheet, which may have no rows. */
void schema_add_parameters(page *p, salvo_format format, const salvo_store *store, const salvo_schema *schema)
{
    sheet *s;

    if (schema->n_parameters == 0 && !is_for_computing(format)) {
        page_paragraph(p, "It takes no parameters.");
        return;
    }
    s = page_sheet(p);
    sheet_name(s, schema->name);
    add_columns(s, false);
    for (size_t i = 0; i < schema->n_parameters; i++)
        add_parameter(s, store, &schema->parameters[i]);
}

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

void schema_add(page *p, salvo_format format, const salvo_rulebook *book, const salvo_procedure *procedure)
{
    if (procedure->documentation.notes)
        page_paragraph(p, "%s", procedure->documentation.notes);
    schema_add_parameters(p, format, &book->store, &procedure->schema);
    add_outcomes(p, procedure);
}

void schema_add_rulings(page *p, const salvo_rulebook *book, const salvo_procedure *procedure)
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
    sheet *s = page_sheet(p);

    add_columns(s, true);
    for (size_t i = 0; i < book->ruleset->n_procedures; i++) {
        const salvo_procedure *procedure = book->ruleset->procedures[i];

        for (size_t k = 0; k < procedure->schema.n_parameters; k++) {
            sheet_cell(s, "%s", procedure->schema.name);
            sheet_cell(s, "%s", procedure->id);
            add_parameter(s, &book->store, &procedure->schema.parameters[k]);
        }
    }
}
