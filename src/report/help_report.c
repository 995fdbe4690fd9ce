#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "report/page.h"

enum { NAMES_SHOWN = 12 }; /* a table with more rows is named, not listed */

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
    case SALVO_DECIMAL:
        put_limits(text, p);
        break;
    case SALVO_NAME:
        put_rows(text, store, p->table, "");
        break;
    case SALVO_LIST:
        for (const salvo_source *s = p->sources; s->table; s++)
            put_rows(text, store, s->table, s->prefix);
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
}

static void add_parameters(page *p, const salvo_store *store, const salvo_procedure *procedure)
{
    sheet *s;

    if (procedure->n_parameters == 0) {
        page_paragraph(p, "It takes no parameters.");
        return;
    }
    s = page_sheet(p);
    sheet_column(s, "parameter", false);
    sheet_column(s, "default", false);
    sheet_column(s, "meaning", false);
    sheet_column(s, "values", false);
    for (size_t i = 0; i < procedure->n_parameters; i++) {
        const salvo_parameter *parameter = &procedure->parameters[i];
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
}

static void add_outcomes(page *p, const salvo_procedure *procedure)
{
    salvo_text text = {0};

    salvo_text_put(&text, "Outcomes: ");
    for (size_t i = 0; procedure->outcomes && i < procedure->n_outcomes; i++)
        salvo_text_add(&text, "%s%s", i ? ", " : "", procedure->outcomes[i]);
    salvo_text_put(&text, procedure->outcomes_help ? procedure->outcomes_help : "");
    for (size_t i = 0; i < procedure->n_expectations; i++)
        salvo_text_add(&text, "%s%s (%s)", i ? ", " : "\nExpectations: ", procedure->expectations[i].name,
                       procedure->expectations[i].help);
    page_text(p, &text);
    salvo_text_free(&text);
}

salvo_status salvo_report_help(FILE *out, salvo_format format, const salvo_rulebook *book,
                               const salvo_procedure *procedure, salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        page_heading(&p, "%s: %s", procedure->name, procedure->title);
        page_paragraph(&p, "%s, %s; %s%s%s.", procedure->id, book->store.title, procedure->section,
                       procedure->rulings ? "; rulings " : "", procedure->rulings ? procedure->rulings : "");
        add_parameters(&p, &book->store, procedure);
        add_outcomes(&p, procedure);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
