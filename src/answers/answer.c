/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every format selects parts of a kind: JSON takes its document, CSV its tidy sheet, every other format the sheets for
 * reading. */
#include "answers/answer.h"

#include "base/try.h"

/* Returns the parts that a document of this format has. A spreadsheet can have several tables, so a kind may put its
 * tidy sheet beside the sheets for reading, or in their place. */
static unsigned parts_of(const answer_kind *kind, salvo_format format)
{
    if (is_for_computing(format))
        return TIDY;
    return format.kind == SALVO_XLSX && kind->spreadsheet ? kind->spreadsheet : READ;
}

/* An answer with its addition. */
typedef struct added_answer {
    const answer_kind *kind;
    const void *answer;
    const answer_addition *with;
} added_answer;

static void describe_rule(record *to, const void *of, size_t i)
{
    const answer_addition *with = of;
    const field fields[] = {{NULL, as_text(with->rules[i])}};

    PUT_FIELDS(to, fields);
}

static void describe_added(record *to, const void *of)
{
    const added_answer *a = of;
    const field fields[] = {
        {"changed_rules", if_there(a->with->n_rules, as_list(describe_rule, a->with, a->with->n_rules))},
    };

    a->kind->document(to, a->answer);
    PUT_FIELDS(to, fields);
}

/* People read a list at the end; programs find a column. */
static void add_rules(page *p, salvo_format format, const answer_addition *with)
{
    const bool computes = is_for_computing(format);
    salvo_text text = {0};

    if (with->n_rules == 0)
        return;
    if (!computes)
        salvo_text_add(&text, "Changed rules:");
    for (size_t i = 0; i < with->n_rules; i++)
        salvo_text_add(&text, "%s%s", !computes ? "\n- " : i ? "; " : "", with->rules[i]);
    if (computes) {
        page_column(p, "changed_rules", page_words(p, &text));
        salvo_text_free(&text);
    } else {
        page_text(p, &text);
    }
}

static salvo_status fill(page *p, const answer_kind *kind, const void *answer, unsigned parts,
                         const answer_addition *with, salvo_error *err)
{
    const bool computes = is_for_computing(p->format);

    if (parts & READ)
        kind->read(p, answer);
    if (parts & TIDY)
        kind->tidy(p, answer);
    if (with->n_columns && !computes)
        TRY(page_choose_columns(p, with->columns, with->n_columns, err));
    add_rules(p, p->format, with);
    if (with->shown && !computes)
        page_picture(p, with->shown);
    if (with->plot && !computes)
        page_code(p, with->plot);
    return p->failed ? salvo_fail_memory(err) : SALVO_OK;
}

/* A page is filled completely before it is written, so a failure while it is filled writes nothing. */
salvo_status answer_write_with(FILE *out, salvo_format format, const answer_kind *kind, const void *answer,
                               const answer_addition *with, salvo_error *err)
{
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON && kind->document)
        return document_write(out, describe_added, &(added_answer){kind, answer, with}, err);
    if (format.kind == SALVO_JSON && kind->list)
        return list_write(out, kind->list, answer, err);
    page_begin(&p, format);
    status = fill(&p, kind, answer, parts_of(kind, format), with, err);
    if (status == SALVO_OK)
        status = page_write(out, format, &p, err);
    page_free(&p);
    return status;
}

salvo_status answer_write(FILE *out, salvo_format format, const answer_kind *kind, const void *answer, salvo_error *err)
{
    return answer_write_with(out, format, kind, answer, &(answer_addition){.n_rules = 0}, err);
}

salvo_status answer_keep(kept_answer *kept, salvo_format format, const answer_kind *kind, const void *answer,
                         const answer_addition *with, salvo_error *err)
{
    page_begin(&kept->page, format);
    TRY(fill(&kept->page, kind, answer, READ, with, err));
    page_prepare(&kept->page, format);
    if (kind->document)
        kept->document = document_json(describe_added, &(added_answer){kind, answer, with});
    return kept->page.failed || (kind->document && !kept->document) ? salvo_fail_memory(err) : SALVO_OK;
}

void kept_answer_free(kept_answer *kept)
{
    page_free(&kept->page);
    json_decref(kept->document);
    *kept = (kept_answer){.document = NULL};
}

/* CHART_LINES is the default of a kind. A quantity that the user asks for may be refused. A chart without memory
 * reports that at the end. */
salvo_status answer_draw(chart *c, const answer_kind *kind, const void *answer, const char *const *show, size_t n,
                         salvo_error *err)
{
    salvo_status status = chart_init(c, CHART_LINES, err);

    if (status == SALVO_OK && kind->draw)
        kind->draw(c, answer);
    if (status == SALVO_OK && kind->draw_shown)
        status = kind->draw_shown(c, answer, show, n, err);
    return status == SALVO_OK ? chart_check(c, err) : status;
}
