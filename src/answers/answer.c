/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every format selects parts of a kind: JSON takes its document, CSV its tidy sheet, every other format the sheets for
 * reading. */
#include "answers/answer.h"

/* Returns the parts that a document of this format has. A spreadsheet can have several tables, so a kind may put its
 * tidy sheet beside the sheets for reading, or in their place. */
static unsigned parts_of(const answer_kind *kind, salvo_format format)
{
    if (is_for_computing(format))
        return TIDY;
    return format.kind == SALVO_XLSX && kind->spreadsheet ? kind->spreadsheet : READ;
}

/* A page is filled completely before it is written, so a failure while it is filled writes nothing. */
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
