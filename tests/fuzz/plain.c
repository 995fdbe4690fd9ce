/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers that know no rulebook: of tables, of words, of numbers. */
#include "targets.h"

#include <stdlib.h>

#include "base/shell_words.h"
#include "data/csv.h"
#include "data/lines.h"
#include "data/measure.h"
#include "share/packed.h"

/* What every user of a table relies on. */
static void check_table(const salvo_table *table, bool has_ids)
{
    MUST(table->n_columns > 0);
    for (size_t i = 0; i < table->n_rows * table->n_columns; i++) {
        const salvo_cell *cell = &table->cells[i];

        MUST(cell->text && cell->line > 0 && cell->column > 0);
        MUST(!has_ids || i % table->n_columns != 0 || *cell->text);
    }
}

typedef salvo_status read_table(salvo_table *, const char *, salvo_arena *, salvo_error *);

static void table(read_table *read, bool has_ids, const char *text, size_t length)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_table found = {0};
    salvo_error err = {0};

    if (fuzz_read(read(&found, fuzz_file("input", text, length), memory, &err), err.text))
        check_table(&found, has_ids);
    else
        MUST(err.line > 0 && err.column > 0);
    salvo_arena_free(memory);
}

static void csv(const char *text, size_t length)
{
    table(salvo_csv_read, true, text, length);
}

static void csv_rows(const char *text, size_t length)
{
    table(salvo_csv_read_rows, false, text, length);
}

static void lines(const char *text, size_t length)
{
    table(salvo_lines_read, true, text, length);
}

static void words(const char *text, size_t length)
{
    enum { ROOM = 32 };
    salvo_arena *memory = salvo_arena_new();
    char *found[ROOM];
    size_t n = 0;
    salvo_error err = {0};

    (void)length;
    if (fuzz_read(shell_words(text, found, ROOM, &n, memory, &err), err.text))
        MUST(n <= ROOM);
    salvo_arena_free(memory);
}

static void distance(const char *text, size_t length)
{
    static const salvo_scale SCALES[] = {{"m", 0}, {"m", 0.5}, {"cm", 0}, {"in", 0}};
    double found;

    (void)length;
    for (size_t i = 0; i < sizeof SCALES / sizeof *SCALES; i++)
        if (salvo_measure_parse(&found, text, &SCALES[i]))
            MUST(found == found);
}

/* Numbers of every kind that a part of a run can bring. */
static void packed_numbers(const char *text, size_t length)
{
    packed p = packed_of(text, length);
    uint64_t number = 0, sums[300] = {0};
    double real = 0;
    bool flag = false;
    char *said = NULL;
    wide sum = {0};
    salvo_error err = {0};

    p.reads = true;
    packed_number(&p, &number);
    packed_sums(&p, sums, 300);
    packed_wide_sum(&p, &sum);
    packed_real(&p, &real);
    packed_flag(&p, &flag);
    packed_text(&p, &said);
    MUST(packed_count(&p, 0, 7) <= 7);
    fuzz_read(packed_status(&p, &err), err.text);
    free(said);
}

const fuzz_target FUZZ_PLAIN[] = {
    {"csv", csv, FUZZ_TABLE},
    {"csv-rows", csv_rows, FUZZ_TABLE},
    {"lines", lines, FUZZ_TEXT},
    {"words", words, FUZZ_TEXT},
    {"distance", distance, FUZZ_TEXT},
    {"packed", packed_numbers, FUZZ_BYTES},
    {0},
};
