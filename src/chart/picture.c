/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a picture from gnuplot, corrected: in SVG it gives every document its own name and writes some texts as
 * markup. */
#include "chart/picture.h"

#include <string.h>

#include "base/try.h"
#include "chart/drawing.h"
#include "chart/gnuplot.h"

/* Adds text for an XML document. Characters are written by number, because not all readers of SVG have their names. */
static void put_xml(salvo_text *to, const char *text)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);

    while (at < end) {
        bool can_be;
        size_t bytes = drawn_character(at, end, &can_be);

        if (!can_be)
            salvo_text_put(to, UNDRAWN);
        else if (strchr("<>&", *at))
            salvo_text_add(to, "&#%d;", *at);
        else
            salvo_text_add(to, "%.*s", (int)bytes, at);
        at += bytes;
    }
}

/* gnuplot copies two kinds of text that have a meaning in XML: the end of a section of data, and what looks like the
 * number of a character. Neither occurs in the markup itself, so the whole picture can be corrected without parsing
 * it. */
static void put_mended(salvo_text *to, const char *svg)
{
    /* The text is copied in runs up to the next sign that may need a correction. */
    for (size_t plain; *svg; svg += plain) {
        plain = strcspn(svg + 1, "]&") + 1;
        if (strncmp(svg, "]]>", 3) == 0)
            salvo_text_put(to, "&#93;");
        else if (strncmp(svg, "&#x", 3) == 0)
            salvo_text_put(to, "&amp;");
        else
            salvo_text_add(to, "%c", *svg);
        salvo_text_add(to, "%.*s", (int)plain - 1, svg + 1);
    }
}

/* gnuplot writes its own name as every document's title. */
static void put_with_title(salvo_text *to, const char *svg, const char *title)
{
    static const char THEIRS[] = "<title>Gnuplot</title>";
    const char *at = strstr(svg, THEIRS);

    if (at) {
        salvo_text_add(to, "%.*s<title>", (int)(at - svg), svg);
        put_xml(to, title);
        salvo_text_put(to, "</title>");
        at += sizeof THEIRS - 1;
    }
    put_mended(to, at ? at : svg);
}

/* PNG needs no correction, so its bytes go straight to the caller. */
salvo_status chart_picture(salvo_text *bytes, const chart *c, picture_kind kind, salvo_error *err)
{
    salvo_text script = {0}, drawn = {0};
    salvo_status status;

    TRY(chart_check(c, err));
    chart_script(&script, c, kind);
    status = gnuplot_draw(kind == PICTURE_SVG ? &drawn : bytes, &script, err);
    if (status == SALVO_OK && kind == PICTURE_SVG)
        put_with_title(bytes, salvo_text_of(&drawn), c->title);
    if (status == SALVO_OK && bytes->failed)
        status = salvo_fail_memory(err);
    salvo_text_free(&script);
    salvo_text_free(&drawn);
    return status;
}
