/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of tables and paths of files are told apart by the list of names alone, as users' words are parsed. */
#include "rules/lua/records.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "data/lines.h"
#include "data/names.h"

static size_t count_choices(const char *const *choices)
{
    size_t n = 0;

    while (choices[n])
        n++;
    return n;
}

int records_place(const char *const *names, const char *text)
{
    return salvo_name_among(names, count_choices(names), text);
}

bool records_is_file(const salvo_parameter *p, const salvo_value *value)
{
    return p->kind == SALVO_TEXT && p->choices && value && !value->absent && records_place(p->choices, value->text) < 0;
}

/* A file that cannot be opened may be a mistyped name, so the message has both. */
static salvo_status fail_path(const salvo_parameter *p, const char *path, const salvo_error *why, salvo_error *err)
{
    salvo_text names = {0};

    for (const char *const *choice = p->choices; *choice; choice++)
        salvo_text_add(&names, "%s%s", choice == p->choices ? "" : ", ", *choice);
    salvo_fail_at(err, SALVO_IO, path, 0, 0, "%s; %s must be %s or the path of a file", why->text, p->key,
                  salvo_text_of(&names));
    salvo_text_free(&names);
    return SALVO_IO;
}

static uint64_t hash_of(const salvo_table *table)
{
    uint64_t hash = SALVO_HASH;

    for (size_t i = 0; i < table->n_rows * table->n_columns; i++)
        hash = salvo_hash(hash, table->cells[i].text, strlen(table->cells[i].text) + 1);
    return hash;
}

salvo_status records_add_key(const salvo_parameter *p, const salvo_value *value, salvo_text *key, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_table table = {0};
    salvo_error why;
    salvo_status status = memory ? salvo_lines_read(&table, value->text, memory, &why) : salvo_fail_memory(&why);

    if (status == SALVO_OK)
        salvo_text_add(key, "%llx\x1f", (unsigned long long)hash_of(&table));
    else if (status == SALVO_IO)
        fail_path(p, value->text, &why, err);
    else if (err)
        *err = why;
    salvo_arena_free(memory);
    return status;
}

const salvo_table *records_read(const char *path, salvo_arena *memory, uint64_t *hash)
{
    salvo_table *file = salvo_arena_array(memory, 1, sizeof *file);
    const char *kept = salvo_arena_text(memory, path);

    if (!file || !kept || salvo_lines_read(file, kept, memory, NULL) != SALVO_OK)
        return NULL;
    *hash = hash_of(file);
    return file;
}

/* A user's own file may have any name, so the headings decide. */
bool records_is_table(const salvo_table *table)
{
    return table->n_columns > SALVO_LINES_FIRST && strcmp(table->header[SALVO_LINES_KIND].text, "kind") == 0 &&
           strcmp(table->header[SALVO_LINES_FIRST].text, "0") == 0;
}

size_t records_column(const salvo_table *table, size_t i)
{
    const size_t column = SALVO_LINES_FIRST + i;

    return column < table->n_columns ? column : table->n_columns - 1;
}
