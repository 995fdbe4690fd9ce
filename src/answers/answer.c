/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every format is a choice of parts of a kind: JSON takes its document, CSV its tidy sheet, everything else what people
 * read. */
#include "answers/answer.h"

/* What a document of that format is made of. A spreadsheet has room for more than one table, so a kind may put its tidy
 * sheet beside what people read, or in its place. */
static unsigned parts_of(const answer_kind *kind, salvo_format format)
{
    if (is_for_computing(format))
        return TIDY;
    return format.kind == SALVO_XLSX && kind->spreadsheet ? kind->spreadsheet : READ;
}

/* A page is filled first and written then: what fails while it is filled writes nothing. */
salvo_status answer_write_shown(FILE *out, salvo_format format, const answer_kind *kind, const void *answer,
                                const placed_picture *shown, salvo_error *err)
{
    const unsigned parts = parts_of(kind, format);
    page p;
    salvo_status status;

    if (format.kind == SALVO_JSON && kind->document)
        return document_write(out, kind->document, answer, err);
    if (format.kind == SALVO_JSON && kind->list)
        return list_write(out, kind->list, answer, err);
    page_begin(&p, format);
    if (parts & READ)
        kind->read(&p, answer);
    if (parts & TIDY)
        kind->tidy(&p, answer);
    if (shown && !is_for_computing(format))
        page_picture(&p, shown);
    status = page_write(out, format, &p, err);
    page_free(&p);
    return status;
}

salvo_status answer_write(FILE *out, salvo_format format, const answer_kind *kind, const void *answer, salvo_error *err)
{
    return answer_write_shown(out, format, kind, answer, NULL, err);
}

/* CHART_LINES is what a kind gets that does not choose another. What is asked to be shown may be refused; a chart that
 * only lacks memory says so itself, at the end. */
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
