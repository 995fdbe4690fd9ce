/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON for programs: the first sheet as an array of objects, whose keys are the headings. */
#include "document/json.h"
#include "document/page_writers.h"

/* A cell of a number column is a number if possible. An empty cell is null and not "": it has no value, and programs
 * must not read it as a word. */
static json_t *cell_json(const sheet *s, size_t row, size_t column)
{
    const char *text = sheet_at(s, row, column);
    reading number = sheet_number_at(s, row, column);

    if (!*text)
        return json_null();
    return number.kind == READ_VALUE ? json_number(number.value) : json_string(text);
}

/* Writes each row as an object. Two columns with the same heading would be one key: tidy sheets have none. */
static json_t *sheet_json(const sheet *s)
{
    json_t *rows = json_array();

    for (size_t r = 0; rows && r < sheet_rows(s); r++) {
        json_t *row = json_object();

        for (size_t c = 0; c < s->n_columns; c++)
            json_put(&row, s->column[c].heading, cell_json(s, r, c));
        json_push(&rows, row);
    }
    return rows;
}

salvo_status page_write_json(FILE *out, const page *p, salvo_error *err)
{
    return json_write(out, sheet_json(page_first_sheet(p)), err);
}
