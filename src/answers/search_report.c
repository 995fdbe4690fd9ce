#include <salvo/report.h>

#include <math.h>

#include "answers/baseline_report.h"

enum { DECIMALS = 2 };

static void put_relative(sheet *s, double relative)
{
    if (isfinite(relative))
        sheet_reading(s, read_percent(relative, 1));
    else
        sheet_cell(s, "%s", "from 0");
}

static void add_columns(sheet *s, const salvo_search *search)
{
    const column_kind kind = answer_column(&search->asked);

    sheet_name(s, "remedies");
    sheet_column(s, "cell", COLUMN_TEXT);
    sheet_column(s, "now", COLUMN_NUMBER);
    sheet_column(s, "to", COLUMN_NUMBER);
    sheet_column(s, "change", COLUMN_NUMBER);
    sheet_column(s, "of its value", COLUMN_NUMBER);
    sheet_column(s, "answer", kind);
    sheet_column(s, "at", COLUMN_NUMBER);
    sheet_column(s, "one step less", kind);
}

static void add_remedies(page *p, const salvo_search *search, size_t n)
{
    sheet *s = page_sheet(p);

    add_columns(s, search);
    for (size_t i = 0; i < n; i++) {
        const salvo_minimal_change *r = &search->minimal_changes[i];
        reading change = read_number(r->change, SIX_DIGITS);

        change.sign = true;
        sheet_cell(s, "%s", r->cell);
        sheet_cell(s, "%s", r->now);
        sheet_cell(s, "%s", r->to);
        sheet_reading(s, change);
        put_relative(s, r->relative);
        sheet_reading(s, answer_reading(&search->asked, &r->value, DECIMALS));
        sheet_cell(s, "%s", r->before);
        sheet_reading(s, answer_reading(&search->asked, &r->short_, DECIMALS));
    }
}

static void add_count(page *p, const salvo_search *search, size_t n, const char *target)
{
    if (search->there)
        page_paragraph(p, "It is there already; nothing was searched.");
    else if (search->n_minimal_changes == 0)
        page_paragraph(p, "None of the %zu numbers %s does it alone.", search->asked.n_cells,
                       numbers_words(&search->asked));
    else
        page_paragraph(p, "Of %zu numbers %s, moved alone as far as their tables allow, %zu %s it to %s or past it%s.",
                       search->asked.n_cells, numbers_words(&search->asked), search->n_minimal_changes,
                       search->n_minimal_changes == 1 ? "brings" : "bring", target,
                       n < search->n_minimal_changes ? "; those with the smallest changes are shown" : "");
}

static void fill_page(page *p, const salvo_search *search, size_t n)
{
    const bool is_mean = search->asked.subject->metric == SALVO_TURNS_TAKEN;
    const reading wanted = is_mean ? read_number(search->target, SIX_DIGITS) : read_percent(search->target, DECIMALS);
    char base[FIGURE_MAX], target[FIGURE_MAX];

    answer_text(base, answer_reading(&search->asked, &search->asked.base, DECIMALS), p->format);
    answer_text(target, wanted, p->format);
    add_baseline_heading(p, "The single change that restores the answer", &search->asked);
    add_baseline_situation(p, &search->asked);
    page_paragraph(p, "Base: %s is %s. It is to be %s; the smallest change for its cell's value comes first.",
                   metric_words(&search->asked), base, target);
    if (n)
        add_remedies(p, search, n);
    add_count(p, search, n, target);
    add_baseline_method(p, &search->asked, "Every change is tried with the same dice.");
}

static void put_number(sheet *s, double number)
{
    if (isfinite(number))
        sheet_cell(s, "%.15g", number);
    else
        sheet_cell(s, "%s", "");
}

static void put_figure_cells(sheet *s, const salvo_search *search, const salvo_figure *figure)
{
    bool counted = search->asked.counted;

    put_number(s, baseline_value(&search->asked, figure));
    sheet_cell(s, "%s", counted && figure->exact.exact ? figure->exact.exact : "");
    put_number(s, counted ? NAN : figure->simulated.low);
    put_number(s, counted ? NAN : figure->simulated.high);
}

static void fill_tidy(page *p, const salvo_search *search, size_t n)
{
    static const char *const COLUMNS[] = {
        "rank",  "cell", "now",  "to",     "change",       "relative",     "base",       "target",     "value",
        "exact", "low",  "high", "before", "value_before", "exact_before", "low_before", "high_before"};
    sheet *s = page_sheet(p);

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i], COLUMN_NUMBER);
    add_method_columns(s, &search->asked);
    for (size_t i = 0; i < n; i++) {
        const salvo_minimal_change *r = &search->minimal_changes[i];

        sheet_cell(s, "%zu", i + 1);
        sheet_cell(s, "%s", r->cell);
        sheet_cell(s, "%s", r->now);
        sheet_cell(s, "%s", r->to);
        put_number(s, r->change);
        put_number(s, r->relative);
        put_number(s, baseline_value(&search->asked, &search->asked.base));
        put_number(s, search->target);
        put_figure_cells(s, search, &r->value);
        sheet_cell(s, "%s", r->before);
        put_figure_cells(s, search, &r->short_);
        put_method_cells(s, &search->asked, search->asked.counted);
    }
}

static json_t *minimal_change_json(const salvo_search *search, const salvo_minimal_change *r)
{
    json_t *one = json_object();

    json_object_set_new(one, "cell", json_string(r->cell));
    json_object_set_new(one, "now", json_string(r->now));
    json_object_set_new(one, "to", json_string(r->to));
    json_object_set_new(one, "change", json_number(r->change));
    json_object_set_new(one, "relative", answer_json(r->relative));
    put_answer(one, "value", &search->asked, &r->value);
    json_object_set_new(one, "meets", json_boolean(r->meets));
    json_object_set_new(one, "before", json_string(r->before));
    put_answer(one, "value_before", &search->asked, &r->short_);
    return one;
}

static json_t *search_json(const salvo_search *search, size_t n)
{
    json_t *document = baseline_json(&search->asked), *minimal_changes = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(minimal_changes, minimal_change_json(search, &search->minimal_changes[i]));
    put_answer(document, "base", &search->asked, &search->asked.base);
    json_object_set_new(document, "target", json_number(search->target));
    json_object_set_new(document, "numbers",
                        json_pack("{s:I,s:I,s:I}", "all", (json_int_t)search->asked.n_cells, "restore",
                                  (json_int_t)search->n_minimal_changes, "not_looked_at",
                                  (json_int_t)search->asked.n_left));
    json_object_set_new(document, "remedies", minimal_changes);
    return document;
}

salvo_status salvo_report_search(FILE *out, salvo_format format, const salvo_search *search, size_t top,
                                 salvo_error *err)
{
    size_t n = top && top < search->n_minimal_changes ? top : search->n_minimal_changes;
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON)
        return json_write(out, search_json(search, n), err);
    status = page_begin(&p, format, err);
    if (status == SALVO_OK) {
        if (format.kind == SALVO_CSV)
            fill_tidy(&p, search, n);
        else
            fill_page(&p, search, n);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
