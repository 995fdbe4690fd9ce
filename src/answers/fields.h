/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer described once. A row of it is a table of fields: under which key and heading a value stands, and where. The
 * sheets that people read, tidy CSV and JSON all follow from that table, so that no heading stands over another's cell.
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
 * All values of a table are made wherever its row goes: what cannot be asked of every answer is guarded.
 *
 * A record takes note of a failed allocation and goes on; whoever writes the page or the document out asks once. Texts and
 * whatever else a value points to are borrowed until the fields are put. */
#ifndef SALVO_ANSWERS_FIELDS_H
#define SALVO_ANSWERS_FIELDS_H

#include <jansson.h>

#include <salvo/points.h>
#include <salvo/simulate.h>

#include "document/page.h"

/* Where a field stands: in the tables that people read, in tidy rows (CSV), in a JSON document. */
enum { READ = 1, TIDY = 2, JSON = 4, COMPUTED = TIDY | JSON, EVERYWHERE = READ | COMPUTED };

/* Where the fields of one row go. */
typedef struct record {
    unsigned in;         /* fields that stand in none of these places are passed over */
    sheet *sheet;        /* in a table: the row's; else NULL */
    json_t *json;        /* in a document: the row's object; or a list, which takes the values without their keys */
    bool headings;       /* this row makes the columns as well */
    bool blank;          /* a sheet without rows, which has headings all the same: values are of no meaning */
    salvo_arena *memory; /* of texts that are made for a row */
    bool *failed;        /* the page's, the document's */
} record;

/* Puts row i of an answer, or of a part of it. One that puts nothing is left out. With `to->blank` there is no row. */
typedef void describe_function(record *to, const void *of, size_t i);

/* Puts the fields of a whole JSON document: an object, or a list, which takes them without their keys. */
typedef void document_function(record *to, const void *answer);

/* A value with its type, and what it becomes in a table: the kind of its column. */
typedef struct datum {
    enum {
        DATUM_ABSENT, /* no such field: neither column nor key */
        DATUM_TEXT,   /* NULL: an empty cell, null in JSON */
        DATUM_WHOLE,
        DATUM_HASH,
        DATUM_NUMBER, /* all digits; an empty cell and null where it is not finite */
        DATUM_REAL,   /* the same; in JSON with a point even if it is whole */
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
    int64_t whole; /* also a flag, a hash, which part of figures */
    double number, high;
    reading reading;
    int decimals; /* of bounds; of a figure, where it is exact */
    bool chance;  /* of a figure */
    const salvo_answer *answer;
    const salvo_figure *figure;
    const salvo_bounds *bounds;
    describe_function *describe;
    const void *of;
    const struct field *fields;
    size_t first, n; /* of the fields, or of the rows that are described */
    bool of_trials;  /* stands only in the row of what was simulated */
} datum;

typedef struct field {
    unsigned in;
    const char *key; /* its heading in tables that people read, its column, its key */
    datum datum;
} field;

/* Puts those of the fields that stand where the record goes, in their order. */
void put_fields(record *to, const field *fields, size_t n);
#define PUT_FIELDS(to, fields) put_fields(to, fields, sizeof(fields) / sizeof *(fields))

datum as_text(const char *text);
datum as_name(const char *text); /* "" is nothing, as NULL is */
datum as_words(record *to, const char *format, ...) SALVO_PRINTF(2, 3);
datum as_hash(uint64_t hash);                 /* 16 hexadecimal digits */
datum as_built(record *to, salvo_text *text); /* frees it */
datum as_whole(int64_t number);
datum as_number(double number);
datum as_real(double number);
datum as_flag(bool flag); /* of JSON: a cell has no word for it */

/* To be read, and with all digits where it is computed with; empty for a number that is not finite. */
datum as_decimal(double number, int decimals);
datum as_percent(double p, int decimals);
datum as_reading(column_kind column, reading r);

/* The datum in a column of another kind: "-" among numbers. */
datum in_column(column_kind column, datum d);

/* JSON: [low, high]; null for an end that is not known. */
datum as_pair(double low, double high);
datum as_interval(const salvo_estimate *estimate);

/* A number with its interval. To be read two columns, the second "95 %"; tidy three, "low" and "high" behind it; JSON
 * {"value": x, "ci95": [low, high]}. */
datum as_bounds(const salvo_bounds *bounds, int decimals);

/* The interval alone, to be read. */
datum as_ends(const salvo_bounds *bounds, int decimals);

/* A figure of an answer. To be read: the exact value with so many decimals and its fraction, the simulated one and its
 * interval, as far as there are such. Tidy: a row for each method that the answer has, of value, exact, low, high, method,
 * trials, seed, stopped_by. JSON: the value, and beside it "exact", "count" (of a probability), "simulated", "ci95". */
datum as_probability(const salvo_answer *answer, const salvo_figure *figure, int decimals);
datum as_mean(const salvo_answer *answer, const salvo_figure *figure);

/* In the rows of simulated figures alone. */
datum of_trials(datum d);

/* JSON: an object with these fields; a list of their bare values. */
datum as_fields(const field *fields, size_t n);
datum as_values(const field *fields, size_t n);
#define OBJECT(...) as_fields((const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field))
#define LIST(...)   as_values((const field[]){__VA_ARGS__}, sizeof((const field[]){__VA_ARGS__}) / sizeof(field))

/* JSON: an object with the fields that `describe` puts for 0 to n - 1; a list with an object for each of them; a list with
 * their bare values. */
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

/* JSON: an object that has one part of each figure under its key. Absent figures are left out, and fractions that there
 * are not. */
typedef enum { PART_SIMULATED, PART_FRACTION, PART_COUNT, PART_INTERVAL } figure_part;
datum as_parts(figure_part part, const named_figure *figures, size_t n);

/* JSON: the value of each figure under its key, the exact or the simulated one; null for an absent figure. */
void put_values(record *to, bool exact, const named_figure *figures, size_t n);

/* The datum if `there`; else there is no such field, or an empty one. */
datum if_there(bool there, datum d);
datum or_empty(bool there, datum d);

/* A new sheet at the end of the page, with what `describe` puts for 0 to n - 1. */
sheet *page_rows(page *p, unsigned in, describe_function *describe, const void *of, size_t n);

/* A new sheet to put rows into one by one: PUT_FIELDS, and record_next behind each row. */
record page_record(page *p, unsigned in);
void record_next(record *to);

/* Writes a JSON object with the fields that `document` puts; a JSON list of their bare values. SALVO_NO_MEMORY. */
salvo_status document_write(FILE *out, document_function *document, const void *answer, salvo_error *err);
salvo_status list_write(FILE *out, document_function *list, const void *answer, salvo_error *err);

#endif
