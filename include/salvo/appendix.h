/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An appendix: the tables of a rulebook's back pages, made from a list (YAML) that an editor can change. */
#ifndef SALVO_APPENDIX_H
#define SALVO_APPENDIX_H

#include <salvo/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { SALVO_APPENDIX_COLUMNS_MAX = 60 }; /* of one table */

/* A value as a user writes it, and as it is printed: "cannon-b", "Class B Cannon". */
typedef struct salvo_appendix_value {
    const char *text, *name;
} salvo_appendix_value;

/* One number of a grid. */
typedef struct salvo_appendix_cell {
    bool present; /* false: the rules refuse this combination, or the mean does not exist */
    bool mean;    /* of an expectation: the figure has no count */
    bool exact, simulated;
    uint64_t trials;
    salvo_figure figure; /* without a fraction if it is a sum of outcomes */
} salvo_appendix_cell;

typedef struct salvo_appendix_column {
    salvo_appendix_value value; /* of the swept parameter; or the quantity's name, twice */
    bool probability;           /* or a mean that is a chance; otherwise any number */
} salvo_appendix_column;

/* A procedure over one parameter or two. With two, the cells are one quantity; with one, each column is a quantity of
 * its own. */
typedef struct salvo_appendix_grid {
    const char *title;     /* distinguishes it from the entry's other grids; "" if it is the only one */
    const char *table_key; /* the parameter that has one value for the whole grid; NULL: none */
    salvo_appendix_value table;
    const char *row_key;    /* what the rows are: a parameter, or "duel" */
    const char *column_key; /* NULL: columns are quantities */
    const char *quantity;   /* NULL: see the columns */
    const char *remark;     /* the remark on the numbers, which every report must show; NULL: none */
    bool numeric_rows;
    salvo_appendix_value *rows;
    size_t n_rows;
    salvo_appendix_column *columns;
    size_t n_columns;
    salvo_appendix_cell *cells; /* row by row */
} salvo_appendix_grid;

/* Texts in rows and columns: record cards, or a table of the data. */
typedef struct salvo_appendix_list {
    const char *title; /* as above */
    const char **headings;
    size_t n_columns, n_rows;
    const char **cells; /* row by row */
} salvo_appendix_list;

/* The editor's words: "range" becomes "Entfernung". */
typedef struct salvo_appendix_word {
    const char *original, *translation; /* original is NULL at the end of the array */
} salvo_appendix_word;

/* Either grids or lists. */
typedef struct salvo_appendix_entry {
    const char *name; /* small letters, digits, hyphens; each once */
    const char *title;
    const char *text;                 /* a paragraph, or NULL */
    const char *caption;              /* a paragraph below the tables, or NULL */
    const salvo_appendix_word *words; /* the appendix' ... */
    bool decimal_comma, by_names;     /* ... and so are these */
    bool drawn;                       /* a picture stands below each grid */
    int digits;                       /* decimal places; -1: as many as a number supports */
    salvo_appendix_grid *grids;
    size_t n_grids;
    salvo_appendix_list *lists;
    size_t n_lists;
} salvo_appendix_entry;

typedef struct salvo_appendix {
    const salvo_rulebook *book; /* borrowed */
    const char *title, *text;   /* text may be NULL */
    const salvo_appendix_word *words;
    const char *language; /* of the words, as in HTML: "de"; NULL: English */
    bool decimal_comma;   /* print numbers with a decimal comma, where people read them */
    bool untitled;        /* the title is printed without the rulebook's before it */
    bool page_each;       /* every entry begins a page, in formats that have pages */
    bool by_names;        /* CSV has names in place of ids */
    salvo_appendix_entry *entries;
    size_t n_entries;
    bool interrupted; /* the progress callback stopped it: the contents must not be used */
    salvo_arena *memory;
} salvo_appendix;

/* Reads the list at `path` and answers it; without a path, appendix.yaml in the book's folder. SALVO_IO for a file
 * that cannot be read. SALVO_BAD_INPUT, with line and column, for an error in it: a word, a value or a cell that the
 * procedure does not have, and a cell that is impossible in every combination of its entry. A combination that the
 * rules refuse is an empty cell; a table of only empty cells is an error. On failure, *appendix is zeroed and owns
 * nothing. */
salvo_status salvo_appendix_make(salvo_appendix *appendix, const salvo_rulebook *book, const char *path,
                                 const salvo_approach *approach, salvo_error *err);
void salvo_appendix_free(salvo_appendix *appendix);

/* Checks the list: fails as salvo_appendix_make would, without answering it. */
salvo_status salvo_appendix_check(const salvo_rulebook *book, const char *path, salvo_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
