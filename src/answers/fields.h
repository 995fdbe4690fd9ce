/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The description of an answer, once for all formats. A row of an answer is a table of fields: named values with types.
 *
 *     static void describe_price(record *to, const void *of, size_t i)
 *     {
 *         const salvo_new_price *price = ...;
 *         const field fields[] = {
 *             {"unit", as_text(price->name)},
 *             {"fitted", as_bounds(&price->fitted, 1)},
 *             {"held_by", as_text(...)},
 *         };
 *
 *         PUT_FIELDS(to, fields);
 *     }
 *
 * JSON is the tree of these values. Tidy rows (CSV) follow from them:
 *
 * - A value is in the column of its key. Flags, objects and lists have no column.
 * - Its interval is in two more columns, key_low and key_high; the interval of the row's own value (of_row) in low and
 *   high.
 * - A figure has a row for each method of the answer, in the same columns for every answer.
 * - A value that the row does not have is an empty cell. A value that the answer does not have has no column.
 *
 * A table for reading is a view: it chooses values by their keys, in its own order and with its own headings.
 *
 *     static const view_column PRICES[] = {{"unit", NULL}, {"fitted", NULL}, {"held_by", "held by"}};
 *
 *     page_view(p, VIEW(PRICES), describe_price, fit, n);
 *
 * All values of a row are computed, wherever it goes. So a value that not every answer has needs a guard.
 *
 * A record notes a failed allocation and continues; the code that writes the page or the document checks it once. The
 * record borrows texts and all else that a value points to until the fields are put. */
#ifndef SALVO_ANSWERS_FIELDS_H
#define SALVO_ANSWERS_FIELDS_H

#include <jansson.h>

#include <salvo/points.h>
#include <salvo/simulate.h>

#include "document/page.h"

/* The places of an answer: tables for reading, tidy rows (CSV), a JSON document. */
enum { READ = 1, TIDY = 2, JSON = 4 };

/* A table for reading: the keys of its values, with their headings. */
typedef struct view_column {
    const char *key;
    const char *heading; /* NULL: the key */
} view_column;

typedef struct view {
    const view_column *columns;
    size_t n; /* 0: every field of a row, in its order, with its key as the heading */
} view;

#define VIEW(of) ((view){of, sizeof(of) / sizeof *(of)})

/* The destination of the fields of one row. */
typedef struct record {
    unsigned in;         /* fields for none of these places are skipped */
    sheet *sheet;        /* in a table: the row's; else NULL */
    view view;           /* of the sheet */
    size_t n_viewed;     /* columns of the view that this row has */
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

/* A value with its type, and its form in a table for reading. */
typedef struct datum {
    enum {
        DATUM_ABSENT, /* no such field: neither column nor key */
        DATUM_TEXT,   /* NULL: an empty cell, null in JSON */
        DATUM_WHOLE,
        DATUM_HASH,
        DATUM_NUMBER, /* all digits; if it is not finite, an empty cell and null */
        DATUM_READING,
        DATUM_BOUNDS,
        DATUM_FIGURE,
        DATUM_FLAG, /* from here on only in JSON: a cell has no room for them */
        DATUM_PAIR,
        DATUM_OBJECT,
        DATUM_OBJECTS,
        DATUM_LIST,
        DATUM_PARTS,
    } kind;
    enum { HERE, EMPTY, UNKNOWN } is; /* EMPTY: an empty cell, null; UNKNOWN: an empty tidy cell */
    unsigned only;                    /* the places where it appears; 0: wherever its row goes */
    bool of_trials;                   /* only in the row of simulated values */

    const char *text;
    int64_t whole; /* also a flag, a hash, or the part of figures */
    double number;
    bool point; /* of a number: in JSON with a decimal point, even if it is whole */

    column_kind column;
    reading reading;
    int decimals; /* of bounds; of an exact figure */

    bool has_interval;   /* beside the value; bounds have theirs within them */
    bool interval_known; /* else its cells are empty, and JSON has none */
    bool of_row;         /* the interval is called low and high, without the key */
    double low, high;    /* of the interval, or of a pair */

    const salvo_answer *answer;
    const salvo_figure *figure;
    bool chance; /* of a figure */
    const salvo_bounds *bounds;

    describe_function *describe;
    const void *of;
    const struct field *fields;
    size_t first, n; /* of the fields, or of the rows to describe */
} datum;

typedef struct field {
    const char *key; /* in JSON; the column of tidy rows; the heading of a table without a view */
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
datum with_point(datum d); /* of a number: in JSON with a decimal point, even if it is whole */
datum as_flag(bool flag);  /* only in JSON: a cell has no word for it */

/* Has these decimals for reading, and all digits in CSV and JSON. A number that is not finite is empty. */
datum as_decimal(double number, int decimals);
datum as_percent(double p, int decimals);
datum as_reading(column_kind column, reading r);

/* Returns the datum for a column of another kind, such as "-" among numbers. */
datum in_column(column_kind column, datum d);

/* JSON: [low, high]; null for an unknown end. */
datum as_pair(double low, double high);
datum as_interval(const salvo_estimate *estimate);

/* Returns the value with its interval beside it: key_low and key_high in tidy rows, key_ci95 in JSON. Tables for reading
 * have only the value. If the interval is not known, its cells are empty, and JSON has none. */
datum with_interval(datum value, const salvo_estimate *estimate, bool known);

/* The row's own value: its interval is called low, high and ci95, without the key. */
datum of_row(datum d);

/* A number with its interval. Reading tables have two columns, the second "95 %". Tidy rows have key_low and key_high
 * after it. JSON has {"value": x, "ci95": [low, high]}. */
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

/* Returns the datum if the condition holds. Otherwise there is neither column nor key; an empty cell, and null in JSON;
 * an empty cell in tidy rows, and nothing elsewhere. */
datum if_there(bool there, datum d);
datum or_empty(bool there, datum d);
datum if_known(bool known, datum d);

/* Only in these places. */
datum only_in(unsigned places, datum d);

/* Returns the value; for tables for reading another form of it: a name in place of an id, "12*" in place of 12. */
datum read_as(const record *to, datum value, datum form);

/* Adds a sheet at the end of the page, with the rows that `describe` puts for 0 to n - 1. */
sheet *page_rows(page *p, unsigned in, describe_function *describe, const void *of, size_t n);

/* Adds a sheet for reading, with the values that the view chooses. Each key of the view is in every row. */
sheet *page_view(page *p, view of_rows, describe_function *describe, const void *of, size_t n);

/* Adds a sheet that takes rows one by one: PUT_FIELDS, then record_next after each row. */
record page_record(page *p, unsigned in);
record page_viewed(page *p, view of_rows);
void record_next(record *to);

/* Returns a JSON object with the fields that `document` puts; NULL: memory is out. */
json_t *document_json(document_function *document, const void *answer);

/* Writes such an object, or a JSON list of the bare values of the fields. Error: SALVO_NO_MEMORY. */
salvo_status document_write(FILE *out, document_function *document, const void *answer, salvo_error *err);
salvo_status list_write(FILE *out, document_function *list, const void *answer, salvo_error *err);

#endif
