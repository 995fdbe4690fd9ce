/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The destination of a value decides how it is written. The first part puts values into tables, the second into JSON.
 * The last one runs over the fields of a row. */
#include "answers/fields.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document/json.h"

/* Tables. */

static void put_text(sheet *s, const char *text)
{
    sheet_cell(s, "%s", text ? text : "");
}

/* Any double keeps fifteen digits when it is written and read again. */
static void put_cell(sheet *s, const datum *d)
{
    if (d->is != HERE) {
        put_text(s, NULL);
        return;
    }
    switch (d->kind) {
    case DATUM_TEXT:
        put_text(s, d->text);
        return;
    case DATUM_WHOLE:
        sheet_cell(s, "%lld", (long long)d->whole);
        return;
    case DATUM_HASH:
        sheet_cell(s, "%016" PRIx64, (uint64_t)d->whole);
        return;
    case DATUM_READING:
        sheet_reading(s, d->reading);
        return;
    default:
        if (isfinite(d->number))
            sheet_cell(s, "%.15g", d->number);
        else
            put_text(s, NULL);
    }
}

/* The first row makes the columns. A sheet without rows has a blank one for that, whose values mean nothing. */
static void put_column(record *to, const char *heading, datum d)
{
    if (to->headings)
        sheet_column(to->sheet, heading, d.column);
    if (!to->blank)
        put_cell(to->sheet, &d);
}

/* A column for one end of the interval of the value d. Only the first row needs its name. */
static void put_end(record *to, const char *key, const char *end, const datum *d, double value)
{
    const char *heading = d->of_row || !to->headings ? end : as_words(to, "%s_%s", key, end).text;

    put_column(to, heading, as_number(value));
}

/* Tables for reading have the interval in one column. Tidy tables have a column for each end. */
static void put_bounds(record *to, const char *heading, const datum *d)
{
    const salvo_bounds *b = d->bounds;
    const bool known = d->is == HERE;

    if (to->in == READ) {
        put_column(to, heading, or_empty(known, as_decimal(b->value, d->decimals)));
        put_column(to, "95 %", or_empty(known, as_ends(b, d->decimals)));
    } else {
        put_column(to, heading, or_empty(known, as_number(b->value)));
        put_end(to, heading, "low", d, known ? b->low : NAN);
        put_end(to, heading, "high", d, known ? b->high : NAN);
    }
}

/* The exact and the simulated value are side by side. A method has columns only if the answer has it. */
static void put_figure_to_read(record *to, const char *heading, const datum *d)
{
    const column_kind column = d->chance ? COLUMN_PROBABILITY : COLUMN_NUMBER;
    const salvo_figure *f = d->figure;
    const salvo_estimate *e = &f->simulated;

    if (d->answer->exact) {
        put_column(to, heading,
                   as_reading(column, d->chance ? read_percent(f->exact.value, d->decimals)
                                                : read_number(f->exact.value, d->decimals)));
        put_column(to, "fraction", in_column(COLUMN_FRACTION, as_text(short_fraction(f->exact.exact))));
    }
    if (d->answer->simulated) {
        put_column(
            to, "simulated",
            as_reading(column, d->chance ? read_share(e, f->count, d->answer->simulation.trials) : read_mean(e)));
        put_column(to, "95 % interval",
                   as_reading(COLUMN_INTERVAL, d->chance ? read_share_interval(e) : read_mean_interval(e)));
    }
}

/* Puts the columns of one method, exact or simulated. */
static void put_figure_columns(record *to, const datum *d, bool counted)
{
    const salvo_simulation *s = &d->answer->simulation;
    const salvo_figure *f = d->figure;

    put_column(to, "value", as_number(value_by(counted, f)));
    put_column(to, "exact", as_text(counted ? f->exact.exact : NULL));
    put_column(to, "low", as_number(counted ? NAN : f->simulated.low));
    put_column(to, "high", as_number(counted ? NAN : f->simulated.high));
    put_column(to, "method", as_text(counted ? "exact" : "monte-carlo"));
    put_column(to, "trials", or_empty(!counted, as_whole(s->trials)));
    put_column(to, "seed", or_empty(!counted, as_whole(s->seed)));
    put_column(to, "stopped_by", as_text(counted ? NULL : SALVO_STOPPED_BY[s->stopped_by]));
}

/* In an exact row, fields that concern trials are empty. */
static void put_to_sheet(record *to, const char *heading, const datum *d, bool counted)
{
    if (d->kind == DATUM_BOUNDS) {
        put_bounds(to, heading, d);
    } else if (d->kind == DATUM_FIGURE && to->in == READ) {
        put_figure_to_read(to, heading, d);
    } else if (d->kind == DATUM_FIGURE) {
        put_figure_columns(to, d, counted);
    } else {
        put_column(to, heading, or_empty(!counted || !d->of_trials, *d));
        if (to->in == TIDY && d->has_interval) {
            const bool known = d->interval_known && d->is == HERE;

            put_end(to, heading, "low", d, known ? d->low : NAN);
            put_end(to, heading, "high", d, known ? d->high : NAN);
        }
    }
}

/* JSON. */

/* JSON has neither infinity nor NaN. */
static json_t *number_json(double number)
{
    return isfinite(number) ? json_number(number) : json_null();
}

/* The C library and GSL round logarithms, powers and quantiles, and the last digits differ between machines. So do the
 * last digits of estimates and of the ends of intervals. This number of digits is the same everywhere. */
enum { CERTAIN_DIGITS = 10 };

static json_t *estimate_json(double number)
{
    char text[CERTAIN_DIGITS + 16];

    snprintf(text, sizeof text, "%.*e", CERTAIN_DIGITS - 1, number);
    return number_json(strtod(text, NULL));
}

/* A list takes values without their keys. jansson frees the value also when it fails. */
static void set(record *to, const char *key, json_t *value)
{
    if (json_is_array(to->json) ? json_array_append_new(to->json, value) : json_object_set_new(to->json, key, value))
        *to->failed = true;
}

/* Unknown ends are null, so that an interval always has two. */
static json_t *pair_json(double low, double high)
{
    return json_pack("[o, o]", estimate_json(low), estimate_json(high));
}

/* The value under its key is the best one, whatever the method. The other facts are beside it. */
static void set_figure(record *to, const char *key, const datum *d)
{
    const salvo_answer *answer = d->answer;
    const salvo_figure *f = d->figure;

    set(to, key, number_json(figure_value(answer, f)));
    if (answer->exact && f->exact.exact)
        set(to, "exact", json_string(f->exact.exact));
    if (!answer->simulated)
        return;
    if (d->chance)
        set(to, "count", json_integer((json_int_t)f->count));
    if (answer->exact)
        set(to, "simulated", number_json(f->simulated.value));
    set(to, "ci95", pair_json(f->simulated.low, f->simulated.high));
}

/* Puts what `describe` puts, into one object or list. */
static json_t *parts_json(const record *whole, const datum *d, json_t *json)
{
    record to = {.in = JSON, .json = json, .memory = whole->memory, .failed = whole->failed};

    if (d->fields)
        put_fields(&to, d->fields, d->n);
    for (size_t i = 0; i < d->n && d->describe; i++)
        d->describe(&to, d->of, d->first + i);
    return json;
}

/* A row without fields is left out. An object that could not be made has size 0, too; it is NULL. */
static json_t *objects_json(const record *whole, const datum *d)
{
    record to = {.in = JSON, .memory = whole->memory, .failed = whole->failed};
    json_t *list = json_array();

    for (size_t i = 0; i < d->n; i++) {
        to.json = json_object();
        d->describe(&to, d->of, i);
        /* Nothing was put: row i is left out. */
        if (json_object_size(to.json) == 0)
            json_decref(to.json);
        else if (json_array_append_new(list, to.json) != 0)
            *to.failed = true;
        *to.failed = *to.failed || !to.json;
    }
    return list;
}

static json_t *part_json(figure_part part, const salvo_figure *f)
{
    if (part == PART_INTERVAL)
        return pair_json(f->simulated.low, f->simulated.high);
    if (part == PART_COUNT)
        return json_integer((json_int_t)f->count);
    if (part == PART_SIMULATED)
        return number_json(f->simulated.value);
    return json_string(f->exact.exact);
}

/* A fraction may be missing because it was too long to keep. */
static json_t *figures_json(const record *whole, const datum *d)
{
    record to = {.in = JSON, .json = json_object(), .failed = whole->failed};
    const named_figure *figures = d->of;

    for (size_t i = 0; i < d->n; i++)
        if (!figures[i].absent && (d->whole != PART_FRACTION || figures[i].figure->exact.exact))
            set(&to, figures[i].key, part_json((figure_part)d->whole, figures[i].figure));
    return to.json;
}

/* Unlike in as_parts, an absent figure is null here, because the keys of a document do not depend on the answer. */
void put_values(record *to, bool exact, const named_figure *figures, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const salvo_figure *f = figures[i].figure;

        set(to, figures[i].key, figures[i].absent ? json_null() : number_json(value_by(exact, f)));
    }
}

/* In JSON a reading is its number, with all digits. */
static json_t *datum_json(const record *to, const datum *d)
{
    if (d->is != HERE)
        return json_null();
    switch (d->kind) {
    case DATUM_TEXT:
        return d->text ? json_string(d->text) : json_null();
    case DATUM_WHOLE:
        return json_integer(d->whole);
    case DATUM_HASH:
        return json_sprintf("%016" PRIx64, (uint64_t)d->whole);
    case DATUM_FLAG:
        return json_boolean(d->whole);
    case DATUM_PAIR:
        return pair_json(d->low, d->high);
    case DATUM_BOUNDS:
        return json_pack("{s:o, s:o}", "value", estimate_json(d->bounds->value), "ci95",
                         pair_json(d->bounds->low, d->bounds->high));
    case DATUM_OBJECT:
        return parts_json(to, d, json_object());
    case DATUM_OBJECTS:
        return objects_json(to, d);
    case DATUM_LIST:
        return parts_json(to, d, json_array());
    case DATUM_PARTS:
        return figures_json(to, d);
    default:
        return d->point && isfinite(d->number) ? json_real(d->number) : number_json(d->number);
    }
}

/* The interval of a value is beside it. */
static void set_datum(record *to, const char *key, const datum *d)
{
    set(to, key, datum_json(to, d));
    if (d->has_interval && d->interval_known && d->is == HERE)
        set(to, d->of_row ? "ci95" : as_words(to, "%s_ci95", key).text, pair_json(d->low, d->high));
}

/* Both. */

/* A sheet has no cells for the last kinds of values. */
static bool is_in(const record *to, const field *f)
{
    const datum *d = &f->datum;

    return (d->only == 0 || (d->only & to->in)) && (d->is != UNKNOWN || to->in == TIDY) && d->kind != DATUM_ABSENT &&
           !(to->sheet && d->kind >= DATUM_FLAG);
}

/* At most one field of a row is a figure. It decides how many rows there are. */
static const datum *find_figure(const record *to, const field *fields, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fields[i].datum.kind == DATUM_FIGURE && is_in(to, &fields[i]))
            return &fields[i].datum;
    return NULL;
}

/* The columns are in the order of the view. A row may have the same key for another place. */
static void put_viewed(record *to, const field *fields, size_t n)
{
    for (size_t c = 0; c < to->view.n; c++) {
        const view_column *column = &to->view.columns[c];

        for (size_t i = 0; i < n; i++) {
            const field *f = &fields[i];

            if (strcmp(f->key, column->key) != 0 || (f->datum.only && !(f->datum.only & to->in)))
                continue;
            to->n_viewed++;
            if (is_in(to, f))
                put_to_sheet(to, column->heading ? column->heading : column->key, &f->datum, false);
        }
    }
}

/* Puts one row, with the exact numbers or with the simulated ones. */
static void put_row(record *to, const field *fields, size_t n, bool counted)
{
    for (size_t i = 0; i < n; i++) {
        const field *f = &fields[i];

        if (!is_in(to, f))
            continue;
        if (to->sheet)
            put_to_sheet(to, f->key, &f->datum, counted);
        else if (f->datum.kind == DATUM_FIGURE)
            set_figure(to, f->key, &f->datum);
        else
            set_datum(to, f->key, &f->datum);
    }
}

/* In tidy tables a figure makes a row for each method, and only the first of them may make the columns. */
void put_fields(record *to, const field *fields, size_t n)
{
    /* Only tidy tables have a row for each method. Tables for reading have columns for them, and JSON has keys. */
    const datum *figure = to->in == TIDY ? find_figure(to, fields, n) : NULL;

    if (to->view.n) {
        put_viewed(to, fields, n);
        return;
    }
    if (!figure || figure->answer->exact)
        put_row(to, fields, n, figure != NULL);
    if (!figure || !figure->answer->simulated)
        return;
    /* The exact row before this one has made the columns. */
    to->headings = to->headings && !figure->answer->exact;
    put_row(to, fields, n, false);
}

/* The first row makes the columns. The record shares the sheet's memory and its failure, so one check at the end finds
 * every failure. */
record page_record(page *p, unsigned in)
{
    sheet *s = page_sheet(p);

    return (record){.in = in, .sheet = s, .headings = true, .memory = s->memory, .failed = s->failed};
}

record page_viewed(page *p, view of_rows)
{
    record to = page_record(p, READ);

    to.view = of_rows;
    return to;
}

/* If the first row has no fields, the second makes the columns. A row has each key of its view once, or is left out. */
void record_next(record *to)
{
    assert(to->n_viewed == 0 || to->n_viewed == to->view.n);
    to->n_viewed = 0;
    to->headings = to->sheet && to->sheet->n_columns == 0;
}

/* A sheet without rows has headings, so that programs find the columns by name. For them, row 0 of an empty list is
 * described, so a description must not read rows that do not exist. Only the headings are kept. */
static sheet *put_rows(record *to, describe_function *describe, const void *of, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        describe(to, of, i);
        record_next(to);
    }
    to->blank = to->headings;
    if (to->blank)
        describe(to, of, 0);
    return to->sheet;
}

sheet *page_rows(page *p, unsigned in, describe_function *describe, const void *of, size_t n)
{
    record to = page_record(p, in);

    return put_rows(&to, describe, of, n);
}

sheet *page_view(page *p, view of_rows, describe_function *describe, const void *of, size_t n)
{
    record to = page_viewed(p, of_rows);

    return put_rows(&to, describe, of, n);
}

/* Fills `whole`, an object or a list. An incomplete one is not returned at all. */
static json_t *fill_whole(json_t *whole, document_function *document, const void *answer)
{
    bool failed = false;
    record to = {.in = JSON, .json = whole, .memory = salvo_arena_new(), .failed = &failed};

    document(&to, answer);
    salvo_arena_free(to.memory);
    if (!failed)
        return whole;
    json_decref(whole);
    return NULL;
}

json_t *document_json(document_function *document, const void *answer)
{
    return fill_whole(json_object(), document, answer);
}

salvo_status document_write(FILE *out, document_function *document, const void *answer, salvo_error *err)
{
    return json_write(out, document_json(document, answer), err);
}

salvo_status list_write(FILE *out, document_function *list, const void *answer, salvo_error *err)
{
    return json_write(out, fill_whole(json_array(), list, answer), err);
}
