/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the row that a user means, in steps that get less strict. They are: the exact spelling; without case, spacing
 * and punctuation; a nickname; a part of the name; all of it for the singular of a plural. The first step that finds
 * exactly one row decides; several are ambiguous. The first step has an index, because units are looked up thousands of
 * times. */
#include "data/find.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <salvo/arena.h>
#include <salvo/text.h>

#include "base/lookup.h"
#include "data/names.h"

enum { CANDIDATES_SHOWN = 8 /* in a message */, NICKNAME_MAX = 128 /* in a message */ };

int salvo_store_table_named(const salvo_store *store, const char *name)
{
    return salvo_name_among_at(&store->tables[0].name, sizeof store->tables[0], store->n_tables, name);
}

int salvo_table_column_named(const salvo_table *table, const char *heading)
{
    return salvo_name_among_at(&table->header[0].text, sizeof table->header[0], table->n_columns, heading);
}

/* For a name that several rows share, the index only notes that it is shared. */
struct salvo_name_index {
    salvo_lookup *names; /* each of them once */
    uint32_t *row;       /* by its number: the first row that has it ... */
    bool *is_shared;     /* ... and whether others have it, too */
};

/* A table without names has no index; only its ids are searched. */
salvo_status salvo_table_index_names(salvo_table *table, salvo_arena *memory, salvo_error *err)
{
    int column = salvo_table_column(table, "name");
    struct salvo_name_index *index = column < 0 ? NULL : salvo_arena_array(memory, 1, sizeof *index);
    uint32_t count = 0;

    if (column < 0)
        return SALVO_OK;
    if (index) {
        index->names = salvo_lookup_new(table->n_rows, memory);
        index->row = salvo_arena_array(memory, table->n_rows, sizeof *index->row);
        index->is_shared = salvo_arena_array(memory, table->n_rows, sizeof *index->is_shared);
    }
    if (!index || !index->names || !index->row || !index->is_shared)
        return salvo_fail_memory(err);
    for (size_t row = 0; row < table->n_rows; row++) {
        long twin = salvo_lookup_add(index->names, table->cells[row * table->n_columns + (size_t)column].text);

        if (twin < 0)
            index->row[count++] = (uint32_t)row;
        else
            index->is_shared[twin] = true;
    }
    table->by_name = index;
    return SALVO_OK;
}

/* One table or two, seen as one list of rows. */
typedef struct span {
    const salvo_table *table[2];
    int name[2]; /* the column; 0, the ids, if there is none */
    int nick[2]; /* the column of nicknames; -1 if there is none */
    size_t n;    /* rows of both */
} span;

/* Either table may lack the column of names, or of nicknames; then its ids are its names. */
static span span_of(const salvo_table *table, const salvo_table *more)
{
    span s = {.table = {table, more}};

    for (int i = 0; i < 2 && s.table[i]; i++) {
        int column = salvo_table_column(s.table[i], "name");

        s.name[i] = column < 0 ? 0 : column;
        s.nick[i] = salvo_table_column(s.table[i], SALVO_NICKNAMES);
        s.n += s.table[i]->n_rows;
    }
    return s;
}

/* Returns the number of the table of the row; *row becomes its place there. */
static int table_of(const span *s, size_t *row)
{
    int second = *row >= s->table[0]->n_rows;

    *row -= second ? s->table[0]->n_rows : 0;
    return second;
}

/* Column 0 has the ids. */
static const char *id_of(const span *s, size_t row)
{
    const salvo_table *table = s->table[table_of(s, &row)];

    return table->cells[row * table->n_columns].text;
}

static const char *name_of(const span *s, size_t row)
{
    int in = table_of(s, &row);

    return s->table[in]->cells[row * s->table[in]->n_columns + (size_t)s->name[in]].text;
}

/* They are separated by semicolons; "" for none. */
static const char *nicknames_of(const span *s, size_t row)
{
    int in = table_of(s, &row);

    return s->nick[in] < 0 ? "" : s->table[in]->cells[row * s->table[in]->n_columns + (size_t)s->nick[in]].text;
}

/* Returns the nation's name, its id if the nations table has no name, or NULL. */
static const char *nation_of(const span *s, size_t row)
{
    const salvo_table *table = s->table[table_of(s, &row)];
    const char *id = salvo_table_text(table, row, "nation"), *name = NULL;
    long nation = id && table->nations ? salvo_table_row(table->nations, id, strlen(id)) : -1;

    if (nation >= 0)
        name = salvo_table_text(table->nations, (size_t)nation, "name");
    return name && *name ? name : id && *id ? id : NULL;
}

/* One of the steps: whether a typed name is similar to a real one. */
typedef bool likeness(const salvo_typed_name *typed, const char *real);

static bool is_spelled(const salvo_typed_name *typed, const char *real)
{
    return strcasecmp(real, typed->text) == 0;
}

/* `real` is several names. */
static bool is_nickname(const salvo_typed_name *typed, const char *real)
{
    char name[NICKNAME_MAX];

    for (size_t length = 0; *real; real += length + (real[length] == ';')) {
        length = strcspn(real, ";");
        snprintf(name, sizeof name, "%.*s", (int)length, real);
        if (salvo_typed_matches(typed, name))
            return true;
    }
    return false;
}

/* The id, the name or a nickname of a row identifies it. */
static bool is_like(const span *s, size_t row, likeness *like, const salvo_typed_name *typed)
{
    if (like == is_nickname)
        return is_nickname(typed, nicknames_of(s, row));
    return like(typed, id_of(s, row)) || like(typed, name_of(s, row));
}

/* Counts the rows whose id or name is similar to the typed one; *row becomes the first of them. All are counted,
 * because the message has their number. */
static size_t count_like(const span *s, likeness *like, const salvo_typed_name *typed, size_t *row)
{
    size_t found = 0;

    for (size_t i = 0; i < s->n; i++)
        if (is_like(s, i, like, typed) && found++ == 0)
            *row = i;
    return found;
}

/* Proposes names near the typed one, and ids if it looks like an id; otherwise the command that lists them all, because
 * a name that has nothing in common with it would be a wild guess. */
static salvo_status unknown(const span *s, const char *noun, const char *text, salvo_error *err)
{
    const char **names = calloc(2 * s->n + 1, sizeof *names);
    size_t n = 0;
    salvo_status status;

    if (!names)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->n; i++)
        names[n++] = name_of(s, i);
    for (size_t i = 0; i < s->n && strpbrk(text, "-_"); i++) /* ids are only proposed if the text looks like one */
        if (strcmp(name_of(s, i), id_of(s, i)) != 0)
            names[n++] = id_of(s, i);
    if (s->table[0]->book && n > SALVO_NAMES_LISTED && !salvo_names_near(names, n, text))
        status = salvo_fail(err, SALVO_BAD_INPUT, "there is no %s '%s'; salvo list %s -r %s lists them", noun, text,
                            s->table[0]->name, s->table[0]->book);
    else
        status = salvo_names_fail(err, names, n, text, "unknown %s '%s'", noun, text);
    free(names);
    return status;
}

/* Lists the candidates with their ids and nations, which distinguish them. Only the first few are listed, because a
 * part such as "tank" fits half of a list. */
static salvo_status ambiguous(const span *s, likeness *like, const char *noun, const salvo_typed_name *typed,
                              size_t found, salvo_error *err)
{
    salvo_text list = {0};
    size_t shown = 0;
    salvo_status status;

    for (size_t i = 0; i < s->n && shown < CANDIDATES_SHOWN; i++) {
        const char *nation = nation_of(s, i);

        if (!is_like(s, i, like, typed))
            continue;
        salvo_text_add(&list, "%s%s", shown++ ? ", " : "", name_of(s, i));
        salvo_text_add(&list, nation ? " (%s, %s)" : " (%s)", id_of(s, i), nation);
    }
    if (found > shown)
        salvo_text_add(&list, " and %zu more", found - shown);
    status = salvo_fail(err, SALVO_BAD_INPUT, "%s '%s' could be any of %zu: %s", noun, typed->text, found,
                        salvo_text_of(&list));
    salvo_text_free(&list);
    return status;
}

/* Finds the only row whose id or name has this spelling, by the indexes. Returns false if they cannot decide (no index,
 * none, several). */
static bool find_spelled(const span *s, const char *text, size_t *row)
{
    size_t first = 0, found = 0;

    for (int i = 0; i < 2 && s->table[i]; first += s->table[i++]->n_rows) {
        const salvo_table *table = s->table[i];
        const struct salvo_name_index *index = table->by_name;
        long id = table->by_id ? salvo_lookup_like(table->by_id, text) : -1;
        long name = index ? salvo_lookup_like(index->names, text) : -1;

        /* The slow search decides if names have no index, or the name is shared. */
        if (!table->by_id || (!index && s->name[i] > 0) || (name >= 0 && index->is_shared[name]))
            return false;
        name = name < 0 ? -1 : (long)index->row[name];
        if (id >= 0)
            *row = first + (size_t)id;
        else if (name >= 0)
            *row = first + (size_t)name;
        found += (id >= 0) + (name >= 0 && name != id); /* a row whose id and name are both spelled so counts once */
    }
    return found == 1;
}

/* Returns how many rows the first successful step finds. One is in *row; several are listed in the error. */
static size_t find_like(const span *s, const char *noun, const char *text, size_t *row, salvo_error *err)
{
    static likeness *const LIKE[] = {is_spelled, salvo_typed_matches, is_nickname, salvo_typed_is_part};
    salvo_typed_name typed;
    size_t found = 0;

    salvo_name_type(&typed, text);
    for (size_t i = 0; i < sizeof LIKE / sizeof *LIKE && !found; i++) {
        found = count_like(s, LIKE[i], &typed, row);
        if (found > 1)
            ambiguous(s, LIKE[i], noun, &typed, found, err);
    }
    return found;
}

/* If a step finds several, later ones are not tried, because they find at least as many. */
salvo_status salvo_tables_find(const salvo_table *table, const salvo_table *more, const char *noun, const char *text,
                               size_t *row, salvo_error *err)
{
    const span s = span_of(table, more);
    char singular[SALVO_NAME_KEY_MAX];
    size_t found;

    if (find_spelled(&s, text, row))
        return SALVO_OK;
    found = find_like(&s, noun, text, row, err);
    if (!found && salvo_name_singular(singular, sizeof singular, text))
        found = find_like(&s, noun, singular, row, err);
    return found == 1 ? SALVO_OK : found ? SALVO_BAD_INPUT : unknown(&s, noun, text, err);
}

salvo_status salvo_table_find(const salvo_table *table, const char *noun, const char *text, size_t *row,
                              salvo_error *err)
{
    return salvo_tables_find(table, NULL, noun, text, row, err);
}
