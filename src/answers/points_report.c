#include <salvo/report.h>

#include <string.h>

#include "document/json.h"
#include "document/page.h"

static long long difference(const salvo_price_breakdown *breakdown)
{
    return (long long)(breakdown->printed - breakdown->computed);
}

/* "15 (Medium speed) + 28 (hit points) + 65 (Class B Cannon)" */
static void put_working(salvo_text *text, const salvo_price_breakdown *breakdown)
{
    for (size_t i = 0; i < breakdown->n_items; i++)
        salvo_text_add(text, "%s%lld (%s)", i ? " + " : "", (long long)breakdown->items[i].points,
                       breakdown->items[i].words);
}

static void add_working(sheet *s, const salvo_price_breakdown *breakdown)
{
    salvo_text working = {0};

    put_working(&working, breakdown);
    if (working.failed)
        *s->failed = true;
    sheet_cell(s, "%s", salvo_text_of(&working));
    salvo_text_free(&working);
}

static void add_printed(sheet *s, const salvo_price_breakdown *breakdown)
{
    if (breakdown->is_printed)
        sheet_cell(s, "%lld", (long long)breakdown->printed);
    else
        sheet_cell(s, "%s", breakdown->mark);
}

static void add_line(sheet *s, const salvo_audited *unit)
{
    const salvo_price_breakdown *breakdown = &unit->breakdown;

    sheet_cell(s, "%s", unit->name);
    sheet_cell(s, "%s", unit->nation);
    add_printed(s, breakdown);
    sheet_cell(s, "%lld", (long long)breakdown->computed);
    if (salvo_audit_verdict(breakdown) == SALVO_DISAGREES)
        sheet_cell(s, "%+lld", difference(breakdown));
    else
        sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", breakdown->by);
    add_working(s, breakdown);
}

/* All units of a list, or those of one verdict. */
static void add_list(page *p, const salvo_audit *a, const char *list, int verdict)
{
    sheet *s = page_sheet(p);

    sheet_name(s, list ? list : "disagreements");
    sheet_column(s, "unit", COLUMN_TEXT);
    sheet_column(s, "nation", COLUMN_TEXT);
    sheet_column(s, "printed", COLUMN_NUMBER);
    sheet_column(s, "formula", COLUMN_NUMBER);
    sheet_column(s, "difference", COLUMN_NUMBER);
    sheet_column(s, "by", COLUMN_TEXT);
    sheet_column(s, "working", COLUMN_TEXT);
    for (size_t i = 0; i < a->n_units; i++)
        if ((!list || strcmp(a->units[i].list, list) == 0) &&
            (verdict < 0 || salvo_audit_verdict(&a->units[i].breakdown) == (salvo_verdict)verdict))
            add_line(s, &a->units[i]);
}

static size_t count_of_list(const salvo_audit *a, const char *list)
{
    size_t n = 0;

    for (size_t i = 0; i < a->n_units; i++)
        n += strcmp(a->units[i].list, list) == 0;
    return n;
}

/* How many prices each ruling fills in, in the order of the list: "4 by R-50, 17 by MAD-29". */
static void put_filled_in(salvo_text *text, const salvo_audit *a)
{
    for (size_t i = 0; i < a->n_units; i++) {
        const char *by = a->units[i].breakdown.by;
        size_t n = 0;
        bool told = false;

        for (size_t k = 0; k < a->n_units; k++)
            if (!a->units[k].breakdown.is_printed && strcmp(a->units[k].breakdown.by, by) == 0) {
                told = told || k < i;
                n++;
            }
        if (!a->units[i].breakdown.is_printed && !told)
            salvo_text_add(text, "%s%zu by %s", text->length ? ", " : "", n, by);
    }
}

static void add_summary(page *p, const salvo_audit *a)
{
    salvo_text filled_in = {0};

    put_filled_in(&filled_in, a);
    page_heading(p, "Summary");
    page_paragraph(p, "%zu printed %s the formula, %zu %s not.", a->n[SALVO_AGREES],
                   a->n[SALVO_AGREES] == 1 ? "price agrees with" : "prices agree with", a->n[SALVO_DISAGREES],
                   a->n[SALVO_DISAGREES] == 1 ? "does" : "do");
    if (a->n[SALVO_DISAGREES])
        add_list(p, a, NULL, SALVO_DISAGREES);
    if (a->n[SALVO_FILLED_IN])
        page_paragraph(p, "%zu without a printed price %s the formula's: %s.", a->n[SALVO_FILLED_IN],
                       a->n[SALVO_FILLED_IN] == 1 ? "has" : "have", salvo_text_of(&filled_in));
    salvo_text_free(&filled_in);
}

static void fill_page(page *p, const salvo_audit *a)
{
    for (const salvo_price_list *list = a->book->ruleset->prices; list->table; list++) {
        if (count_of_list(a, list->table) == 0)
            continue;
        page_heading(p, "%s: %s, printed prices and the formula's", a->book->store.title, list->table);
        add_list(p, a, list->table, -1);
    }
    add_summary(p, a);
}

static void add_row(sheet *s, const salvo_audit *a, const salvo_audited *unit)
{
    const salvo_price_breakdown *breakdown = &unit->breakdown;

    sheet_cell(s, "%s", a->book->ruleset->id);
    sheet_cell(s, "%s", unit->list);
    sheet_cell(s, "%s", unit->id);
    sheet_cell(s, "%s", unit->name);
    sheet_cell(s, "%s", unit->nation);
    if (breakdown->is_printed)
        sheet_cell(s, "%lld", (long long)breakdown->printed);
    else
        sheet_cell(s, "%s", "");
    sheet_cell(s, "%lld", (long long)breakdown->computed);
    if (breakdown->is_printed)
        sheet_cell(s, "%lld", difference(breakdown));
    else
        sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", SALVO_VERDICTS[salvo_audit_verdict(breakdown)]);
    sheet_cell(s, "%s", breakdown->by);
    add_working(s, breakdown);
}

static void fill_tidy(page *p, const salvo_audit *a)
{
    static const struct {
        const char *heading;
        column_kind kind;
    } COLUMNS[] = {
        {"ruleset", COLUMN_TEXT}, {"list", COLUMN_TEXT},      {"id", COLUMN_TEXT},        {"unit", COLUMN_TEXT},
        {"nation", COLUMN_TEXT},  {"printed", COLUMN_NUMBER}, {"formula", COLUMN_NUMBER}, {"difference", COLUMN_NUMBER},
        {"verdict", COLUMN_TEXT}, {"by", COLUMN_TEXT},        {"working", COLUMN_TEXT},
    };
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i].heading, COLUMNS[i].kind);
    for (size_t i = 0; i < a->n_units; i++)
        add_row(s, a, &a->units[i]);
}

static json_t *json_items(const salvo_price_breakdown *breakdown)
{
    json_t *items = json_array();

    for (size_t i = 0; i < breakdown->n_items; i++)
        json_array_append_new(items,
                              json_pack("{s:s, s:s, s:I}", "part", breakdown->items[i].part, "what",
                                        breakdown->items[i].words, "points", (json_int_t)breakdown->items[i].points));
    return items;
}

static json_t *json_unit(const salvo_audited *unit)
{
    const salvo_price_breakdown *breakdown = &unit->breakdown;
    json_t *object = json_pack("{s:s, s:s, s:s}", "list", unit->list, "id", unit->id, "unit", unit->name);

    json_object_set_new(object, "nation", *unit->nation ? json_string(unit->nation) : json_null());
    json_object_set_new(object, "printed", breakdown->is_printed ? json_integer(breakdown->printed) : json_null());
    json_object_set_new(object, "formula", json_integer(breakdown->computed));
    json_object_set_new(object, "difference",
                        breakdown->is_printed ? json_integer(difference(breakdown)) : json_null());
    json_object_set_new(object, "verdict", json_string(SALVO_VERDICTS[salvo_audit_verdict(breakdown)]));
    json_object_set_new(object, "by", json_string(breakdown->by));
    json_object_set_new(object, "working", json_items(breakdown));
    return object;
}

static salvo_status write_json(FILE *out, const salvo_audit *a, salvo_error *err)
{
    json_t *units = json_array(), *summary = json_object();

    for (size_t i = 0; i < a->n_units; i++)
        json_array_append_new(units, json_unit(&a->units[i]));
    json_object_set_new(summary, "agrees", json_integer((json_int_t)a->n[SALVO_AGREES]));
    json_object_set_new(summary, "disagrees", json_integer((json_int_t)a->n[SALVO_DISAGREES]));
    json_object_set_new(summary, "filled_in", json_integer((json_int_t)a->n[SALVO_FILLED_IN]));
    return json_write(
        out, json_pack("{s:s, s:o, s:o}", "ruleset", a->book->ruleset->id, "summary", summary, "units", units), err);
}

salvo_status salvo_report_audit(FILE *out, salvo_format format, const salvo_audit *audit, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return write_json(out, audit, err);
    status = page_init(&p, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, audit);
        else
            fill_page(&p, audit);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
