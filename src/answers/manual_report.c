/* The reference manual of one rulebook: everything in it comes from the procedures' descriptions and the data. */
#include <string.h>

#include <salvo/report.h>

#include "answers/battle_rules.h"
#include "answers/schema.h"

static void add_title(page *p, const salvo_store *store)
{
    salvo_text text = {0};

    for (size_t i = 0; i < store->n_authors; i++)
        salvo_text_add(&text, "%s%s", i ? ", " : "", store->authors[i]);
    page_heading_at(p, 1, "%s (%s)", store->title, store->id);
    page_paragraph(p, "%s; %s. %s", salvo_text_of(&text), store->edition, store->summary);
    salvo_text_free(&text);
}

static void add_conventions(page *p, const salvo_store *store)
{
    salvo_text text = {0};

    page_paragraph(p,
                   "A procedure is asked by name: salvo odds NAME key=value ... A parameter that is not given takes "
                   "its default. Distances are in %s unless a name says otherwise.",
                   store->distance_unit);
    for (size_t i = 0; i < store->n_conventions; i++)
        salvo_text_add(&text, "%s- %s", i ? "\n" : "", store->conventions[i]);
    page_text(p, &text);
}

static void add_procedure(page *p, salvo_format format, const salvo_rulebook *book, const salvo_procedure *procedure)
{
    const salvo_documentation *about = &procedure->documentation;

    page_heading_at(p, 3, "%s", procedure->schema.name);
    page_paragraph(p, "%s: %s. In the book: %s%s%s", procedure->id, about->title, about->section,
                   about->rulings ? "; rulings " : "", about->rulings ? about->rulings : "");
    schema_add(p, format, book, procedure);
}

/* Chapters in the order in which their first procedure stands. */
static void add_chapters(page *p, salvo_format format, const salvo_rulebook *book)
{
    const salvo_ruleset *ruleset = book->ruleset;

    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        const char *chapter = ruleset->procedures[i]->documentation.chapter;
        size_t first = 0;

        while (strcmp(ruleset->procedures[first]->documentation.chapter, chapter) != 0)
            first++;
        if (first < i)
            continue;
        page_heading(p, "%s", chapter);
        for (size_t k = i; k < ruleset->n_procedures; k++)
            if (strcmp(ruleset->procedures[k]->documentation.chapter, chapter) == 0)
                add_procedure(p, format, book, ruleset->procedures[k]);
    }
}

static salvo_status add_battles(page *p, salvo_format format, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;

    page_heading(p, "Battles");
    page_paragraph(
        p, "Each element of an army in salvo battle takes these options, in parentheses behind its name or, for "
           "all of a side, as a-KEY=VALUE and b-KEY=VALUE.");
    schema_add_parameters(p, format, &book->store, adapter->element);
    page_paragraph(p, "What holds for the whole field:");
    schema_add_parameters(p, format, &book->store, adapter->field);
    return battle_rules_add(p, book, err);
}

static void add_rulings(page *p, const salvo_table *rulings)
{
    static const char *const HEADINGS[] = {"id", "question", "ruling", "option"};
    sheet *s;

    page_heading(p, "Rulings");
    page_paragraph(p, "Where the book can be read in more than one way, this is how it is read; an option is the "
                      "parameter that chooses another reading.");
    s = page_sheet(p);
    for (size_t c = 0; c < sizeof HEADINGS / sizeof *HEADINGS; c++)
        sheet_column(s, HEADINGS[c], COLUMN_TEXT);
    for (size_t row = 0; row < rulings->n_rows; row++)
        for (size_t c = 0; c < sizeof HEADINGS / sizeof *HEADINGS; c++) {
            const char *text = salvo_table_text(rulings, row, HEADINGS[c]);

            sheet_cell(s, "%s", text ? text : "");
        }
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void add_tables(page *p, const salvo_store *store)
{
    sheet *s;

    page_heading(p, "Tables");
    page_paragraph(p,
                   "Every number above is a cell of these files. --set TABLE.ROW.COLUMN=VALUE changes one for a run.");
    s = page_sheet(p);
    sheet_column(s, "table", COLUMN_TEXT);
    sheet_column(s, "file", COLUMN_TEXT);
    sheet_column(s, "rows", COLUMN_NUMBER);
    sheet_column(s, "what it holds", COLUMN_TEXT);
    sheet_column(s, "section", COLUMN_TEXT);
    for (size_t i = 0; i < store->n_tables; i++) {
        const salvo_table *table = &store->tables[i];

        sheet_cell(s, "%s", table->name);
        sheet_cell(s, "%s", file_name(table->path));
        sheet_cell(s, "%zu", table->n_rows);
        sheet_cell(s, "%s", table->title);
        sheet_cell(s, "%s", table->section);
    }
}

static void add_metrics(page *p, const salvo_fire_adapter *adapter)
{
    sheet *s;

    page_heading(p, "Efficiency");
    page_paragraph(p, "What salvo efficiency tells of each unit, by range and target; an activation is %s. %s",
                   adapter->procedure, adapter->about);
    s = page_sheet(p);
    sheet_column(s, "metric", COLUMN_TEXT);
    sheet_column(s, "definition", COLUMN_TEXT);
    for (size_t i = 0; i < SALVO_N_METRICS; i++) {
        sheet_cell(s, "%s", SALVO_METRICS[i].name);
        sheet_cell(s, "%s", SALVO_METRICS[i].help);
    }
}

static salvo_status add_manual(page *p, salvo_format format, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_table *rulings = salvo_store_table(&book->store, "rulings");
    salvo_status status = SALVO_OK;

    add_title(p, &book->store);
    add_conventions(p, &book->store);
    add_chapters(p, format, book);
    if (book->ruleset->battle)
        status = add_battles(p, format, book, err);
    if (rulings)
        add_rulings(p, rulings);
    if (book->ruleset->fire)
        add_metrics(p, book->ruleset->fire);
    add_tables(p, &book->store);
    return status;
}

salvo_status salvo_report_manual(FILE *out, salvo_format format, const salvo_rulebook *book, salvo_error *err)
{
    page p;
    salvo_status status = SALVO_OK;

    page_begin(&p, format);
    if (is_for_computing(format))
        schema_add_tidy(&p, book);
    else
        status = add_manual(&p, format, book, err);
    if (status == SALVO_OK)
        status = page_write(out, format, &p, err);
    page_free(&p);
    return status;
}
