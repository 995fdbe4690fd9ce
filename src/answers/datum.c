/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of the fields of an answer. These functions only give a value its form; its destination decides later how it
 * is written. */
#include "answers/fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

/* NULL is no text: an empty cell, and null in JSON. */
datum as_text(const char *text)
{
    return (datum){.kind = DATUM_TEXT, .column = COLUMN_TEXT, .text = text};
}

/* A text made here lives as long as the page or the document. */
datum as_words(record *to, const char *format, ...)
{
    va_list values;
    const char *text;

    va_start(values, format);
    text = to->memory ? salvo_arena_vprintf(to->memory, format, values) : NULL;
    va_end(values);
    *to->failed = *to->failed || !text;
    return as_text(text);
}

/* A hash uses all 64 bits, and no number in JSON keeps them. */
datum as_hash(uint64_t hash)
{
    return (datum){.kind = DATUM_HASH, .column = COLUMN_TEXT, .whole = (int64_t)hash};
}

/* The arena takes a copy, so the growing text can be freed at once. */
datum as_built(record *to, salvo_text *text)
{
    datum d = as_words(to, "%s", salvo_text_of(text));

    *to->failed = *to->failed || text->failed;
    salvo_text_free(text);
    return d;
}

datum as_name(const char *text)
{
    return as_text(text && *text ? text : NULL);
}

/* For a column of numbers in which a mark replaces a missing one. */
datum in_column(column_kind column, datum d)
{
    d.column = column;
    return d;
}

datum as_whole(int64_t number)
{
    return (datum){.kind = DATUM_WHOLE, .column = COLUMN_NUMBER, .whole = number};
}

datum as_number(double number)
{
    return (datum){.kind = DATUM_NUMBER, .column = COLUMN_NUMBER, .number = number};
}

/* The point remains, so that a program does not take the type of a number from its value. */
datum with_point(datum d)
{
    d.point = true;
    return d;
}

datum as_real(double number)
{
    return with_point(as_number(number));
}

datum as_flag(bool flag)
{
    return (datum){.kind = DATUM_FLAG, .column = COLUMN_TEXT, .whole = flag};
}

/* A value that is not a number would print as "nan"; for reading it is empty. */
datum as_reading(column_kind column, reading r)
{
    if (r.kind == READ_VALUE && !isfinite(r.value))
        r.kind = READ_NOTHING;
    return (datum){
        .kind = DATUM_READING, .column = column, .number = r.kind == READ_VALUE ? r.value : NAN, .reading = r};
}

/* The reading has few digits for people; `number` keeps all of them for CSV and JSON. */
datum as_decimal(double number, int decimals)
{
    return as_reading(COLUMN_NUMBER, read_number(number, decimals));
}

datum as_percent(double p, int decimals)
{
    return as_reading(COLUMN_PROBABILITY, read_percent(p, decimals));
}

datum as_pair(double low, double high)
{
    return (datum){.kind = DATUM_PAIR, .low = low, .high = high};
}

datum as_interval(const salvo_estimate *estimate)
{
    return as_pair(estimate->low, estimate->high);
}

datum with_interval(datum value, const salvo_estimate *estimate, bool known)
{
    value.has_interval = true;
    value.interval_known = known;
    value.low = estimate->low;
    value.high = estimate->high;
    return value;
}

datum of_row(datum d)
{
    d.of_row = true;
    return d;
}

datum as_bounds(const salvo_bounds *bounds, int decimals)
{
    return (datum){.kind = DATUM_BOUNDS, .bounds = bounds, .decimals = decimals};
}

/* An interval without ends is empty, such as that of an average that does not exist. */
datum as_ends(const salvo_bounds *b, int decimals)
{
    return as_reading(COLUMN_INTERVAL, (reading){.kind = isfinite(b->low) ? READ_INTERVAL : READ_NOTHING,
                                                 .value = b->low,
                                                 .high = b->high,
                                                 .decimals = decimals});
}

datum as_probability(const salvo_answer *answer, const salvo_figure *figure, int decimals)
{
    return (datum){.kind = DATUM_FIGURE, .chance = true, .answer = answer, .figure = figure, .decimals = decimals};
}

datum as_mean(const salvo_answer *answer, const salvo_figure *figure)
{
    return (datum){.kind = DATUM_FIGURE, .answer = answer, .figure = figure, .decimals = SIX_DIGITS};
}

/* For values such as the number of trials, which an exact row does not have. */
datum of_trials(datum d)
{
    d.of_trials = true;
    return d;
}

/* The fields themselves are borrowed, and must live until the row is put. */
datum as_fields(const field *fields, size_t n)
{
    return (datum){.kind = DATUM_OBJECT, .fields = fields, .n = n};
}

datum as_values(const field *fields, size_t n)
{
    return (datum){.kind = DATUM_LIST, .fields = fields, .n = n};
}

datum as_object(describe_function *describe, const void *of, size_t n)
{
    return (datum){.kind = DATUM_OBJECT, .describe = describe, .of = of, .n = n};
}

datum as_row(describe_function *describe, const void *of, size_t i)
{
    return (datum){.kind = DATUM_OBJECT, .describe = describe, .of = of, .first = i, .n = 1};
}

datum as_objects(describe_function *describe, const void *of, size_t n)
{
    return (datum){.kind = DATUM_OBJECTS, .describe = describe, .of = of, .n = n};
}

datum as_list(describe_function *describe, const void *of, size_t n)
{
    return (datum){.kind = DATUM_LIST, .describe = describe, .of = of, .n = n};
}

datum as_parts(figure_part part, const named_figure *figures, size_t n)
{
    return (datum){.kind = DATUM_PARTS, .whole = part, .of = figures, .n = n};
}

/* An absent field has no column and no key. It must be absent in every row of a table, or cells would shift. */
datum if_there(bool there, datum d)
{
    return there ? d : (datum){.kind = DATUM_ABSENT};
}

/* The empty datum has the same columns, so a row without the value does not change the kind of a column. */
datum or_empty(bool there, datum d)
{
    d.is = there ? d.is : EMPTY;
    return d;
}

datum if_known(bool known, datum d)
{
    d.is = known ? d.is : UNKNOWN;
    return d;
}

datum only_in(unsigned places, datum d)
{
    d.only = places;
    return d;
}

datum read_as(const record *to, datum value, datum form)
{
    return to->in == READ ? form : value;
}
