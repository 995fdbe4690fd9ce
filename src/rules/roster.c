#include "rules/roster.h"

#include <string.h>

#include "data/names.h"
#include "data/records.h"

enum { ID, NAME, NATION, N_COLUMNS };

/* "weapons" are things called "weapon". */
static const char *noun_of(const char *table, salvo_arena *memory)
{
    size_t length = strlen(table);

    return salvo_arena_slice(memory, table, length - (length > 0 && table[length - 1] == 's'));
}

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

static salvo_status gather(salvo_roster *roster, const salvo_table *first, const salvo_table *second, const char *only,
                           salvo_arena *memory, salvo_error *err)
{
    static const salvo_cell HEADER[N_COLUMNS] = {
        [ID] = {.text = "id"}, [NAME] = {.text = "name"}, [NATION] = {.text = "nation"}};
    size_t n = first->n_rows + (second ? second->n_rows : 0);
    salvo_table *table = salvo_arena_array(memory, 1, sizeof *table);
    salvo_cell *cells = salvo_arena_array(memory, n * N_COLUMNS, sizeof *cells);
    size_t *rows = salvo_arena_array(memory, n, sizeof *rows);

    roster->ids = salvo_arena_array(memory, n, sizeof *roster->ids);
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
    roster->whole = only ? first : NULL;
    return SALVO_OK;
}

static salvo_status name_it(salvo_roster *roster, const char *table, const char *more, const char *only,
                            salvo_arena *memory, salvo_error *err)
{
    const char *noun = noun_of(table, memory);

    roster->noun = noun && more   ? salvo_arena_printf(memory, "%s or %s", noun, noun_of(more, memory))
                   : noun && only ? salvo_arena_printf(memory, "%s %s", only, noun)
                                  : noun;
    return roster->noun ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status salvo_roster_make(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err)
{
    const salvo_table *first, *second = NULL;
    salvo_status status = salvo_records_table(store, table, &first, err);

    if (status == SALVO_OK && more)
        status = salvo_records_table(store, more, &second, err);
    if (status != SALVO_OK)
        return status;
    *roster = (salvo_roster){.table = first};
    if (more || only)
        status = gather(roster, first, second, only, memory, err);
    return status == SALVO_OK ? name_it(roster, table, more, only, memory, err) : status;
}

static bool names_row(const salvo_table *table, size_t row, const char *text)
{
    const salvo_cell *cells = &table->cells[row * N_COLUMNS];

    return salvo_name_matches(cells[ID].text, text) || salvo_name_matches(cells[NAME].text, text);
}

/* Whether `text` means a row of the whole table that is not taken, and is no taken one's whole name. */
static bool means_another(const salvo_roster *roster, const char *text)
{
    size_t meant;

    for (size_t i = 0; roster->whole && i < roster->table->n_rows; i++)
        if (names_row(roster->table, i, text))
            return false;
    if (!roster->whole || salvo_table_find(roster->whole, roster->noun, text, &meant, NULL) != SALVO_OK)
        return false;
    for (size_t i = 0; i < roster->table->n_rows; i++)
        if (roster->row[i] == meant)
            return false;
    return true;
}

salvo_status salvo_roster_find(const salvo_roster *roster, const char *text, size_t *row, const char **id,
                               salvo_error *err)
{
    size_t at;
    salvo_status status;

    if (means_another(roster, text))
        return salvo_names_fail(err, roster->ids, roster->table->n_rows, text, "'%s' is no %s", text, roster->noun);
    status = salvo_table_find(roster->table, roster->noun, text, &at, err);
    if (status != SALVO_OK)
        return status;
    *row = roster->row ? roster->row[at] : at;
    *id = roster->table->cells[at * roster->table->n_columns].text;
    return SALVO_OK;
}
