/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of an HTML document that combines several pages. */
#ifndef SALVO_DOCUMENT_PAGE_HTML_H
#define SALVO_DOCUMENT_PAGE_HTML_H

#include "document/page.h"

/* Write everything before the first heading, with the style of every page; everything after the last paragraph. */
void page_html_begin(FILE *out, const char *title, const char *language);
void page_html_end(FILE *out);

/* Writes text without any markup. */
void page_html_text(FILE *out, const char *text);

/* Writes the picture within the page: an SVG. */
void page_html_picture(FILE *out, const placed_picture *shown);

#endif
