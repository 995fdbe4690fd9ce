/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of an appendix, as its author wrote it. */
#ifndef SALVO_APPENDIX_DOCUMENT_H
#define SALVO_APPENDIX_DOCUMENT_H

#include <stdbool.h>

#include <salvo/arena.h>
#include <salvo/error.h>

#include "data/yaml.h"

typedef enum {
    APPENDIX_TABLE, /* a procedure over one parameter or two */
    APPENDIX_DUELS, /* the ruleset's duel, for named pairs */
    APPENDIX_CARDS, /* record cards, a row each */
    APPENDIX_DATA,  /* a table of the rulebook's own */
    APPENDIX_N_KINDS,
} appendix_kind;

typedef struct appendix_wish {
    char *name, *title, *text, *kind, *procedure, *tables, *rows, *columns, *table, *by_nation, *digits, *caption,
        *dash, *chart;
    char **words, **cells, **pairs, **units, **fields;
    unsigned words_count, cells_count, pairs_count, units_count, fields_count;
} appendix_wish;

typedef struct appendix_document {
    char *title, *text, *prefix, *page_each, *names;
    char **words;
    appendix_wish *entries;
    unsigned entries_count, words_count;
} appendix_document;

/* Reads the file into an appendix_document, in the arena. Every entry has what its kind needs, and nothing else. */
salvo_status appendix_document_read(salvo_yaml *list, const char *path, salvo_arena *memory, salvo_error *err);

appendix_kind appendix_wish_kind(const appendix_wish *wish);

/* Adds a place to an error that has none: that of the entry's key, of one item of the key's list (item below 0: the
 * key's value), or of the entry (key NULL). Errors that are not the author's fault stay unchanged. Returns `status`. */
salvo_status appendix_blame(const salvo_yaml *source, size_t entry, const char *key, int item, salvo_status status,
                            salvo_error *err);

#endif
