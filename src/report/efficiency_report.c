#include <salvo/report.h>

#include <string.h>

#include "report/figures.h"
#include "report/page.h"

/* ---- for reading: a block for each armament, then what a point buys ------------------------------------------------------ */

/* Units with equal weapons shoot alike: the first of them stands for all. */
static size_t first_alike(const salvo_efficiency *e, size_t unit)
{
    size_t n = e->n_targets * e->n_ranges;

    for (size_t i = 0; i < unit; i++)
        if (memcmp(e->shots + i * n, e->shots + unit * n, n * sizeof *e->shots) == 0)
            return i;
    return unit;
}

static bool ever_hits(const salvo_efficiency *e, size_t unit)
{
    for (size_t t = 0; t < e->n_targets; t++)
        for (size_t r = 0; r < e->n_ranges; r++)
            if (salvo_efficiency_shot(e, unit, t, r)->hit > 0)
                return true;
    return false;
}

static void add_range_columns(sheet *s, const salvo_efficiency *e)
{
    for (size_t r = 0; r < e->n_ranges; r++) {
        char heading[64];

        snprintf(heading, sizeof heading, "%.15g %s", e->ranges[r], e->book->store.distance_unit);
        sheet_column(s, heading, COLUMN_NUMBER);
    }
}

static void add_names(page *p, const salvo_efficiency *e, size_t unit)
{
    salvo_text names = {0};
    size_t line = 0;

    for (size_t i = unit; i < e->n_units; i++) {
        if (first_alike(e, i) != unit)
            continue;
        if (names.length - line > 90) {
            salvo_text_put(&names, ",\n");
            line = names.length;
        } else {
            salvo_text_put(&names, names.length ? ", " : "");
        }
        salvo_text_put(&names, e->units[i]);
    }
    page_text(p, &names);
    salvo_text_free(&names);
}

static void add_armament(page *p, const salvo_efficiency *e, size_t unit)
{
    char heading[64];
    sheet *s;

    snprintf(heading, sizeof heading, "target, %s", e->book->ruleset->fire->strength);
    add_names(p, e, unit);
    if (!ever_hits(e, unit)) {
        page_paragraph(p, "Nothing that fires at ground targets.");
        return;
    }
    s = page_sheet(p);
    sheet_column(s, heading, COLUMN_TEXT);
    add_range_columns(s, e);
    for (size_t t = 0; t < e->n_targets; t++) {
        sheet_cell(s, "%s", e->targets[t].label);
        for (size_t r = 0; r < e->n_ranges; r++) {
            const salvo_shot *shot = salvo_efficiency_shot(e, unit, t, r);

            if (shot->hit > 0)
                sheet_cell(s, "%.0f/%.0f/%.1f", 100 * shot->hit, 100 * shot->kill, shot->damage);
            else
                sheet_cell(s, "-");
        }
    }
}

/* The strongest class of targets stands for all: damage that is not capped depends on what is hit, not on its hp. */
static void add_bargains(page *p, const salvo_efficiency *e)
{
    sheet *s = page_sheet(p);
    size_t target = e->n_targets - 1;

    sheet_column(s, "unit", COLUMN_TEXT);
    sheet_column(s, "points", COLUMN_NUMBER);
    add_range_columns(s, e);
    for (size_t i = 0; i < e->n_units; i++) {
        sheet_cell(s, "%s", e->units[i]);
        if (e->prices[i] > 0)
            sheet_cell(s, "%lld", (long long)e->prices[i]);
        else
            sheet_cell(s, "-");
        for (size_t r = 0; r < e->n_ranges; r++) {
            double damage = salvo_efficiency_shot(e, i, target, r)->damage;

            if (e->prices[i] > 0 && damage > 0)
                sheet_reading(s, read_number(damage / (double)e->prices[i], 4));
            else
                sheet_cell(s, "-");
        }
    }
}

static void fill_page(page *p, const salvo_efficiency *e)
{
    page_heading(p, "%s: what each armament does in one activation", e->book->store.title);
    page_paragraph(p,
                   "By range: chance to hit in %% / chance to destroy in %% / expected damage. %s Units with equal "
                   "weapons share a block.",
                   e->book->ruleset->fire->about);
    for (size_t i = 0; i < e->n_units; i++)
        if (first_alike(e, i) == i)
            add_armament(p, e, i);
    if (e->book->ruleset->fire->price) {
        page_heading(p, "%s: expected damage for each point of the price", e->book->store.title);
        page_paragraph(p, "One activation against: %s.", e->targets[e->n_targets - 1].label);
        add_bargains(p, e);
    }
    page_paragraph(p, "Exact: %zu units against %zu classes of targets at %zu ranges.", e->n_units, e->n_targets,
                   e->n_ranges);
}

/* ---- for computing ---------------------------------------------------------------------------------------------------------- */

static void add_shot_row(sheet *s, const salvo_efficiency *e, const salvo_table *units, size_t unit, size_t t, size_t r)
{
    const salvo_shot *shot = salvo_efficiency_shot(e, unit, t, r);
    const char *nation = salvo_table_text(units, unit, "nation");

    sheet_cell(s, "%s", e->book->ruleset->id);
    sheet_cell(s, "%s", units->cells[unit * units->n_columns].text);
    sheet_cell(s, "%s", e->units[unit]);
    sheet_cell(s, "%s", nation ? nation : "");
    if (e->prices[unit] < 0)
        sheet_cell(s, "%s", "");
    else
        sheet_cell(s, "%lld", (long long)e->prices[unit]);
    sheet_cell(s, "%.15g", e->ranges[r]);
    sheet_cell(s, "%s", e->targets[t].label);
    sheet_cell(s, "%lld", (long long)e->targets[t].strength);
    sheet_reading(s, read_percent(shot->hit, 2));
    sheet_reading(s, read_percent(shot->kill, 2));
    sheet_reading(s, read_number(shot->damage, 2));
    if (e->prices[unit] > 0)
        sheet_reading(s, read_number(shot->damage / (double)e->prices[unit], 4));
    else
        sheet_cell(s, "%s", "");
    sheet_cell(s, "exact");
}

static void fill_tidy(page *p, const salvo_efficiency *e)
{
    const char *strength = e->book->ruleset->fire->strength;
    const struct {
        const char *heading;
        column_kind kind;
    } COLUMNS[] = {
        {"ruleset", COLUMN_TEXT},     {"id", COLUMN_TEXT},       {"unit", COLUMN_TEXT},
        {"nation", COLUMN_TEXT},      {"points", COLUMN_NUMBER}, {"range", COLUMN_NUMBER},
        {"target", COLUMN_TEXT},      {strength, COLUMN_NUMBER}, {"hit", COLUMN_PROBABILITY},
        {"kill", COLUMN_PROBABILITY}, {"damage", COLUMN_NUMBER}, {"damage_per_point", COLUMN_NUMBER},
        {"method", COLUMN_TEXT},
    };
    const salvo_table *units = salvo_store_table(&e->book->store, e->book->ruleset->units);
    sheet *s = page_sheet(p);

    sheet_name(s, "efficiency");
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i].heading, COLUMNS[i].kind);
    for (size_t i = 0; i < e->n_units; i++)
        for (size_t t = 0; t < e->n_targets; t++)
            for (size_t r = 0; r < e->n_ranges; r++)
                add_shot_row(s, e, units, i, t, r);
}

salvo_status salvo_report_efficiency(FILE *out, salvo_format format, const salvo_efficiency *table, salvo_error *err)
{
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        if (is_for_computing(format) || format.kind == SALVO_XLSX)
            fill_tidy(&p, table);
        else
            fill_page(&p, table);
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}
