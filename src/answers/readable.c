#include "answers/readable.h"

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
