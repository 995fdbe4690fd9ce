/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart/picture.h"

#include "base/try.h"
#include "chart/frame.h"
#include "chart/png.h"
#include "chart/svg.h"

/* The space between the words of a label is kept as it is. Fonts without serifs are chosen by the viewer. */
static void begin(const drawing *d)
{
    svg_open(d->to, "svg");
    svg_word(d->to, "xmlns", "http://www.w3.org/2000/svg");
    svg_word(d->to, "class", "chart");
    svg_word(d->to, "role", "img");
    salvo_text_add(d->to, " viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"", d->l.width, d->l.height, d->l.width,
                   d->l.height);
    svg_word(d->to, "font-family", "Helvetica, Arial, DejaVu Sans, sans-serif");
    svg_word(d->to, "xml:space", "preserve");
    svg_inside(d->to);
    svg_title(d->to, d->c->title);
    salvo_text_put(d->to, "\n<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

static void (*const DRAW[])(const drawing *d) = {
    [CHART_LINES] = draw_lines, [CHART_POINTS] = draw_marks, [CHART_BARS] = draw_bars, [CHART_HEAT] = draw_field};

/* What comes later lies on top. */
void chart_svg(salvo_text *svg, const chart *c, int width)
{
    const drawing d = {.c = c, .l = chart_layout(c, width), .to = svg};

    begin(&d);
    draw_frame(&d);
    put_key(&d);
    DRAW[c->kind](&d);
    draw_reference_words(&d);
    svg_close(svg, "svg");
}

salvo_status chart_picture(salvo_text *bytes, const chart *c, picture_kind kind, int width, salvo_error *err)
{
    salvo_text svg = {0};
    salvo_status status = SALVO_OK;

    TRY(chart_check(c, err));
    chart_svg(kind == PICTURE_SVG ? bytes : &svg, c, width);
    if (svg.failed || bytes->failed)
        status = salvo_fail_memory(err);
    else if (kind == PICTURE_PNG)
        status = png_draw(bytes, &svg, err);
    salvo_text_free(&svg);
    return status;
}
