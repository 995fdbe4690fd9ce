#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "document/figures.h"
#include "document/page.h"

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

    snprintf(heading, sizeof heading, "target%s%s", e->book->ruleset->fire->strength ? ", " : "",
             e->book->ruleset->fire->strength ? e->book->ruleset->fire->strength : "");
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

static bool is_priced(const salvo_efficiency *e)
{
    for (size_t i = 0; i < e->n_units; i++)
        if (e->prices[i] >= 0)
            return true;
    return false;
}

/* A number in so many decimals, "-" where there is none. */
static void put_number(sheet *s, int decimals, double value)
{
    if (isfinite(value))
        sheet_reading(s, read_number(value, decimals));
    else
        sheet_cell(s, "-");
}

static double per_point(const salvo_efficiency *e, size_t unit, double value)
{
    return e->prices[unit] > 0 ? value / e->prices[unit] : NAN;
}

static double exchange_of(const salvo_shot *shot)
{
    return shot->answered > 0 ? shot->destroyed / shot->answered : NAN;
}

static void put_price(sheet *s, const salvo_efficiency *e, size_t unit)
{
    if (e->prices[unit] >= 0)
        sheet_cell(s, "%.15g", e->prices[unit]);
    else
        sheet_cell(s, is_priced(e) ? "-" : "");
}

/* What a cell of a sheet by units and ranges tells; NAN for nothing. */
typedef double measure_function(const salvo_efficiency *e, size_t unit, const salvo_shot *shot);

static double damage_per_point(const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    return shot->damage > 0 ? per_point(e, unit, shot->damage) : NAN;
}

static double destroyed_per_point(const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    return per_point(e, unit, shot->destroyed);
}

static double exchange(const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    (void)e;
    (void)unit;
    return exchange_of(shot);
}

/* The mean over all targets, each counting alike; of points over the targets that have a price. */
static salvo_shot mean_shot(const salvo_efficiency *e, size_t unit, size_t range)
{
    double n = (double)e->n_targets, priced = 0, destroyed = 0, answered = 0;
    salvo_shot mean = {0};

    for (size_t t = 0; t < e->n_targets; t++) {
        const salvo_shot *one = salvo_efficiency_shot(e, unit, t, range);

        mean.hit += one->hit / n;
        mean.kill += one->kill / n;
        mean.damage += one->damage / n;
        mean.shots += one->shots / n;
        mean.shot.hit += one->shot.hit / n;
        mean.shot.kill += one->shot.kill / n;
        mean.shot.damage += one->shot.damage / n;
        priced += isfinite(one->destroyed);
        destroyed += isfinite(one->destroyed) ? one->destroyed : 0;
        answered += isfinite(one->destroyed) ? one->answered : 0;
    }
    mean.destroyed = destroyed / priced;
    mean.answered = answered / priced;
    return mean;
}

/* A row for each unit, a column for each range. */
static void add_by_range(page *p, const salvo_efficiency *e, measure_function *measure, size_t target)
{
    sheet *s = page_sheet(p);

    sheet_column(s, e->firers.noun, COLUMN_TEXT);
    sheet_column(s, "points", COLUMN_NUMBER);
    add_range_columns(s, e);
    for (size_t i = 0; i < e->n_units; i++) {
        sheet_cell(s, "%s", e->units[i]);
        put_price(s, e, i);
        for (size_t r = 0; r < e->n_ranges; r++) {
            salvo_shot shot = target < e->n_targets ? *salvo_efficiency_shot(e, i, target, r) : mean_shot(e, i, r);

            put_number(s, 4, measure(e, i, &shot));
        }
    }
}

static void add_effects(page *p, const salvo_efficiency *e)
{
    sheet *s = page_sheet(p);

    sheet_column(s, e->firers.noun, COLUMN_TEXT);
    sheet_column(s, "points", COLUMN_NUMBER);
    add_range_columns(s, e);
    for (size_t i = 0; i < e->n_units; i++) {
        sheet_cell(s, "%s", e->units[i]);
        put_price(s, e, i);
        for (size_t r = 0; r < e->n_ranges; r++) {
            salvo_shot shot = mean_shot(e, i, r);

            if (shot.hit > 0)
                sheet_cell(s, "%.0f/%.0f/%.1f", 100 * shot.hit, 100 * shot.kill, shot.damage);
            else
                sheet_cell(s, "-");
        }
    }
}

static void add_metric_columns(sheet *s)
{
    static const char *const HEADINGS[] = {"shots",  "shot: hit", "kill",         "damage",    "activation: hit",
                                           "kill",   "damage",    "damage/point", "destroyed", "destroyed/point",
                                           "answer", "exchange"};

    for (size_t i = 0; i < sizeof HEADINGS / sizeof *HEADINGS; i++)
        sheet_column(s, HEADINGS[i],
                     strstr(HEADINGS[i], "hit") || strcmp(HEADINGS[i], "kill") == 0 ? COLUMN_PROBABILITY
                                                                                    : COLUMN_NUMBER);
}

static void put_metrics(sheet *s, const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    const double chances[] = {shot->shot.hit, shot->shot.kill, shot->hit, shot->kill};
    const double damages[] = {shot->shot.damage, shot->damage};

    put_number(s, shot->shots == floor(shot->shots) ? 0 : 2, shot->shots);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++)
            sheet_reading(s, read_percent(chances[2 * i + k], 2));
        put_number(s, 2, damages[i]);
    }
    if (!is_priced(e)) { /* empty columns are left out */
        for (int i = 0; i < 5; i++)
            sheet_cell(s, "%s", "");
        return;
    }
    put_number(s, 4, per_point(e, unit, shot->damage));
    put_number(s, 2, shot->destroyed);
    put_number(s, 4, per_point(e, unit, shot->destroyed));
    put_number(s, 2, shot->answered);
    put_number(s, 3, exchange_of(shot));
}

static void add_units_at_one_range(page *p, const salvo_efficiency *e)
{
    sheet *s = page_sheet(p);

    sheet_column(s, e->firers.noun, COLUMN_TEXT);
    sheet_column(s, "points", COLUMN_NUMBER);
    add_metric_columns(s);
    for (size_t i = 0; i < e->n_units; i++) {
        salvo_shot shot = mean_shot(e, i, 0);

        sheet_cell(s, "%s", e->units[i]);
        put_price(s, e, i);
        put_metrics(s, e, i, &shot);
    }
}

static void add_targets_of_one_unit(page *p, const salvo_efficiency *e)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "target", COLUMN_TEXT);
    sheet_column(s, "range", COLUMN_NUMBER);
    add_metric_columns(s);
    for (size_t t = 0; t < e->n_targets; t++)
        for (size_t r = 0; r < e->n_ranges; r++) {
            sheet_cell(s, "%s", e->targets[t].label);
            sheet_cell(s, "%.15g", e->ranges[r]);
            put_metrics(s, e, 0, salvo_efficiency_shot(e, 0, t, r));
        }
}

static void add_definitions(page *p)
{
    salvo_text text = {0};

    for (size_t i = 0; i < SALVO_N_METRICS; i++)
        salvo_text_add(&text, "%s%s: %s", i ? "\n" : "", SALVO_METRICS[i].name, SALVO_METRICS[i].help);
    page_text(p, &text);
    salvo_text_free(&text);
}

static void add_words(page *p, const salvo_efficiency *e)
{
    salvo_text text = {0};

    for (size_t i = 0; i < e->n_words; i++)
        salvo_text_add(&text, "%s%s", i ? " " : "With ", e->words[i]);
    if (e->n_words)
        page_text(p, &text);
    if (e->remark)
        page_paragraph(p, "Note: %s.", e->remark);
    salvo_text_free(&text);
}

static void add_classes(page *p, const salvo_efficiency *e)
{
    page_heading(p, "%s: what each armament does in one activation", e->book->store.title);
    page_paragraph(p,
                   "By range: chance to hit in %% / chance to destroy in %% / expected damage. %s Units with equal "
                   "weapons share a block.",
                   e->book->ruleset->fire->about);
    add_words(p, e);
    for (size_t i = 0; i < e->n_units; i++)
        if (first_alike(e, i) == i)
            add_armament(p, e, i);
    if (is_priced(
            e)) { /* damage that is not capped depends on what is hit, not on its strength: the last stands for all */
        page_heading(p, "%s: expected damage for each point of the price", e->book->store.title);
        page_paragraph(p, "One activation against: %s.", e->targets[e->n_targets - 1].label);
        add_by_range(p, e, damage_per_point, e->n_targets - 1);
    }
}

/* The mean over all targets stands in each cell: of one target or mix, it is that. */
static void add_ranges(page *p, const salvo_efficiency *e)
{
    page_paragraph(p, "By range: chance to hit in %% / chance to destroy in %% / expected damage of one activation.");
    add_effects(p, e);
    if (!is_priced(e))
        return;
    page_heading(p, "Points destroyed per point risked");
    add_by_range(p, e, destroyed_per_point, e->n_targets);
    page_heading(p, "Exchange: points destroyed over points lost to the answer");
    add_by_range(p, e, exchange, e->n_targets);
}

static void add_against(page *p, const salvo_efficiency *e)
{
    bool one_unit = e->n_units == 1;

    page_heading(p, "%s: fire at %s", e->book->store.title, e->n_targets > 1 ? "every unit" : e->targets[0].label);
    page_paragraph(p, "%s%s", e->book->ruleset->fire->about,
                   e->n_targets > 1 && !one_unit ? " Means over all targets, each counting alike." : "");
    add_words(p, e);
    if (e->n_ranges == 1 && !one_unit)
        page_paragraph(p, "At %.15g %s.", e->ranges[0], e->book->store.distance_unit);
    if (one_unit) {
        page_paragraph(p, "%s fires.", e->units[0]);
        add_targets_of_one_unit(p, e);
    } else if (e->n_ranges == 1) {
        add_units_at_one_range(p, e);
    } else {
        add_ranges(p, e);
    }
}

static void fill_page(page *p, const salvo_efficiency *e)
{
    if (e->against)
        add_against(p, e);
    else
        add_classes(p, e);
    add_definitions(p);
    page_paragraph(p, "Exact: %zu unit%s against %zu %s at %zu range%s.", e->n_units, e->n_units == 1 ? "" : "s",
                   e->n_targets, e->against ? e->n_targets == 1 ? "target" : "targets" : "classes of targets",
                   e->n_ranges, e->n_ranges == 1 ? "" : "s");
}

/* What the book prints; below 0 it prints nothing. */
static void put_whole(sheet *s, double value)
{
    if (value >= 0)
        sheet_cell(s, "%.15g", value);
    else
        sheet_cell(s, "%s", "");
}

static void put_tidy(sheet *s, bool is_chance, double value)
{
    if (!isfinite(value))
        sheet_cell(s, "%s", "");
    else if (is_chance)
        sheet_reading(s, read_percent(value, 2));
    else
        sheet_reading(s, read_number(value, 4));
}

static void add_shot_row(sheet *s, const salvo_efficiency *e, size_t unit, size_t t, size_t r)
{
    const salvo_shot *shot = salvo_efficiency_shot(e, unit, t, r);
    size_t row = e->picked.rows[unit];
    const char *nation = salvo_unit_set_text(&e->firers, row, "nation");
    const struct {
        bool is_chance;
        double value;
    } NUMBERS[] = {{true, shot->hit},
                   {true, shot->kill},
                   {false, shot->damage},
                   {false, per_point(e, unit, shot->damage)},
                   {false, per_point(e, unit, shot->hit)},
                   {false, per_point(e, unit, shot->kill)},
                   {false, shot->shots},
                   {true, shot->shot.hit},
                   {true, shot->shot.kill},
                   {false, shot->shot.damage},
                   {false, shot->destroyed},
                   {false, per_point(e, unit, shot->destroyed)},
                   {false, shot->answered},
                   {false, exchange_of(shot)}};

    sheet_cell(s, "%s", e->book->ruleset->id);
    sheet_cell(s, "%s", salvo_unit_set_id(&e->firers, row));
    sheet_cell(s, "%s", e->units[unit]);
    sheet_cell(s, "%s", nation ? nation : "");
    put_whole(s, e->prices[unit]);
    sheet_cell(s, "%.15g", e->ranges[r]);
    sheet_cell(s, "%s", e->targets[t].label);
    put_whole(s, e->targets[t].strength);
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        put_tidy(s, NUMBERS[i].is_chance, NUMBERS[i].value);
    sheet_cell(s, "exact");
    if (e->remark)
        sheet_cell(s, "%s", e->remark);
}

static void fill_tidy(page *p, const salvo_efficiency *e)
{
    const char *strength = e->book->ruleset->fire->strength;
    const struct {
        const char *heading;
        column_kind kind;
    } COLUMNS[] = {
        {"ruleset", COLUMN_TEXT},
        {"id", COLUMN_TEXT},
        {"unit", COLUMN_TEXT},
        {"nation", COLUMN_TEXT},
        {"points", COLUMN_NUMBER},
        {"range", COLUMN_NUMBER},
        {"target", COLUMN_TEXT},
        {strength ? strength : "strength", COLUMN_NUMBER},
        {"hit", COLUMN_PROBABILITY},
        {"kill", COLUMN_PROBABILITY},
        {"damage", COLUMN_NUMBER},
        {"damage_per_point", COLUMN_NUMBER},
        {"hit_per_point", COLUMN_NUMBER},
        {"kill_per_point", COLUMN_NUMBER},
        {"shots", COLUMN_NUMBER},
        {"shot_hit", COLUMN_PROBABILITY},
        {"shot_kill", COLUMN_PROBABILITY},
        {"shot_damage", COLUMN_NUMBER},
        {"points_destroyed", COLUMN_NUMBER},
        {"points_destroyed_per_point", COLUMN_NUMBER},
        {"points_answered", COLUMN_NUMBER},
        {"exchange", COLUMN_NUMBER},
        {"method", COLUMN_TEXT},
    };
    sheet *s = page_sheet(p);

    sheet_name(s, "efficiency");
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        sheet_column(s, COLUMNS[i].heading, COLUMNS[i].kind);
    if (e->remark)
        sheet_column(s, "remark", COLUMN_TEXT);
    for (size_t i = 0; i < e->n_units; i++)
        for (size_t t = 0; t < e->n_targets; t++)
            for (size_t r = 0; r < e->n_ranges; r++)
                add_shot_row(s, e, i, t, r);
}

salvo_status salvo_report_efficiency(FILE *out, salvo_format format, const salvo_efficiency *table, salvo_error *err)
{
    page p;
    salvo_status status = page_begin(&p, format, err);

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

static salvo_status write_any(FILE *out, salvo_format format, const void *answer, salvo_error *err)
{
    return salvo_report_efficiency(out, format, answer, err);
}

static void free_any(void *answer)
{
    salvo_efficiency_free(answer);
}

const answer_kind EFFICIENCY_ANSWER = {.write = write_any, .draw_shown = draw_efficiency, .free = free_any};
