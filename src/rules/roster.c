/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that a name can mean. Parameters may take rows of two tables, or only some rows of a table. To look up
 * names, salvo combines them into one small table of ids, names and nations. */
#include "rules/roster.h"

#include <string.h>

#include "base/phrase.h"
#include "base/try.h"
#include "data/find.h"
#include "data/names.h"
#include "data/records.h"

/* The columns of the combined table: a look-up of names needs no others. */
enum { ID, NAME, NATION, N_COLUMNS };

/* Returns the word for one row: a row of "weapons" is a "weapon". */
static const char *noun_of(const char *table, salvo_arena *memory)
{
    size_t length = strlen(table);

    return salvo_arena_slice(memory, table, length - (length > 0 && table[length - 1] == 's'));
}

/* Without the column every row is taken. */
static bool says_yes(const salvo_table *table, size_t row, const char *column)
{
    const char *text = column ? salvo_table_text(table, row, column) : "yes";

    return text && strcmp(text, "yes") == 0;
}

/* Adds the rows of `from` to the columns of `to`; row numbers of `from` begin at `first`. */
static void take(salvo_table *to, size_t *rows, const salvo_table *from, const char *only, size_t first)
{
    int name = salvo_table_column(from, "name"), nation = salvo_table_column(from, "nation");

    if (from->nations)
        to->nations = from->nations;

    for (size_t i = 0; i < from->n_rows; i++) {
        const salvo_cell *cells = &from->cells[i * from->n_columns];

        if (!says_yes(from, i, only))
            continue;
        to->cells[to->n_rows * N_COLUMNS + ID] = cells[0];
        to->cells[to->n_rows * N_COLUMNS + NAME] = cells[name < 0 ? 0 : name];
        to->cells[to->n_rows * N_COLUMNS + NATION] = nation < 0 ? (salvo_cell){.text = ""} : cells[nation];
        rows[to->n_rows++] = first + i;
    }
}

/* The copy costs time, so only sweeps and messages with the nearest names make it. */
static salvo_status gather(salvo_roster *roster, salvo_error *err)
{
    static const salvo_cell HEADER[N_COLUMNS] = {
        [ID] = {.text = "id"}, [NAME] = {.text = "name"}, [NATION] = {.text = "nation"}};
    const salvo_table *first = roster->first, *second = roster->second;
    const char *only = roster->only;
    size_t n = first->n_rows + (second ? second->n_rows : 0);
    salvo_table *table;
    salvo_cell *cells;
    size_t *rows;

    if (roster->table)
        return SALVO_OK;
    table = salvo_arena_array(roster->memory, 1, sizeof *table);
    cells = salvo_arena_array(roster->memory, n * N_COLUMNS, sizeof *cells);
    rows = salvo_arena_array(roster->memory, n, sizeof *rows);
    roster->ids = salvo_arena_array(roster->memory, n, sizeof *roster->ids);
    if (!table || !cells || !rows || !roster->ids)
        return salvo_fail_memory(err);
    *table = (salvo_table){.name = first->name, .n_columns = N_COLUMNS, .header = HEADER, .cells = cells};
    take(table, rows, first, only, 0);
    if (second)
        take(table, rows, second, only && salvo_table_column(second, only) >= 0 ? only : NULL, first->n_rows);
    for (size_t i = 0; i < table->n_rows; i++)
        roster->ids[i] = cells[i * N_COLUMNS + ID].text;
    roster->table = table;
    roster->row = rows;
    return SALVO_OK;
}

/* Sets the word for a row in messages: "weapon", "unit or aircraft", "gun weapon". */
static salvo_status name_it(salvo_roster *roster, const char *table, const char *more, const char *only,
                            salvo_arena *memory, salvo_error *err)
{
    const char *noun = noun_of(table, memory);

    roster->noun = noun && more   ? salvo_arena_printf(memory, "%s or %s", noun, noun_of(more, memory))
                   : noun && only ? salvo_arena_printf(memory, "%s %s", only, noun)
                                  : noun;
    return roster->noun ? SALVO_OK : salvo_fail_memory(err);
}

/* One table without a filter is its own roster, without a copy. */
salvo_status salvo_roster_make(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err)
{
    *roster = (salvo_roster){.only = only, .memory = memory};
    TRY(salvo_records_table(store, table, &roster->first, err));
    TRY(more ? salvo_records_table(store, more, &roster->second, err) : SALVO_OK);
    if (!more && !only)
        roster->table = roster->first;
    return name_it(roster, table, more, only, memory, err);
}

salvo_status salvo_roster_list(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err)
{
    TRY(salvo_roster_make(roster, store, table, more, only, memory, err));
    return gather(roster, err);
}

/* Returns whether the row, counted over both tables, is taken. */
static bool is_taken(const salvo_roster *roster, size_t row)
{
    const salvo_table *second = roster->second;

    if (row < roster->first->n_rows)
        return says_yes(roster->first, row, roster->only);
    if (!roster->only || salvo_table_column(second, roster->only) < 0)
        return true;
    return says_yes(second, row - roster->first->n_rows, roster->only);
}

static const char *id_at(const salvo_roster *roster, size_t row)
{
    bool in_second = row >= roster->first->n_rows;
    const salvo_table *table = in_second ? roster->second : roster->first;

    return table->cells[(row - (in_second ? roster->first->n_rows : 0)) * table->n_columns].text;
}

/* Returns whether the text is the id or the name of a row that is taken. */
static bool is_whole_name(const salvo_roster *roster, const char *text)
{
    for (size_t i = 0; i < roster->table->n_rows; i++) {
        const salvo_cell *cells = &roster->table->cells[i * N_COLUMNS];

        if (salvo_name_matches(cells[ID].text, text) || salvo_name_matches(cells[NAME].text, text))
            return true;
    }
    return false;
}

/* Searches only the rows that are taken. is_another: the text is the name of another row. */
static salvo_status find_taken(salvo_roster *roster, const char *text, bool is_another, size_t *row, salvo_error *err)
{
    size_t at;

    TRY(gather(roster, err));
    if (is_another && !is_whole_name(roster, text))
        return salvo_names_fail(err, roster->ids, roster->table->n_rows, text, "'%s' is not %s %s", text,
                                salvo_article(roster->noun), roster->noun);
    TRY(salvo_table_find(roster->table, roster->noun, text, &at, err));
    *row = roster->row[at];
    return SALVO_OK;
}

/* The name is first looked up among all rows. A row that is found but not taken is refused, unless the text is the full
 * name of a row that is taken. Otherwise the search would find a row with similar words, which the user did not
 * mean. */
salvo_status salvo_roster_find(salvo_roster *roster, const char *text, size_t *row, const char **id, salvo_error *err)
{
    salvo_error why;
    salvo_status status = salvo_tables_find(roster->first, roster->second, roster->noun, text, row, &why);
    bool found = status == SALVO_OK;

    if (!found && !roster->only) {
        if (err)
            *err = why;
        return status;
    }
    if (!found || !is_taken(roster, *row))
        status = find_taken(roster, text, found && *row < roster->first->n_rows, row, err);
    if (status != SALVO_OK)
        return status;
    *id = id_at(roster, *row);
    return SALVO_OK;
}
