/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/picture.h"

#include <string.h>
#include <strings.h>

#include "base/try.h"
#include "chart/picture.h"
#include "chart/plot.h"
#include "chart/png.h"

typedef enum { OF_SVG, OF_PNG, OF_DATA, OF_NOTHING } file_kind;

/* The ending of its name determines the kind of a file. */
static file_kind kind_of(const char *path)
{
    static const char *const ENDS[] = {[OF_SVG] = ".svg", [OF_PNG] = ".png", [OF_DATA] = ".csv"};
    const char *slash = strrchr(path, '/');
    /* The ending belongs to the file: a folder may have any name. */
    const char *name = slash ? slash + 1 : path;

    for (int k = 0; k < OF_NOTHING; k++)
        if (strlen(name) > strlen(ENDS[k]) && strcasecmp(name + strlen(name) - strlen(ENDS[k]), ENDS[k]) == 0)
            return (file_kind)k;
    return OF_NOTHING;
}

static salvo_status check_file(const options *o, size_t at, salvo_error *err)
{
    const char *path = o->charts.text[at];

    if (kind_of(path) == OF_NOTHING)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--chart %s: not the name of a picture; end it in .svg or .png, or in .csv for the "
                          "numbers alone",
                          path);
    /* Without its program the command fails now, not after its work. */
    return kind_of(path) == OF_PNG ? png_find(err) : SALVO_OK;
}

/* A plot in CSV or JSON would break the program that reads the file. In LaTeX and HTML it would lose its columns. */
static bool has_room_for_a_plot(salvo_format format)
{
    return format.kind == SALVO_TABLE || format.kind == SALVO_MARKDOWN;
}

/* Whether a document of that format can have a picture, of which kind, and whether it is in a file beside it. */
static bool has_room_for_a_picture(salvo_format format)
{
    return format.kind == SALVO_HTML || format.kind == SALVO_XLSX || format.kind == SALVO_MARKDOWN ||
           format.kind == SALVO_LATEX;
}

static bool links_pictures(salvo_format format)
{
    return format.kind == SALVO_MARKDOWN || format.kind == SALVO_LATEX;
}

/* pdfTeX and spreadsheets do not accept SVG. */
static picture_kind picture_kind_of(salvo_format format)
{
    return format.kind == SALVO_HTML || format.kind == SALVO_MARKDOWN ? PICTURE_SVG : PICTURE_PNG;
}

/* With --also, some of the files may have no room, but not all of them. */
static salvo_status check_with_chart(const options *o, salvo_error *err)
{
    bool any = has_room_for_a_picture(o->format), png = any && picture_kind_of(o->format) == PICTURE_PNG;

    for (size_t i = 0; i < o->also.n; i++) {
        salvo_format format = o->format;

        if (outputs_format(o->also.text[i], &format, NULL) != SALVO_OK || !has_room_for_a_picture(format))
            continue;
        any = true;
        png = png || picture_kind_of(format) == PICTURE_PNG;
    }
    if (!any)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--with-chart puts a picture into html, xlsx, markdown and latex; add --format html, or give "
                          "-o FILE.html");
    if (links_pictures(o->format) && !o->output)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--with-chart: the picture of a %s file is a second file beside it; add -o FILE, or "
                          "choose html",
                          SALVO_FORMATS[o->format.kind]);
    return png ? png_find(err) : SALVO_OK;
}

/* "out/answer.md" becomes "out/answer.svg", or with a name "out/answer-name.svg". */
static const char *file_beside(const char *path, const char *name, picture_kind kind, salvo_arena *memory)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');

    return salvo_arena_printf(memory, "%.*s%s%s%s", (int)(dot ? (size_t)(dot - path) : strlen(path)), path,
                              name ? "-" : "", name ? name : "", kind == PICTURE_SVG ? ".svg" : ".png");
}

/* Adds an output that the document links; *shown gets its name. */
static salvo_status add_linked(context *x, const char *path, const salvo_text *bytes, placed_picture *shown,
                               salvo_error *err)
{
    const char *slash = strrchr(path, '/');

    TRY(outputs_add(&x->outputs, path, (salvo_format){.kind = SALVO_CSV}, err));
    fwrite(bytes->bytes, 1, bytes->length, x->outputs.at[x->outputs.n - 1].stream);
    shown->file = slash ? slash + 1 : path;
    return SALVO_OK;
}

bool picture_has_place(const context *x, size_t at)
{
    const salvo_format format = x->outputs.at[at].format;

    return has_room_for_a_picture(format) && !(links_pictures(format) && !x->outputs.at[at].path);
}

salvo_status picture_place(context *x, size_t at, const char *name, const chart *c, salvo_text *bytes,
                           placed_picture *shown, salvo_error *err)
{
    const salvo_format format = x->outputs.at[at].format;
    const picture_kind kind = picture_kind_of(format);
    const char *path;
    salvo_status status = chart_picture(bytes, c, kind, x->options.chart_width, err);

    *shown = (placed_picture){.title = *c->title ? c->title : "the answer", .name = name};
    if (status != SALVO_OK)
        return status;
    shown->bytes = bytes->bytes;
    shown->length = bytes->length;
    if (!links_pictures(format))
        return SALVO_OK;
    path = file_beside(x->outputs.at[at].path, name, kind, x->memory);
    return path ? add_linked(x, path, bytes, shown, err) : salvo_fail_memory(err);
}

/* Adds what belongs to an answer in every output: the changed rules, the chosen columns, and below it the plot. */
static salvo_status begin_addition(answer_addition *with, salvo_text *drawn, const context *x, const chart *c,
                                   salvo_format format, salvo_error *err)
{
    *with = (answer_addition){.rules = x->rules.at, .n_rules = x->rules.n};
    if (!c) { /* otherwise --show is for the picture */
        with->columns = x->options.show.text;
        with->n_columns = x->options.show.n;
    }
    if (!c || !x->options.plot || !has_room_for_a_plot(format))
        return SALVO_OK;
    plot_chart(drawn, c);
    with->plot = salvo_text_of(drawn);
    return drawn->failed ? salvo_fail_memory(err) : SALVO_OK;
}

salvo_status picture_write(context *x, size_t at, const chart *c, const answer_kind *kind, const void *answer,
                           salvo_error *err)
{
    const salvo_format format = x->outputs.at[at].format;
    answer_addition with;
    placed_picture shown;
    salvo_text drawn = {0}, bytes = {0};
    salvo_status status = begin_addition(&with, &drawn, x, c, format, err);

    if (status == SALVO_OK && c && x->options.with_chart && picture_has_place(x, at)) {
        status = picture_place(x, at, NULL, c, &bytes, &shown, err);
        with.shown = &shown;
    }
    if (status == SALVO_OK) /* outputs may have moved */
        status = answer_write_with(x->outputs.at[at].stream, format, kind, answer, &with, err);
    salvo_text_free(&drawn);
    salvo_text_free(&bytes);
    return status;
}

salvo_status picture_keep(context *x, const chart *c, const answer_kind *kind, const void *answer, salvo_error *err)
{
    answer_addition with;
    salvo_format format = x->options.format;
    salvo_text drawn = {0};
    salvo_status status;

    format.kind = SALVO_MARKDOWN;
    status = begin_addition(&with, &drawn, x, c, format, err);
    if (status == SALVO_OK)
        status = answer_keep(x->keeps, format, kind, answer, &with, err);
    salvo_text_free(&drawn);
    return status;
}

salvo_status picture_check(const options *o, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    TRY(o->with_chart ? check_with_chart(o, err) : SALVO_OK);
    if (o->plot && !has_room_for_a_plot(o->format))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--plot draws text, which --format %s cannot hold; --chart FILE.svg draws a picture",
                          SALVO_FORMATS[o->format.kind]);
    if (o->show.n && !picture_wanted(o) && (o->format.kind == SALVO_CSV || o->format.kind == SALVO_JSON))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--show selects what a picture shows, or columns of tables for reading; %s always has "
                          "everything, so leave it out",
                          o->format.kind == SALVO_CSV ? "CSV" : "JSON");
    for (size_t i = 0; i < o->charts.n && status == SALVO_OK; i++)
        status = check_file(o, i, err);
    return status;
}

bool picture_wanted(const options *o)
{
    return o->charts.n > 0 || o->plot || o->with_chart;
}

static salvo_status draw_file(FILE *out, const char *path, const chart *c, int width, salvo_error *err)
{
    file_kind kind = kind_of(path);
    salvo_text bytes = {0};
    salvo_status status;

    if (kind == OF_DATA)
        return chart_write_data(out, c, err);
    status = chart_picture(&bytes, c, kind == OF_SVG ? PICTURE_SVG : PICTURE_PNG, width, err);
    if (status == SALVO_OK)
        fwrite(bytes.bytes, 1, bytes.length, out);
    salvo_text_free(&bytes);
    return status;
}

/* Adds one file of the chart. */
static salvo_status add_file(context *x, const char *path, const chart *c, salvo_error *err)
{
    TRY(outputs_add(&x->outputs, path, (salvo_format){.kind = SALVO_CSV}, err));
    return draw_file(x->outputs.at[x->outputs.n - 1].stream, path, c, x->options.chart_width, err);
}

salvo_status picture_files(context *x, const chart *c, salvo_error *err)
{
    const list *files = &x->options.charts;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < files->n && status == SALVO_OK; i++)
        status = add_file(x, files->text[i], c, err);
    return status;
}
