/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of one activation: a block for each armament as rulebooks print it, or one table against a chosen
 * target. */
#include <salvo/report.h>

#include <math.h>
#include <string.h>

#include "answers/answer.h"
#include "answers/charts.h"
#include "answers/odds_report.h"
#include "base/phrase.h"
#include "selection/fire.h"

/* Units with equal weapons have equal shots, so the first represents all. The shots of a row are structures of doubles
 * without gaps, so their bytes can be compared. */
static size_t first_alike(const salvo_efficiency *e, size_t unit)
{
    size_t n = e->n_targets * e->n_ranges;

    for (size_t i = 0; i < unit; i++)
        if (memcmp(e->shots + i * n, e->shots + unit * n, n * sizeof *e->shots) == 0)
            return i;
    return unit;
}

/* A unit whose weapons cannot fire at anything here has no table. */
static bool ever_hits(const salvo_efficiency *e, size_t unit)
{
    for (size_t t = 0; t < e->n_targets; t++)
        for (size_t r = 0; r < e->n_ranges; r++)
            if (salvo_efficiency_shot(e, unit, t, r)->hit > 0)
                return true;
    return false;
}

/* A table has a column for each range, up to a maximum. */
static size_t ranges_shown(const salvo_efficiency *e)
{
    const size_t most = SHEET_COLUMNS_MAX - 2;

    return e->n_ranges < most ? e->n_ranges : most;
}

/* Returns the heading of a range's column: "500 m". */
static const char *range_heading(record *to, const salvo_efficiency *e, size_t range)
{
    return as_words(to, "%.15g %s", e->ranges[range], e->book->store.distance_unit).text;
}

/* Returns "58/42/1.3": chance to hit, chance to destroy, damage. */
static datum as_effect(record *to, const salvo_shot *shot)
{
    return in_column(COLUMN_NUMBER,
                     shot->hit > 0 ? as_words(to, "%.0f/%.0f/%.1f", 100 * shot->hit, 100 * shot->kill, shot->damage)
                                   : as_text("-"));
}

/* Long lists are broken here, because plain text has no other line breaks. A line of the terminal and of print has room
 * for 90 letters. */
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
}

/* Adds a row for each class of targets, with this book's word for strength as the heading. */
static void add_armament(page *p, const salvo_efficiency *e, size_t unit)
{
    char heading[64];
    record to;

    snprintf(heading, sizeof heading, "target%s%s", e->book->ruleset->fire->strength ? ", " : "",
             e->book->ruleset->fire->strength ? e->book->ruleset->fire->strength : "");
    add_names(p, e, unit);
    if (!ever_hits(e, unit)) {
        page_paragraph(p, e->brackets ? "Units that cannot damage these targets at any range."
                                      : "Units that cannot damage these targets at this range; leave out --range "
                                        "to see how far they reach.");
        return;
    }
    to = page_record(p, READ);
    for (size_t t = 0; t < e->n_targets; t++) {
        field fields[SHEET_COLUMNS_MAX] = {{heading, as_text(e->targets[t].label)}};

        for (size_t r = 0; r < ranges_shown(e); r++)
            fields[1 + r] = (field){range_heading(&to, e, r), as_effect(&to, salvo_efficiency_shot(e, unit, t, r))};
        put_fields(&to, fields, 1 + ranges_shown(e));
        record_next(&to);
    }
}

/* Returns whether any unit has a price. */
static bool is_priced(const salvo_efficiency *e)
{
    for (size_t i = 0; i < e->n_units; i++)
        if (e->prices[i] >= 0)
            return true;
    return false;
}

/* Returns a number with these decimals, or "-" if there is none. */
static datum as_known(double value, int decimals)
{
    return isfinite(value) ? as_decimal(value, decimals) : in_column(COLUMN_NUMBER, as_text("-"));
}

/* In a book with prices a missing one is "-". In a book without prices the column is empty and left out. */
static datum as_price(const salvo_efficiency *e, size_t unit)
{
    const datum none = in_column(COLUMN_NUMBER, as_text(is_priced(e) ? "-" : NULL));

    return e->prices[unit] >= 0 ? as_number(e->prices[unit]) : none;
}

/* Returns the value of a cell in a sheet by units and ranges; NAN for none. */
typedef double measure_function(const salvo_efficiency *e, size_t unit, const salvo_shot *shot);

/* A unit that does no damage is not compared by its price. */
static double damage_per_point(const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    return shot->damage > 0 ? salvo_efficiency_per_point(e, unit, shot->damage) : NAN;
}

static double destroyed_per_point(const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    return salvo_efficiency_per_point(e, unit, shot->destroyed);
}

/* It needs neither the table nor the unit, but add_by_range calls this signature. */
static double exchange(const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    (void)e;
    (void)unit;
    return salvo_shot_exchange(shot);
}

/* Adds a row for each unit and a column for each range, with the values of `measure`; NULL: the effect. */
static void add_by_range(page *p, const salvo_efficiency *e, measure_function *measure, size_t target)
{
    record to = page_record(p, READ);

    for (size_t i = 0; i < e->n_units; i++) {
        field fields[SHEET_COLUMNS_MAX] = {
            {e->firers.noun, as_text(e->units[i])},
            {"points", as_price(e, i)},
        };

        for (size_t r = 0; r < ranges_shown(e); r++) {
            salvo_shot shot =
                target < e->n_targets ? *salvo_efficiency_shot(e, i, target, r) : salvo_efficiency_mean_shot(e, i, r);

            fields[2 + r] =
                (field){range_heading(&to, e, r), measure ? as_known(measure(e, i, &shot), 4) : as_effect(&to, &shot)};
        }
        put_fields(&to, fields, 2 + ranges_shown(e));
        record_next(&to);
    }
}

/* For reading, a missing figure is "-". If no unit has a price, figures by the price are empty, and an empty column is
 * left out. */
static datum as_metric(const record *to, double value, int decimals)
{
    return read_as(to, as_decimal(value, 4), as_known(value, decimals));
}

static datum as_priced(const record *to, const salvo_efficiency *e, double value, int decimals)
{
    return read_as(to, as_decimal(value, 4), or_empty(is_priced(e), as_known(value, decimals)));
}

/* A shot may be an average over targets. For reading, whole numbers of shots are written as such. */
static void put_metrics(record *to, const salvo_efficiency *e, size_t unit, const salvo_shot *shot)
{
    const bool whole = shot->shots == floor(shot->shots);
    const field fields[] = {
        {"hit", as_percent(shot->hit, 2)},
        {"kill", as_percent(shot->kill, 2)},
        {"damage", as_metric(to, shot->damage, 2)},
        {"damage_per_point", as_priced(to, e, salvo_efficiency_per_point(e, unit, shot->damage), 4)},
        {"hit_per_point", as_priced(to, e, salvo_efficiency_per_point(e, unit, shot->hit), 4)},
        {"kill_per_point", as_priced(to, e, salvo_efficiency_per_point(e, unit, shot->kill), 4)},
        {"shots", as_metric(to, shot->shots, whole ? 0 : 2)},
        {"shot_hit", as_percent(shot->shot.hit, 2)},
        {"shot_kill", as_percent(shot->shot.kill, 2)},
        {"shot_damage", as_metric(to, shot->shot.damage, 2)},
        {"points_destroyed", as_priced(to, e, shot->destroyed, 2)},
        {"points_destroyed_per_point", as_priced(to, e, salvo_efficiency_per_point(e, unit, shot->destroyed), 4)},
        {"points_answered", as_priced(to, e, shot->answered, 2)},
        {"exchange", as_priced(to, e, salvo_shot_exchange(shot), 3)},
    };

    PUT_FIELDS(to, fields);
}

/* The columns of a table for reading: what is measured, in two columns, and the metrics. */
enum { N_METRIC_COLUMNS = 12 };

typedef struct metric_columns {
    view_column of[2 + N_METRIC_COLUMNS];
} metric_columns;

static metric_columns columns_after(view_column first, view_column second)
{
    return (metric_columns){{
        first,
        second,
        {"shots", NULL},
        {"shot_hit", "shot: hit"},
        {"shot_kill", "kill"},
        {"shot_damage", "damage"},
        {"hit", "activation: hit"},
        {"kill", NULL},
        {"damage", NULL},
        {"damage_per_point", "damage/point"},
        {"points_destroyed", "points destroyed"},
        {"points_destroyed_per_point", "destroyed/point"},
        {"points_answered", "points lost in return"},
        {"exchange", NULL},
    }};
}

/* Describes a unit at the only range. */
static void describe_unit(record *to, const void *efficiency, size_t i)
{
    const salvo_efficiency *e = efficiency;
    const salvo_shot shot = salvo_efficiency_mean_shot(e, i, 0);
    const field fields[] = {
        {"unit", as_text(e->units[i])},
        {"points", as_price(e, i)},
    };

    PUT_FIELDS(to, fields);
    put_metrics(to, e, i, &shot);
}

/* Describes the only unit, target by target and range by range. */
static void describe_target(record *to, const void *efficiency, size_t i)
{
    const salvo_efficiency *e = efficiency;
    const size_t target = i / e->n_ranges, range = i % e->n_ranges;
    const field fields[] = {
        {"target", as_text(e->targets[target].label)},
        {"range", as_number(e->ranges[range])},
    };

    PUT_FIELDS(to, fields);
    put_metrics(to, e, 0, salvo_efficiency_shot(e, 0, target, range));
}

enum { ANYWHERE, IN_COLUMNS = 1, WITH_PRICES = 2 };

/* The headings that replace a metric's key, and where they occur: in tables with a column for each metric, and for
 * rulebooks with prices. */
static const struct {
    const char *heading;
    int where;
    const char *help; /* NULL: the metric's own */
} HEADINGS[SALVO_N_METRICS] = {
    {"hit", ANYWHERE, NULL},
    {"kill", ANYWHERE, NULL},
    {"damage", ANYWHERE, NULL},
    {"shots", IN_COLUMNS, NULL},
    {"shot: hit, kill, damage", IN_COLUMNS, NULL},
    {"damage/point", IN_COLUMNS | WITH_PRICES, "damage of an activation divided by the unit's printed price"},
    {"points destroyed", IN_COLUMNS | WITH_PRICES, NULL},
    {"destroyed/point", IN_COLUMNS | WITH_PRICES, "points destroyed divided by the unit's price: per point risked"},
    {"points lost in return", IN_COLUMNS | WITH_PRICES, NULL},
    {"exchange", IN_COLUMNS | WITH_PRICES,
     "points destroyed divided by points lost in return; empty if the return fire destroys nothing"},
};

/* Every report has the definitions, so that no reader has to guess what a number means. */
static void add_definitions(page *p, const salvo_efficiency *e)
{
    const bool in_columns = e->against && (e->n_units == 1 || e->n_ranges == 1);
    salvo_text text = {0};

    for (size_t i = 0; i < SALVO_N_METRICS; i++) {
        const int where = HEADINGS[i].where;

        if (((where & IN_COLUMNS) && !in_columns) || ((where & WITH_PRICES) && !is_priced(e)))
            continue;
        salvo_text_add(&text, "%s%s: %s", text.length ? "\n" : "", HEADINGS[i].heading,
                       HEADINGS[i].help ? HEADINGS[i].help : SALVO_METRICS[i].help);
    }
    page_text(p, &text);
}

/* Adds the parameters that all fire shares. */
static void add_words(page *p, const salvo_efficiency *e)
{
    salvo_text text = {0};

    fire_conditions_put(&text, &e->question, e->common);
    page_text(p, &text);
    add_note(p, e->remark);
}

/* Adds the tables of a run without --against: as a rulebook prints them, with a row for each class of targets. */
static void add_classes(page *p, const salvo_efficiency *e)
{
    page_heading(p, "%s: the fire of each armament in one activation", e->book->store.title);
    page_paragraph(p,
                   "By range: chance to hit in %% / chance to kill in %% / mean damage. Units with equal "
                   "weapons share a block.\n%s",
                   e->book->ruleset->fire->about);
    add_words(p, e);
    for (size_t i = 0; i < e->n_units; i++)
        if (first_alike(e, i) == i)
            add_armament(p, e, i);
    if (is_priced(e)) {
        /* damage that is not capped depends on the target and not on its strength: the last one represents all */
        page_heading(p, "%s: mean damage for each point of the price", e->book->store.title);
        page_paragraph(p, "One activation against: %s.", e->targets[e->n_targets - 1].label);
        add_by_range(p, e, damage_per_point, e->n_targets - 1);
    }
}

/* Each cell has the average over all targets; with one target or mix, it is the value for that. */
static void add_ranges(page *p, const salvo_efficiency *e)
{
    page_paragraph(p, "By range: chance to hit in %% / chance to kill in %% / mean damage of one activation.");
    add_by_range(p, e, NULL, e->n_targets);
    if (!is_priced(e))
        return;
    page_heading(p, "Points destroyed per point risked");
    add_by_range(p, e, destroyed_per_point, e->n_targets);
    page_heading(p, "Exchange: points destroyed per point lost in return");
    add_by_range(p, e, exchange, e->n_targets);
}

/* One unit has a table of its own, with all metrics for each target at each range. */
static void add_against(page *p, const salvo_efficiency *e)
{
    bool one_unit = e->n_units == 1;
    metric_columns columns;

    page_heading(p, "%s: fire at %s", e->book->store.title, e->n_targets > 1 ? "every unit" : e->targets[0].label);
    page_paragraph(p, "%s%s", e->book->ruleset->fire->about,
                   e->n_targets > 1 && !one_unit ? " Means over all targets have equal weights." : "");
    add_words(p, e);
    if (e->n_ranges == 1 && !one_unit)
        page_paragraph(p, "At %.15g %s.", e->ranges[0], e->book->store.distance_unit);
    if (one_unit) {
        page_paragraph(p, "%s fires.", e->units[0]);
        columns = columns_after((view_column){"target", NULL}, (view_column){"range", NULL});
        page_view(p, VIEW(columns.of), describe_target, e, e->n_targets * e->n_ranges);
    } else if (e->n_ranges == 1) {
        columns = columns_after((view_column){"unit", e->firers.noun}, (view_column){"points", NULL});
        page_view(p, VIEW(columns.of), describe_unit, e, e->n_units);
    } else {
        add_ranges(p, e);
    }
}

/* The last line states the size of the question. */
static void add_to_read(page *p, const void *efficiency)
{
    const salvo_efficiency *e = efficiency;

    if (e->against)
        add_against(p, e);
    else
        add_classes(p, e);
    if (ranges_shown(e) < e->n_ranges)
        page_paragraph(p, "A table has at most %zu ranges; all %zu are in the CSV and JSON.", ranges_shown(e),
                       e->n_ranges);
    add_definitions(p, e);
    page_paragraph(p, "Exact: %s against %s at %s.", salvo_counted(e->n_units, "unit").text,
                   salvo_counted(e->n_targets, e->against ? "target" : "class of targets").text,
                   salvo_counted(e->n_ranges, "range").text);
}

/* Returns the printed value; below 0 the book prints none. */
static datum as_printed(double value)
{
    return or_empty(value >= 0, as_number(value));
}

/* Describes the shots unit by unit, target by target, range by range. */
static void describe_shot(record *to, const void *efficiency, size_t i)
{
    const salvo_efficiency *e = efficiency;
    const size_t r = i % e->n_ranges, t = i / e->n_ranges % e->n_targets, unit = i / e->n_ranges / e->n_targets;
    const salvo_shot *shot = salvo_efficiency_shot(e, unit, t, r);
    const size_t row = e->selection.rows[unit];
    const char *strength = e->book->ruleset->fire->strength;
    const field fields[] = {
        {"ruleset", as_text(e->book->ruleset->id)},
        {"id", as_text(salvo_unit_set_id(&e->firers, row))},
        {"unit", as_text(e->units[unit])},
        {"nation", as_text(salvo_unit_set_text(&e->firers, row, "nation"))},
        {"points", as_printed(e->prices[unit])},
        {"range", as_number(e->ranges[r])},
        {"target", as_text(e->targets[t].label)},
        {strength ? strength : "strength", as_printed(e->targets[t].strength)},
    };
    const field source[] = {
        {"method", as_text("exact")},
        {"remark", as_note(e->remark)},
    };

    PUT_FIELDS(to, fields);
    put_metrics(to, e, unit, shot);
    PUT_FIELDS(to, source);
}

/* Only JSON has the parameters: a column of them would double the length of a CSV. */
static void describe_asked_shot(record *to, const void *efficiency, size_t i)
{
    const salvo_efficiency *e = efficiency;
    salvo_text words = {0};

    describe_shot(to, e, i);
    fire_conditions_words(&words, &e->question, e->common);

    const field fields[] = {{"conditions", as_built(to, &words)}};

    PUT_FIELDS(to, fields);
}

static void add_tidy(page *p, const void *efficiency)
{
    const salvo_efficiency *e = efficiency;
    describe_function *describe = p->format.kind == SALVO_JSON ? describe_asked_shot : describe_shot;

    sheet_name(page_rows(p, TIDY, describe, e, e->n_units * e->n_targets * e->n_ranges), "efficiency");
}

ANSWER_FUNCTIONS(efficiency, EFFICIENCY_ANSWER)

const answer_kind EFFICIENCY_ANSWER = {
    .read = add_to_read, .tidy = add_tidy, .spreadsheet = TIDY, .draw_shown = draw_efficiency, .free = free_efficiency};
