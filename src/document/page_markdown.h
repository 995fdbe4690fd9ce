/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in Markdown that is written without a page. */
#ifndef SALVO_DOCUMENT_PAGE_MARKDOWN_H
#define SALVO_DOCUMENT_PAGE_MARKDOWN_H

#include <stdio.h>

/* The text as Markdown shows it, within a line of a paragraph or the cell of a table: nothing of it is markup. */
void page_markdown_text(FILE *out, const char *text);

#endif
