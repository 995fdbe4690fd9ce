/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writers of a page, one for each format; page_write calls them. */
#ifndef SALVO_DOCUMENT_PAGE_WRITERS_H
#define SALVO_DOCUMENT_PAGE_WRITERS_H

#include "document/page.h"

/* Writes the first sheet. */
salvo_status page_write_csv(FILE *out, const page *p, salvo_error *err);
salvo_status page_write_json(FILE *out, const page *p, salvo_error *err);

/* Write everything. */
salvo_status page_write_table(FILE *out, const page *p, salvo_error *err);
salvo_status page_write_markdown(FILE *out, const page *p, salvo_error *err);
salvo_status page_write_latex(FILE *out, const page *p, salvo_error *err);
salvo_status page_write_html(FILE *out, const page *p, salvo_error *err);
salvo_status page_write_xlsx(FILE *out, const page *p, salvo_error *err);

/* Returns the first sheet of a page that has one. */
const sheet *page_first_sheet(const page *p);

/* Returns whether a table of contents precedes the first section: the document begins with a title and has sections
 * (headings of level 2). */
bool page_has_contents(const page *p);

/* Returns the text of the first heading; "salvo" without one. */
const char *page_title(const page *p);

#endif
