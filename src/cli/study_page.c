/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the report of a study as one HTML page. Every job has also answered in HTML. The page takes the text between
 * <body> and </body>, moves its headings one level deeper, and embeds its picture. */
#include <stdlib.h>
#include <string.h>

#include <salvo/salvo.h>

#include "cli/study.h"
#include "document/page_html.h"

/* The beginning of a line in the answer, and its replacement. */
static const char *const DEEPER[][2] = {{"<h4", "<h5"}, {"<h3", "<h4"}, {"<h2", "<h3"}};
static const char *const CLOSED[][2] = {{"</h4>", "</h5>"}, {"</h3>", "</h4>"}, {"</h2>", "</h3>"}};

enum { LEVELS = sizeof DEEPER / sizeof *DEEPER };

/* A heading is a line of its own. Its id is left out, because every answer numbers its own from 1. */
static bool put_heading(FILE *out, const char *line, size_t length)
{
    for (int i = 0; i < LEVELS; i++)
        if (strncmp(line, DEEPER[i][0], 3) == 0) {
            const char *text = memchr(line, '>', length), *end = strstr(line, CLOSED[i][0]);

            if (!text || !end || end > line + length)
                return false;
            fprintf(out, "%s%.*s%s\n", DEEPER[i][1], (int)(end - text), text, CLOSED[i][1]);
            return true;
        }
    return false;
}

/* Writes the lines of the body, with at most `rows` rows of each table. */
static void put_body(FILE *out, const char *text, const char *end, long rows)
{
    long row = 0;

    while (text < end) {
        const size_t length = strcspn(text, "\n");

        if (strncmp(text, "<tbody>", 7) == 0)
            row = 0;
        row += strncmp(text, "<tr><td", 7) == 0;
        if (strncmp(text, "</tbody>", 8) == 0) {
            if (row > rows)
                fputs("<tr><td>... and more, in the files below.</td></tr>\n", out);
            row = 0;
        }
        if (row <= rows && !put_heading(out, text, length))
            fprintf(out, "%.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void put_answer(FILE *out, const finding *f)
{
    static const char BEGIN[] = "<body>\n";
    const char *rows = f->job->rows, *html = f->context.outputs.at[JOB_PAGE].bytes;
    const char *body = strstr(html, BEGIN), *end = body ? strstr(body, "</body>") : NULL;

    if (end && !(rows && strcmp(rows, "none") == 0))
        put_body(out, body + sizeof BEGIN - 1, end, rows ? strtol(rows, NULL, 10) : 1000000);
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), n = strlen(ending);

    return length >= n && strcmp(path + length - n, ending) == 0;
}

static void put_pictures(FILE *out, const finding *f)
{
    for (size_t i = JOB_KEPT; i < f->context.outputs.n; i++) {
        const output *at = &f->context.outputs.at[i];

        if (ends_in(at->path, ".svg"))
            page_html_picture(out, &(placed_picture){.title = f->job->title, .bytes = at->bytes, .length = at->length});
    }
}

static void put_files(FILE *out, const finding *f)
{
    bool any = false;

    for (size_t i = JOB_KEPT; i < f->context.outputs.n; i++) {
        const char *slash = strrchr(f->context.outputs.at[i].path, '/');
        const char *name = slash ? slash + 1 : f->context.outputs.at[i].path;

        if (ends_in(name, ".svg") || ends_in(name, ".png"))
            continue;
        fputs(any ? ", <a href=\"" : "<p>Files: <a href=\"", out);
        page_html_text(out, name);
        fputs("\">", out);
        page_html_text(out, name);
        fputs("</a>", out);
        any = true;
    }
    fputs(any ? "</p>\n" : "", out);
}

/* Writes an element with text in it; nothing if there is no text. */
static void put_element(FILE *out, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(out, "<%s>", name);
    page_html_text(out, text);
    fprintf(out, "</%s>\n", name);
}

static void put_finding(FILE *out, const finding *f, unsigned number)
{
    fprintf(out, "<h2 id=\"job%u\">", number);
    page_html_text(out, f->job->title);
    fputs("</h2>\n", out);
    put_element(out, "p", f->job->text);
    put_element(out, "pre", f->command);
    put_pictures(out, f);
    put_answer(out, f);
    put_files(out, f);
}

static void put_contents(FILE *out, const study *s)
{
    fputs("<nav>\n<ul>\n", out);
    for (unsigned i = 0; i < s->experiment->jobs_count; i++) {
        fprintf(out, "<li><a href=\"#job%u\">", i + 1);
        page_html_text(out, s->findings[i].job->title);
        fputs("</a></li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

void study_page(const study *s, FILE *out)
{
    const experiment *x = s->experiment;

    page_html_begin(out, x->title, NULL);
    put_element(out, "h1", x->title);
    put_element(out, "p", x->question);
    put_element(out, "p", x->text);
    put_contents(out, s);
    for (unsigned i = 0; i < x->jobs_count; i++)
        put_finding(out, &s->findings[i], i + 1);
    fputs("<p>Made by <code>salvo run ", out);
    page_html_text(out, s->path);
    fprintf(out,
            " --format html</code>, salvo %s; <a href=\"manifest.json\">manifest.json</a> has the hashes of the data "
            "and the files. The same program, data and seeds make the same files.</p>\n",
            salvo_version());
    page_html_end(out);
}
