#include "report/chart_picture.h"

#include <string.h>

#include "report/gnuplot.h"

/* As text of an XML document. */
static void put_xml(salvo_text *to, const char *text)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);

    while (at < end) {
        size_t bytes = salvo_character(at, end);

        if (bytes == 0 || *at < ' ')
            salvo_text_put(to, "?");
        else if (strchr("<>&", *at))
            salvo_text_add(to, "&#%d;", *at);
        else
            salvo_text_add(to, "%.*s", (int)bytes, at);
        at += bytes ? bytes : 1;
    }
}

/* gnuplot gives every document its own name for a title. */
static void put_with_title(salvo_text *to, const char *svg, const char *title)
{
    static const char THEIRS[] = "<title>Gnuplot</title>";
    const char *at = strstr(svg, THEIRS);

    if (!at) {
        salvo_text_put(to, svg);
        return;
    }
    salvo_text_add(to, "%.*s<title>", (int)(at - svg), svg);
    put_xml(to, title);
    salvo_text_put(to, "</title>");
    salvo_text_put(to, at + sizeof THEIRS - 1);
}

salvo_status chart_picture(salvo_text *bytes, const chart *c, picture_kind kind, salvo_error *err)
{
    salvo_text script = {0}, drawn = {0};
    salvo_status status = chart_check(c, err);

    if (status != SALVO_OK)
        return status;
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
