/* What the pictures of several kinds of answers share. */
#include "answers/charts.h"

#include <stdlib.h>

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
