/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --units, --army-list, --keep, --least, --greatest, --change-at-most, --order, --round-to: these functions turn typed
 * names of units into ids of the plan. */
#include "cli/price_options.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "data/csv.h"
#include "data/find.h"
#include "data/names.h"
#include "rules/parse.h"

typedef struct reader {
    salvo_points_plan *plan;
    context *x;
    salvo_unit_set set;
    salvo_price_limits *limits;
    salvo_price_bound *bounds; /* room for `room` of them */
    size_t room;
} reader;

void price_options_units(salvo_unit_set *set, const salvo_rulebook *book)
{
    const salvo_parameter *unit = &book->ruleset->battle->element->parameters[0];

    *set = (salvo_unit_set){.table = salvo_store_table(&book->store, unit->table),
                            .more = unit->more_table ? salvo_store_table(&book->store, unit->more_table) : NULL,
                            .noun = "unit",
                            .price = "points",
                            .among = unit->among};
}

/* Returns the text from `from` to `to` without blanks around it. NULL: memory is out. */
static char *trimmed(salvo_arena *memory, const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    return salvo_arena_slice(memory, from, (size_t)(to - from));
}

/* Returns the next item before a separator. *rest moves past the separator, or to NULL at the end. */
static char *next_item(salvo_arena *memory, const char **rest, const char *separator)
{
    const char *from = *rest, *end = from + strcspn(from, separator);

    *rest = *end ? end + 1 : NULL;
    return trimmed(memory, from, end);
}

/* The units that can be bought. */

static salvo_status read_units(reader *r, salvo_error *err)
{
    const char *filter = r->x->options.units;
    salvo_army_choice *choices;
    salvo_selection selection;

    if (!filter)
        return SALVO_OK;
    TRY(salvo_unit_set_select(&r->set, filter, r->x->memory, &selection, err));
    choices = salvo_arena_array(r->x->memory, selection.n, sizeof *choices);
    if (!choices)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < selection.n; i++)
        choices[i] = (salvo_army_choice){salvo_unit_set_id(&r->set, selection.rows[i]), 0, SALVO_ELEMENTS_MAX};
    r->plan->choices = choices;
    r->plan->n_choices = selection.n;
    return SALVO_OK;
}

/* Reads a cell of the army list. An empty cell, "-" and a missing column leave *number unchanged. */
static salvo_status read_count(const salvo_table *bought, size_t row, const char *heading, int min, int *number,
                               salvo_error *err)
{
    const int column = salvo_table_column(bought, heading);
    const salvo_cell *cell = column < 0 ? NULL : &bought->cells[row * bought->n_columns + (size_t)column];
    double count;

    if (!cell || !*cell->text || strcmp(cell->text, "-") == 0)
        return SALVO_OK;
    if (!salvo_number_parse(cell->text, &count) || count != floor(count) || count < min || count > SALVO_ELEMENTS_MAX)
        return salvo_fail_at(err, SALVO_BAD_INPUT, cell->origin, cell->line, cell->column,
                             "'%s' is '%s'; give a whole number from %d to %d", heading, cell->text, min,
                             SALVO_ELEMENTS_MAX);
    *number = (int)count;
    return SALVO_OK;
}

static salvo_status read_choice(reader *r, const salvo_table *bought, size_t row, size_t column, salvo_error *err)
{
    const salvo_cell *cell = &bought->cells[row * bought->n_columns + column];
    salvo_army_choice *choice = (salvo_army_choice *)&r->plan->choices[r->plan->n_choices];
    salvo_error unknown = {.text = ""};
    size_t unit = 0;
    salvo_status status = salvo_unit_set_find(&r->set, cell->text, &unit, &unknown);

    if (status != SALVO_OK) /* add the place, which the message lacks */
        return salvo_fail_at(err, status, cell->origin, cell->line, cell->column, "%s", unknown.text);
    *choice = (salvo_army_choice){salvo_unit_set_id(&r->set, unit), 0, SALVO_ELEMENTS_MAX};
    for (size_t i = 0; i < r->plan->n_choices; i++)
        if (strcmp(r->plan->choices[i].id, choice->id) == 0)
            return salvo_fail_at(err, SALVO_BAD_INPUT, cell->origin, cell->line, cell->column,
                                 "'%s' is in the army list twice; remove one", cell->text);
    TRY(read_count(bought, row, "least", 0, &choice->least, err));
    TRY(read_count(bought, row, "most", 1, &choice->most, err));
    if (choice->least > choice->most)
        return salvo_fail_at(err, SALVO_BAD_INPUT, cell->origin, cell->line, cell->column,
                             "'%s': the least number, %d, is higher than the most, %d; swap them", cell->text,
                             choice->least, choice->most);
    r->plan->n_choices++;
    return SALVO_OK;
}

static salvo_status read_army_list(reader *r, salvo_error *err)
{
    const char *path = r->x->options.army_list;
    salvo_table bought = {.path = NULL};
    salvo_status status = SALVO_OK;
    int column;

    if (!path)
        return SALVO_OK;
    if (r->x->options.units)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--units and --army-list both say what armies can buy; give one of them");
    TRY(salvo_csv_read_rows(&bought, path, r->x->memory, err));
    column = salvo_table_column(&bought, "unit");
    column = column < 0 ? salvo_table_column(&bought, "id") : column;
    if (column < 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, bought.header[0].line, bought.header[0].column,
                             "the column '%s' is unknown; an army list has a column 'unit', and optionally 'least' "
                             "and 'most'",
                             bought.header[0].text);
    r->plan->choices = salvo_arena_array(r->x->memory, bought.n_rows, sizeof *r->plan->choices);
    if (!r->plan->choices)
        return salvo_fail_memory(err);
    for (size_t row = 0; row < bought.n_rows && status == SALVO_OK; row++)
        status = read_choice(r, &bought, row, (size_t)column, err);
    return status;
}

/* The limits of new prices. */

/* The array doubles in the arena, because bounds are few. */
static salvo_status add_bound(reader *r, salvo_price_bound bound, salvo_error *err)
{
    if (r->limits->n_bounds == r->room) {
        salvo_price_bound *more = salvo_arena_array(r->x->memory, 2 * r->room + 16, sizeof *more);

        if (!more)
            return salvo_fail_memory(err);
        if (r->room)
            memcpy(more, r->bounds, r->room * sizeof *more);
        r->bounds = more;
        r->room = 2 * r->room + 16;
        r->limits->bounds = more;
    }
    r->bounds[r->limits->n_bounds++] = bound;
    return SALVO_OK;
}

/* Splits "Tiger I=120". Returns false if no number follows the last sign. */
static bool divide(reader *r, const char *item, char **name, double *price)
{
    const char *equals = strrchr(item, '=');

    *name = NULL;
    if (!equals || !salvo_number_parse(equals + 1, price))
        return false;
    *name = trimmed(r->x->memory, item, equals);
    return true;
}

static salvo_status check_price(const char *option, const char *item, double price, salvo_error *err)
{
    if (price > 0 && price <= 1e9)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "%s %s: not a price; give a number above 0", option, item);
}

/* Keeps the prices of the selected units: "Panther", "*sherman*", "nation=german". */
static salvo_status keep_selected(reader *r, const char *item, salvo_error *err)
{
    salvo_unit_set set = r->set;
    salvo_selection selection;
    salvo_status status;

    set.option = "--keep";
    status = salvo_unit_set_select(&set, item, r->x->memory, &selection, err);

    for (size_t i = 0; status == SALVO_OK && i < selection.n; i++)
        status =
            add_bound(r, (salvo_price_bound){salvo_unit_set_id(&r->set, selection.rows[i]), NAN, NAN, "--keep"}, err);
    return status;
}

static salvo_status keep_item(reader *r, const char *item, salvo_error *err)
{
    const char *equals = strrchr(item, '=');
    char *name;
    double price = 0;
    size_t unit;

    if (!divide(r, item, &name, &price)) {
        /* "nation=german" selects by a column. Before any other sign of equality stands the name of a unit. */
        name = equals && !strpbrk(item, "<>&") ? trimmed(r->x->memory, item, equals) : NULL;
        return name && salvo_table_column_named(r->set.table, name) < 0 ? check_price("--keep", item, 0, err)
                                                                        : keep_selected(r, item, err);
    }
    TRY(name ? check_price("--keep", item, price, err) : salvo_fail_memory(err));
    TRY(salvo_unit_set_find(&r->set, name, &unit, err));
    return add_bound(r, (salvo_price_bound){salvo_unit_set_id(&r->set, unit), price, price, "--keep"}, err);
}

/* "10" applies to every unit, "Tiger I=100" to one. */
static salvo_status bound_item(reader *r, const char *item, bool least, salvo_error *err)
{
    const char *option = least ? "--least" : "--greatest", *id = NULL;
    char *name = NULL;
    double price = 0;
    size_t unit;
    salvo_status status;

    if (!salvo_number_parse(item, &price) && !divide(r, item, &name, &price))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "%s %s: not a price; give one for all units, as in %s 10, or "
                          "UNIT=PRICE",
                          option, item, option);
    status = check_price(option, item, price, err);
    if (status == SALVO_OK && name) {
        status = salvo_unit_set_find(&r->set, name, &unit, err);
        id = status == SALVO_OK ? salvo_unit_set_id(&r->set, unit) : NULL;
    }
    if (status != SALVO_OK)
        return status;
    return add_bound(r, (salvo_price_bound){id, least ? price : 0, least ? INFINITY : price, option}, err);
}

static salvo_status least_item(reader *r, const char *item, salvo_error *err)
{
    return bound_item(r, item, true, err);
}

static salvo_status greatest_item(reader *r, const char *item, salvo_error *err)
{
    return bound_item(r, item, false, err);
}

/* Reads "Tiger II > Tiger I > Panther". */
static salvo_status order_item(reader *r, const char *item, salvo_error *err)
{
    salvo_price_order *orders = (salvo_price_order *)r->limits->orders;
    const char *rest = item, *dearer = NULL;

    if (!strchr(item, '>'))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--order %s: not an order; give the dearer unit, > and the cheaper one, as in \"Tiger II > "
                          "Tiger I\"",
                          item);
    while (rest) {
        const char *name = next_item(r->x->memory, &rest, ">"), *id;
        size_t unit;
        salvo_status status = name ? salvo_unit_set_find(&r->set, name, &unit, err) : salvo_fail_memory(err);

        if (status != SALVO_OK)
            return status;
        id = salvo_unit_set_id(&r->set, unit);
        if (dearer)
            orders[r->limits->n_orders++] = (salvo_price_order){dearer, id};
        dearer = id;
    }
    return SALVO_OK;
}

/* Reads the items between commas of every word of a list. */
static salvo_status read_items(reader *r, const list *words,
                               salvo_status (*read)(reader *, const char *, salvo_error *), salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < words->n; i++)
        for (const char *rest = words->text[i]; rest && status == SALVO_OK;) {
            const char *item = next_item(r->x->memory, &rest, ",");

            status = item ? read(r, item, err) : salvo_fail_memory(err);
        }
    return status;
}

/* Counts the signs; each sign makes at most one order. */
static size_t count_signs(const list *words)
{
    size_t n = 0;

    for (size_t i = 0; i < words->n; i++)
        for (const char *at = words->text[i]; *at; at++)
            n += *at == '>';
    return n;
}

/* Reads "20%" or 0.2. */
static salvo_status read_change(reader *r, salvo_error *err)
{
    const char *text = r->x->options.change_at_most;
    const size_t length = text ? strlen(text) : 0;
    const bool percent = length && text[length - 1] == '%';
    const char *number = text ? salvo_arena_slice(r->x->memory, text, length - percent) : "";
    double change = 0;

    if (!text)
        return SALVO_OK;
    if (!number)
        return salvo_fail_memory(err);
    if (!salvo_number_parse(number, &change) || change <= 0 || (change /= percent ? 100 : 1) >= 10)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--change-at-most %s: not a share; give one above 0, as in 20%% or "
                          "0.2",
                          text);
    r->limits->change = change;
    return SALVO_OK;
}

/* Reads --why; "all" means every unit. */
static salvo_status read_named(reader *r, salvo_error *err)
{
    const char *filter = r->x->options.why;
    const char **ids;
    salvo_unit_set set = r->set;
    salvo_selection selection;

    if (!filter)
        return SALVO_OK;
    set.option = "--why";
    TRY(salvo_unit_set_select(&set, salvo_name_matches(filter, "all") ? NULL : filter, r->x->memory, &selection, err));
    ids = salvo_arena_array(r->x->memory, selection.n, sizeof *ids);
    if (!ids)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < selection.n; i++)
        ids[i] = salvo_unit_set_id(&r->set, selection.rows[i]);
    r->plan->named = ids;
    r->plan->n_named = selection.n;
    return SALVO_OK;
}

static salvo_status read_rounding(reader *r, salvo_error *err)
{
    const char *text = r->x->options.round_to;
    double step = 0;

    r->plan->round_preferred = r->x->options.round || (text && salvo_name_matches(text, "preferred"));
    if (!text || r->plan->round_preferred)
        return SALVO_OK;
    if (!salvo_number_parse(text, &step) || step < 0.01 || step > 1e6)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--round-to %s: not a step; give one from 0.01 to 1000000, as in "
                          "5, or preferred",
                          text);
    r->plan->step = step;
    return SALVO_OK;
}

static salvo_status read_limits(reader *r, salvo_error *err)
{
    const options *o = &r->x->options;
    const struct {
        const list *words;
        salvo_status (*read)(reader *, const char *, salvo_error *);
    } LISTS[] = {
        {&o->keep, keep_item}, {&o->least, least_item}, {&o->greatest, greatest_item}, {&o->order, order_item}};
    salvo_status status = SALVO_OK;

    r->limits = salvo_arena_array(r->x->memory, 1, sizeof *r->limits);
    if (!r->limits)
        return salvo_fail_memory(err);
    r->limits->orders = salvo_arena_array(r->x->memory, count_signs(&o->order), sizeof *r->limits->orders);
    if (!r->limits->orders)
        return salvo_fail_memory(err);
    r->limits->keep_mean = o->keep_mean;
    r->plan->limits = r->limits;
    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS && status == SALVO_OK; i++)
        status = read_items(r, LISTS[i].words, LISTS[i].read, err);
    return status == SALVO_OK ? read_change(r, err) : status;
}

salvo_status price_options_read(salvo_points_plan *plan, context *x, const salvo_rulebook *book, salvo_error *err)
{
    static salvo_status (*const STEPS[])(reader *, salvo_error *) = {read_units, read_army_list, read_named,
                                                                     read_limits, read_rounding};
    reader r = {.plan = plan, .x = x};
    salvo_status status = SALVO_OK;

    if (!book->ruleset->battle) /* the code that fights reports this */
        return SALVO_OK;
    price_options_units(&r.set, book);
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](&r, err);
    return status;
}
