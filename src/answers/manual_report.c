/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference manual of one rulebook, entirely from the procedures' descriptions and the data. */
#include <string.h>

#include <salvo/report.h>

#include "answers/battle_rules.h"
#include "answers/lists.h"
#include "answers/schema.h"
#include "rules/fault.h"

/* A heading of level 1 makes it a document with a table of contents. */
static void add_title(page *p, const salvo_store *store)
{
    salvo_text text = {0};

    for (size_t i = 0; i < store->n_authors; i++)
        salvo_text_add(&text, "%s%s", i ? ", " : "", store->authors[i]);
    page_heading_at(p, 1, "%s (%s)", store->title, store->id);
    page_paragraph(p, "%s; %s. %s", page_words(p, &text), store->edition, store->summary);
    salvo_text_free(&text);
}

/* Adds what holds for every procedure of the book, from ruleset.yaml. */
static void add_conventions(page *p, const salvo_store *store)
{
    salvo_text text = {0};

    page_paragraph(p,
                   "Ask for a procedure by its name: salvo odds NAME key=value ... A parameter that you leave out "
                   "has its default. Distances are in %s unless a name says otherwise.",
                   store->distance_unit);
    for (size_t i = 0; i < store->n_conventions; i++)
        salvo_text_add(&text, "%s- %s", i ? "\n" : "", store->conventions[i]);
    page_text(p, &text);
}

/* A procedure refers to its rulings by number; the end of the manual lists them all. */
static void add_procedure(page *p, const salvo_rulebook *book, const salvo_procedure *procedure)
{
    const salvo_documentation *about = &procedure->documentation;

    page_heading_at(p, 3, "%s", procedure->schema.name);
    page_paragraph(p, "%s: %s. In the book: %s%s%s", procedure->id, about->title, about->section,
                   about->rulings ? "; rulings " : "", about->rulings ? about->rulings : "");
    schema_add(p, book, procedure);
}

/* Chapters are in the order of their first procedures. */
static void add_chapters(page *p, const salvo_rulebook *book)
{
    const salvo_ruleset *ruleset = book->ruleset;

    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        const char *chapter = ruleset->procedures[i]->documentation.chapter;

        if (!is_first_of_chapter(ruleset, i))
            continue;
        page_heading(p, "%s", chapter);
        for (size_t k = i; k < ruleset->n_procedures; k++)
            if (strcmp(ruleset->procedures[k]->documentation.chapter, chapter) == 0)
                add_procedure(p, book, ruleset->procedures[k]);
    }
}

/* The options of elements and of the field are schemas like those of procedures. */
static void add_battles(page *p, const salvo_rulebook *book, const void *situation)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;

    page_heading(p, "Battles");
    page_paragraph(
        p, "In salvo battle, each element of an army takes these options: in parentheses after its name, or for a "
           "whole side as a-KEY=VALUE and b-KEY=VALUE.");
    schema_add_parameters(p, &book->store, adapter->element);
    page_paragraph(p, "Options of the whole field:");
    schema_add_parameters(p, &book->store, adapter->field);
    battle_rules_add(p, book, situation);
}

/* The manual leaves out some columns: the source of a ruling is for editors. */
static void add_rulings(page *p, const salvo_table *rulings)
{
    static const char *const HEADINGS[] = {"id", "question", "ruling", "option"};
    sheet *s;

    page_heading(p, "Rulings");
    page_paragraph(p, "If the book can be read in more than one way, this is how salvo reads it. An option is the "
                      "parameter that selects another reading.");
    s = page_sheet(p);
    for (size_t c = 0; c < sizeof HEADINGS / sizeof *HEADINGS; c++)
        sheet_column(s, HEADINGS[c], COLUMN_TEXT);
    add_table_rows(s, rulings, NULL);
}

/* Adds every table, so that --set can be used without looking at the files. */
static void add_tables(page *p, const salvo_store *store)
{
    page_heading(p, "Tables");
    page_paragraph(p,
                   "Every number above is a cell of these files. --set TABLE.ROW.COLUMN=VALUE changes one for a run.");
    add_table_list(p, store);
}

/* Uses the list from which salvo efficiency explains its columns. */
static void describe_metric(record *to, const void *metrics, size_t i)
{
    (void)metrics;
    const field fields[] = {
        {"metric", as_text(SALVO_METRICS[i].name)},
        {"definition", as_text(SALVO_METRICS[i].help)},
    };

    PUT_FIELDS(to, fields);
}

static void add_metrics(page *p, const salvo_fire_adapter *adapter)
{
    page_heading(p, "Efficiency");
    page_paragraph(p,
                   "These are the figures of salvo efficiency, for each unit by range and target. An activation "
                   "is %s. %s",
                   adapter->procedure, adapter->about);
    page_rows(p, READ, describe_metric, NULL, SALVO_N_METRICS);
}

static void add_to_read(page *p, const void *of)
{
    const manual *m = of;
    const salvo_store *store = &m->book->store;
    const salvo_table *rulings = salvo_store_table(store, "rulings");

    add_title(p, store);
    add_conventions(p, store);
    add_chapters(p, m->book);
    if (m->book->ruleset->battle)
        add_battles(p, m->book, m->field.situation);
    if (rulings)
        add_rulings(p, rulings);
    if (m->book->ruleset->fire)
        add_metrics(p, m->book->ruleset->fire);
    add_tables(p, store);
}

static void add_tidy(page *p, const void *of)
{
    schema_add_tidy(p, ((const manual *)of)->book);
}

/* The text has the field's default values, so they are read first: that may fail, and a page cannot. */
salvo_status manual_open(manual *m, const salvo_rulebook *book, salvo_error *err)
{
    *m = (manual){.book = book};
    if (!book->ruleset->battle)
        return SALVO_OK;
    return salvo_fault_or(salvo_schema_ask(&m->field, book, book->ruleset->battle->field, NULL, 0, err), book, err);
}

void manual_close(manual *m)
{
    salvo_question_free(&m->field);
}

const answer_kind MANUAL_ANSWER = {.read = add_to_read, .tidy = add_tidy};

salvo_status salvo_report_manual(FILE *out, salvo_format format, const salvo_rulebook *book, salvo_error *err)
{
    manual m;
    salvo_status status = manual_open(&m, book, err);

    if (status == SALVO_OK)
        status = salvo_fault_or(answer_write(out, format, &MANUAL_ANSWER, &m, err), book, err);
    manual_close(&m);
    return status;
}
