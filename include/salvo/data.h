/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ruleset's data directory: ruleset.yaml and the CSV tables that it names, as text with positions.
 *
 * The store is loaded whole or not at all. It keeps every cell as the text that the author wrote, with its file, line
 * and column, so that an error about a number can name its place. Everything in a store belongs to it and lives until
 * salvo_store_free. The struct may be moved. Only salvo_store_set changes its contents; meanwhile no other thread may
 * read the store, or a variant of it. */
#ifndef SALVO_DATA_H
#define SALVO_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <salvo/arena.h>
#include <salvo/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct salvo_lookup;
struct salvo_name_index;

typedef struct salvo_cell {
    const char *text;   /* never NULL; surrounding blanks removed */
    const char *origin; /* the file, or "--set" if a setting replaced the cell */
    int line, column;   /* 1-based; 0 for a setting */
} salvo_cell;

typedef struct salvo_table {
    const char *name;    /* the name in `--set` and in parameters: "weapons" */
    const char *path;    /* the file that it was read from */
    const char *title;   /* one line, from ruleset.yaml */
    const char *section; /* of the rulebook */
    const char *book;    /* the id of the table's ruleset */
    size_t n_columns, n_rows;
    const salvo_cell *header;               /* n_columns; header[0] is "id" */
    salvo_cell *cells;                      /* n_rows x n_columns, row by row; column 0 holds the ids, each once */
    const struct salvo_table *nations;      /* the table of a column "nation"; NULL if the ruleset has none */
    const struct salvo_lookup *by_id;       /* finds rows by their ids; NULL: rows are searched one by one */
    const struct salvo_name_index *by_name; /* the same for names */
} salvo_table;

/* A file of rules in the rulebook's folder. */
typedef struct salvo_rules_file {
    const char *name; /* in the folder: "air.lua" */
    const char *path, *text;
    size_t length;
} salvo_rules_file;

typedef struct salvo_store {
    const char *directory;
    const char *id, *title, *edition, *distance_unit, *summary; /* from ruleset.yaml */
    double unit_in_mm;                   /* the length on the table of a distance unit on the ground; 0: not told */
    const char *rules;                   /* the path of the file with the rules; NULL: not found yet */
    salvo_rules_file *rules_files;       /* that file, those that it may require, and house rules ... */
    size_t n_rules_files, n_house_rules; /* ... which are the last of them */
    bool has_salvos_rules;               /* those files are in a folder of salvo's own ... */
    bool has_taken_rules;                /* ... which is another one: these are tables alone */
    const char *rules_of; /* the ruleset of salvo whose rules these tables are for; NULL: the one with their id */
    const char *const *authors;
    size_t n_authors;
    const char *const *conventions; /* what a reader of the answers should know, in sentences */
    size_t n_conventions;
    salvo_table *tables;
    size_t n_tables;
    salvo_arena *memory;
    size_t n_changes;          /* how many changes lie between it and a store that was read ... */
    struct salvo_change *last; /* ... and the last of them; NULL: none */
} salvo_store;

/* Reads `directory`. On failure, *store is zeroed and owns nothing. SALVO_IO for a missing or unreadable file,
 * SALVO_BAD_INPUT for an error inside one. */
salvo_status salvo_store_load(salvo_store *store, const char *directory, salvo_error *err);
void salvo_store_free(salvo_store *store); /* a zeroed store may be freed */

/* Reads the files of rules that the ruleset.yaml of another folder names, for tables without rules of their own. On
 * failure the store is as before. */
salvo_status salvo_store_take_rules(salvo_store *store, const char *directory, salvo_error *err);

/* Adds a file of house rules, which replaces functions of the rules, after the files of rules. Reads it. */
salvo_status salvo_store_add_house_rules(salvo_store *store, const char *path, salvo_error *err);

/* Replaces one cell: "weapons.cannon-b.damage=36". Names are matched as by salvo_name_matches; the id column cannot be
 * set. */
salvo_status salvo_store_set(salvo_store *store, const char *setting, salvo_error *err);

/* A cell of a store, and the text that replaces it. */
typedef struct salvo_change {
    size_t table, row, column; /* not column 0, the ids */
    const char *text;
} salvo_change;

/* Makes a second store with the change. The rest of it, and the text, belong to the first, which must outlive it. On
 * failure, *variant is zeroed. */
salvo_status salvo_store_vary(salvo_store *variant, const salvo_store *store, const salvo_change *change,
                              salvo_error *err);

/* The hash of every cell and heading, after settings, and of the rules: equal data have equal hashes. It takes about as
 * long as reading all cells as numbers. */
uint64_t salvo_store_hash(const salvo_store *store);

/* The table of that exact name, or NULL. */
const salvo_table *salvo_store_table(const salvo_store *store, const char *name);

/* The column of that exact heading, or -1. */
int salvo_table_column(const salvo_table *table, const char *heading);

/* The text at (row, heading), or NULL if the table has no such column. */
const char *salvo_table_text(const salvo_table *table, size_t row, const char *heading);

/* The row with exactly that id, of `length` bytes, or -1. */
long salvo_table_row(const salvo_table *table, const char *id, size_t length);

/* Returns the text of the cell "table.row.column", whose names are exact; NULL: there is none. */
const char *salvo_store_text(const salvo_store *store, const char *cell);

/* Finds the row that a user means by `text`: by id or by name (columns "id" and "name"), ignoring case, spacing and
 * punctuation, with Roman numerals equal to Arabic ones; then by whole words of the name, if only one row has them.
 * For an unknown name, the error proposes the nearest ones; for an ambiguous one, it lists the candidates and their
 * nations. `noun` is the word of the message: "unit". */
salvo_status salvo_table_find(const salvo_table *table, const char *noun, const char *text, size_t *row,
                              salvo_error *err);

/* Whether two names are the same to a user, as "Tiger 1", "tiger i" and "TIGER-I" are. */
int salvo_name_matches(const char *a, const char *b);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
