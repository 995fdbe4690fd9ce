/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/salvos_columns.h"

#include <string.h>

typedef struct marking {
    const salvo_store *store;
    bool **is_read; /* by table and column */
} marking;

/* Marks a column of the table; a NULL is no column. */
static void mark(const marking *m, const char *table, const char *column)
{
    for (size_t t = 0; t < m->store->n_tables && table && column; t++) {
        const int at =
            strcmp(m->store->tables[t].name, table) == 0 ? salvo_table_column(&m->store->tables[t], column) : -1;

        if (at >= 0)
            m->is_read[t][at] = true;
    }
}

/* The default is the cell "modifiers.fort.modifier". Names of rows and columns may have no dots. */
static void mark_cell(const marking *m, const char *cell)
{
    const char *column = strrchr(cell, '.');

    for (size_t t = 0; t < m->store->n_tables; t++) {
        const size_t length = strlen(m->store->tables[t].name);

        if (strncmp(cell, m->store->tables[t].name, length) == 0 && cell[length] == '.')
            mark(m, m->store->tables[t].name, column + 1);
    }
}

/* The default is the cell "a.weapon" of the row that the parameter `a` names. */
static void mark_row(const marking *m, const salvo_schema *schema, const char *cell)
{
    const char *column = strchr(cell, '.');

    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_parameter *p = &schema->parameters[i];

        if (strlen(p->key) != (size_t)(column - cell) || strncmp(p->key, cell, (size_t)(column - cell)) != 0)
            continue;
        mark(m, p->table, column + 1);
        mark(m, p->more_table, column + 1);
    }
}

static void mark_schema(const marking *m, const salvo_schema *schema)
{
    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_parameter *p = &schema->parameters[i];

        mark(m, p->table, p->among);
        mark(m, p->more_table, p->among);
        if (p->fallback_cell)
            mark_cell(m, p->fallback_cell);
        if (p->fallback_row)
            mark_row(m, schema, p->fallback_row);
    }
}

const bool *const *salvos_columns(lua_State *L, const reader *r)
{
    const script *s = r->script;
    const marking m = {r->store, kind_array(L, r->memory, r->store->n_tables, sizeof *m.is_read)};

    for (size_t t = 0; t < r->store->n_tables; t++)
        m.is_read[t] = kind_array(L, r->memory, r->store->tables[t].n_columns, sizeof **m.is_read);
    for (size_t i = 0; i < s->n_subjects; i++)
        mark_schema(&m, &s->subjects[i]->procedure.schema);
    if (s->battle) {
        mark_schema(&m, &s->battle->element.procedure.schema);
        mark_schema(&m, &s->battle->field.procedure.schema);
    }
    return (const bool *const *)m.is_read;
}
