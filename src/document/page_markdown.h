/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown text outside a page. */
#ifndef SALVO_DOCUMENT_PAGE_MARKDOWN_H
#define SALVO_DOCUMENT_PAGE_MARKDOWN_H

#include <stdio.h>

/* Writes the text for a line of a paragraph or the cell of a table, with nothing in it that is markup. */
void page_markdown_text(FILE *out, const char *text);

#endif
