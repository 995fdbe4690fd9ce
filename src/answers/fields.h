/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The description of an answer, once for all formats. A row of an answer is a table of fields; each has a place, a key
 * or heading, and a value. The sheets that people read, tidy CSV and JSON all follow from that table. So every value
 * is below its own heading.
 *
 *     static void describe_price(record *to, const void *of, size_t i)
 *     {
 *         const salvo_new_price *price = ...;
 *         const field fields[] = {
 *             {EVERYWHERE, "unit", as_text(price->name)},
 *             {READ, "fitted", as_decimal(price->fitted.value, 1)},
 *             {COMPUTED, "fitted", as_number(price->fitted.value)},
 *         };
 *
 *         PUT_FIELDS(to, fields);
 *     }
 *
 * All values of a table are computed, wherever its row goes. So a value that not every answer has needs a guard.
 *
 * A record notes a failed allocation and continues; the code that writes the page or the document checks it once. The
 * record borrows texts and all else that a value points to until the fields are put. */
#ifndef SALVO_ANSWERS_FIELDS_H
#define SALVO_ANSWERS_FIELDS_H

#include <jansson.h>

#include <salvo/points.h>
#include <salvo/simulate.h>

#include "document/page.h"

/* Where a field appears: in tables for reading, in tidy rows (CSV), in a JSON document. */
enum { READ = 1, TIDY = 2, JSON = 4, COMPUTED = TIDY | JSON, EVERYWHERE = READ | COMPUTED };

/* The destination of the fields of one row. */
typedef struct record {
    unsigned in;         /* fields for none of these places are skipped */
    sheet *sheet;        /* in a table: the row's; else NULL */
    json_t *json;        /* in a document: the row's object, or a list, which takes values without keys */
    bool headings;       /* this row makes the columns as well */
    bool blank;          /* a sheet without rows has headings, too: the values of this row mean nothing */
    salvo_arena *memory; /* for texts that are made for a row */
    bool *failed;        /* of the page or the document */
} record;

/* Puts row i of an answer or of a part of it. A row without fields is left out. With `to->blank` there is no row. */
typedef void describe_function(record *to, const void *of, size_t i);

/* Puts the fields of a whole JSON document: an object, or a list, which takes values without keys. */
typedef void document_function(record *to, const void *answer);

/* A value with its type, and the kind of its column in a table. */
typedef struct datum {
    enum {
        DATUM_ABSENT, /* no such field: neither column nor key */
        DATUM_TEXT,   /* NULL: an empty cell, null in JSON */
        DATUM_WHOLE,
        DATUM_HASH,
        DATUM_NUMBER, /* all digits; if it is not finite, an empty cell and null */
        DATUM_REAL,   /* the same; in JSON with a decimal point, even if it is whole */
        DATUM_FLAG,
        DATUM_READING,
        DATUM_PAIR,
        DATUM_BOUNDS,
        DATUM_FIGURE,
        DATUM_FIELDS,
        DATUM_OBJECT,
        DATUM_OBJECTS,
        DATUM_LIST,
        DATUM_PARTS,
    } kind;
    column_kind column;
    const char *text;
    int64_t whole; /* also a flag, a hash, or the part of figures */
    double number, high;
    reading reading;
    int decimals; /* of bounds; of an exact figure */
    bool chance;  /* of a figure */
    const salvo_answer *answer;
    const salvo_figure *figure;
    const salvo_bounds *bounds;
    describe_function *describe;
    const void *of;
    const struct field *fields;
    size_t first, n; /* of the fields, or of the rows to describe */
    bool of_trials;  /* only in the row of simulated values */
} datum;

typedef struct field {
    unsigned in;
    const char *key; /* the heading in tables for reading, the column, the key */
    datum datum;
} field;

/* Puts the fields that appear in the record's place, in their order. */
void put_fields(record *to, const field *fields, size_t n);
#define PUT_FIELDS(to, fields) put_fields(to, fields, sizeof(fields) / sizeof *(fields))

datum as_text(const char *text);
datum as_name(const char *text); /* "" is empty, like NULL */
datum as_words(record *to, const char *format, ...) SALVO_PRINTF(2, 3);
datum as_hash(uint64_t hash);                 /* 16 hexadecimal digits */
datum as_built(record *to, salvo_text *text); /* frees it */
datum as_whole(int64_t number);
datum as_number(double number);
datum as_real(double number);
datum as_flag(bool flag); /* only for JSON: a cell has no word for it */

/* Has these decimals for reading, and all digits in CSV and JSON. A number that is not finite is empty. */
datum as_decimal(double number, int decimals);
datum as_percent(double p, int decimals);
datum as_reading(column_kind column, reading r);

/* Returns the datum for a column of another kind, such as "-" among numbers. */
datum in_column(column_kind column, datum d);

/* JSON: [low, high]; null for an unknown end. */
datum as_pair(double low, double high);
datum as_interval(const salvo_estimate *estimate);

/* A number with its interval. Reading tables have two columns, the second "95 %". Tidy rows have three, with "low" and
 * "high" after it. JSON has {"value": x, "ci95": [low, high]}. */
datum as_bounds(const salvo_bounds *bounds, int decimals);

/* The interval alone, for reading. */
datum as_ends(const salvo_bounds *bounds, int decimals);

/* A figure of an answer. For reading: the exact value with these decimals and its fraction, the simulated value and its
 * interval, if they exist. Tidy: a row for each method of the answer, with value, exact, low, high, method, trials,
 * seed, stopped_by. JSON: the value, and beside it "exact", "count" (for a probability), "simulated", "ci95". */
datum as_probability(const salvo_answer *answer, const salvo_figure *figure, int decimals);
datum as_mean(const salvo_answer *answer, const salvo_figure *figure);

/* Appears only in the rows of simulated figures. */
datum of_trials(datum d);

/* JSON: an object with these fields; a list of their bare values. */
datum as_fields(const field *fields, size_t n);
datum as_values(const field *fields, size_t n);
#define OBJECT(...) as_fields((const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field))
#define LIST(...)   as_values((const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field))

/* JSON: an object with the fields that `describe` puts for 0 to n - 1; a list with an object for each of them; a list
 * of their bare values. */
datum as_object(describe_function *describe, const void *of, size_t n);
datum as_objects(describe_function *describe, const void *of, size_t n);
datum as_list(describe_function *describe, const void *of, size_t n);
datum as_row(describe_function *describe, const void *of, size_t i); /* an object with the fields for i alone */

/* A figure under its key. */
typedef struct named_figure {
    const char *key;
    const salvo_figure *figure;
    bool absent;
} named_figure;

/* JSON: an object that has one part of each figure under its key. Absent figures and missing fractions are left out. */
typedef enum { PART_SIMULATED, PART_FRACTION, PART_COUNT, PART_INTERVAL } figure_part;
datum as_parts(figure_part part, const named_figure *figures, size_t n);

/* JSON: the value of each figure under its key, the exact or the simulated one; null for an absent figure. */
void put_values(record *to, bool exact, const named_figure *figures, size_t n);

/* Returns the datum if `there`. Otherwise the field is absent, or empty. */
datum if_there(bool there, datum d);
datum or_empty(bool there, datum d);

/* Adds a sheet at the end of the page, with the rows that `describe` puts for 0 to n - 1. */
sheet *page_rows(page *p, unsigned in, describe_function *describe, const void *of, size_t n);

/* Adds a sheet that takes rows one by one: PUT_FIELDS, then record_next after each row. */
record page_record(page *p, unsigned in);
void record_next(record *to);

/* Returns a JSON object with the fields that `document` puts; NULL: memory is out. */
json_t *document_json(document_function *document, const void *answer);

/* Writes such an object, or a JSON list of the bare values of the fields. Error: SALVO_NO_MEMORY. */
salvo_status document_write(FILE *out, document_function *document, const void *answer, salvo_error *err);
salvo_status list_write(FILE *out, document_function *list, const void *answer, salvo_error *err);

#endif
