/* What the pictures of several kinds of answers share. */
#include "answers/charts.h"

#include <stdlib.h>
#include <string.h>

#include "answers/odds_report.h"
#include "data/names.h"

const char *question_words(chart *c, const salvo_question *question)
{
    const salvo_schema *schema = question->schema;
    salvo_text text = {0};

    if (schema->n_parameters == 1 && schema->parameters[0].kind == SALVO_TEXT && schema->parameters[0].required)
        return chart_text(c, "%s", question->values[0].text);
    for (size_t i = 0; i < schema->n_parameters; i++)
        put_given(&text, question, i);
    return chart_built(c, &text);
}

/* What is said below a report is said below its picture, in the same words: a page is made of it and taken apart
 * again. */
void caption_answer(chart *c, const salvo_rulebook *book, const salvo_procedure *procedure, const salvo_answer *answer,
                    const char *remark)
{
    page p;

    if (answer->engine_remark)
        chart_caption(c, answer->engine_remark);
    chart_remark(c, remark);
    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    add_method(&p, procedure, answer);
    chart_caption_page(c, &p);
    page_free(&p);
    chart_caption_book(c, book);
}

const char *chart_readable(const salvo_question *q, size_t parameter)
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

/* The unit of the side that the key begins with, "a-"; NULL where the question is no duel or the key no side's. */
static const char *side_name(chart *c, const salvo_question *q, const char *key)
{
    const salvo_duel_adapter *adapter = q->book->ruleset->duel;
    const char *names[2];
    int side = strncmp(key, "a-", 2) == 0 ? 0 : strncmp(key, "b-", 2) == 0 ? 1 : -1;

    if (side < 0 || !adapter || strcmp(adapter->procedure, q->schema->name) != 0)
        return NULL;
    names[0] = chart_readable(q, (size_t)salvo_parameter_find(q->schema, adapter->a));
    names[1] = chart_readable(q, (size_t)salvo_parameter_find(q->schema, adapter->b));
    return strcmp(names[0], names[1]) ? names[side] : chart_text(c, "%s (%c)", names[side], "ab"[side]);
}

/* Keys are words with hyphens between them. */
static const char *spaced(chart *c, const char *key)
{
    char words[SALVO_LABEL_MAX];

    snprintf(words, sizeof words, "%s", key);
    for (char *at = words; *at; at++)
        *at = *at == '-' ? ' ' : *at;
    return chart_text(c, "%s", words);
}

const char *chart_key_words(chart *c, const salvo_question *q, size_t parameter)
{
    const char *key = q->schema->parameters[parameter].key, *name = side_name(c, q, key);

    return name ? chart_text(c, "%s of %s", spaced(c, key + 2), name) : spaced(c, key);
}

const char *chart_value_words(chart *c, const salvo_question *q, size_t parameter)
{
    const salvo_parameter *p = &q->schema->parameters[parameter];
    const salvo_value *v = &q->values[parameter];
    const char *name = side_name(c, q, p->key), *words = spaced(c, name ? p->key + 2 : p->key);

    if (p->phrases && !v->absent)
        return name ? chart_text(c, "%s %s", name, p->phrases[v->integer])
                    : chart_text(c, "%s", p->phrases[v->integer]);
    if (p->kind == SALVO_FLAG)
        words = v->integer ? words : chart_text(c, "not %s", words);
    else
        words = chart_text(c, "%s %s", words, v->absent ? "-" : chart_readable(q, parameter));
    return name ? chart_text(c, "%s: %s", name, words) : words;
}

/* Without --show *picture stays as the caller has set it. */
salvo_status choose_picture(const char *const *names, size_t n_names, const char *const *show, size_t n, int *picture,
                            salvo_error *err)
{
    const int at = n ? salvo_name_among(names, n_names, show[0]) : *picture;

    if (n > 1)
        return salvo_fail(err, SALVO_BAD_INPUT, "a chart shows one thing; give one --show");
    if (at < 0)
        return salvo_names_fail(err, names, n_names, show[0], "--show has no '%s'", show[0]);
    *picture = at;
    return SALVO_OK;
}

/* The greatest first; places decide between equals, since qsort keeps no order. */
static int by_value(const void *a, const void *b)
{
    const rank_entry *p = a, *q = b;

    return p->value != q->value ? (p->value < q->value) - (p->value > q->value)
                                : (p->place > q->place) - (p->place < q->place);
}

void rank_sort(rank_entry *things, size_t n)
{
    qsort(things, n, sizeof *things, by_value);
}
