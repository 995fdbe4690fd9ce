/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/readable.h"

#include <string.h>

const char *readable_value(const salvo_question *q, size_t parameter)
{
    const salvo_parameter *p = &q->schema->parameters[parameter];
    const salvo_value *v = &q->values[parameter];
    const salvo_table *table = p->kind == SALVO_NAME ? salvo_store_table(&q->book->store, p->table) : NULL;
    size_t row = (size_t)v->integer;
    const char *name = NULL;

    if (table && p->more_table && row >= table->n_rows) {
        row -= table->n_rows;
        table = salvo_store_table(&q->book->store, p->more_table);
    }
    if (table && !v->absent && row < table->n_rows)
        name = salvo_table_text(table, row, "name");
    return name && *name ? name : v->text;
}

bool question_sides(const salvo_question *q, int at[3])
{
    const salvo_duel_adapter *adapter = q->book ? q->book->ruleset->duel : NULL;
    const bool duel = adapter && strcmp(adapter->procedure, q->schema->name) == 0;

    at[0] = salvo_parameter_find(q->schema, duel ? adapter->a : "a");
    at[1] = salvo_parameter_find(q->schema, duel ? adapter->b : "b");
    at[2] = salvo_parameter_find(q->schema, duel ? adapter->range : "range");
    return at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && !q->values[at[0]].absent && !q->values[at[1]].absent &&
           (duel || q->schema->parameters[at[0]].kind == SALVO_TEXT);
}
