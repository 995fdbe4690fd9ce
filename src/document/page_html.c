/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HTML: one page that loads nothing from elsewhere and prints well. */
#include <string.h>

#include "base/utf8.h"
#include "document/page_writers.h"

/* Everything is in the page itself, so that a file can be mailed or kept for years. A variable in each cell makes the
 * shades, which needs no script; `print-color-adjust` keeps them on paper. Colours have enough contrast for text in
 * black and white print. */
static const char STYLE[] =
    "@page { margin: 15mm; }\n"
    "body { font: 15px/1.45 \"DejaVu Sans\", Verdana, Arial, sans-serif; color: #1a1a1a; background: #fff;\n"
    "  max-width: 75em; margin: 2em auto; padding: 0 1.2em; }\n"
    "h1 { font-size: 1.7em; margin: 0 0 .6em; }\n"
    "h2 { font-size: 1.3em; margin: 1.8em 0 .5em; border-bottom: 1px solid #999; }\n"
    "h3 { font-size: 1.08em; margin: 1.5em 0 .4em; }\n"
    "p { margin: .6em 0; max-width: 60em; }\n"
    "pre { white-space: pre-wrap; }\n"
    "nav ul { columns: 20em; padding-left: 1.2em; }\n"
    "a { color: #1f4e79; }\n"
    ".sheet { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: .8em 0 1.2em; font-size: .93em; line-height: 1.3;\n"
    "  font-variant-numeric: tabular-nums; border-top: 2px solid #444; border-bottom: 2px solid #444; }\n"
    "th { text-align: left; vertical-align: bottom; border-bottom: 1px solid #444; padding: .3em .75em; }\n"
    "td { text-align: left; vertical-align: top; border-bottom: 1px solid #e0e0e0; padding: .22em .75em; }\n"
    "th.n, td.n { text-align: right; }\n"
    "td.n, td.k { white-space: nowrap; }\n"
    "td.w { min-width: 9em; }\n"
    "td.p { background: rgba(66, 133, 190, calc(var(--p) * .55)); print-color-adjust: exact;\n"
    "  -webkit-print-color-adjust: exact; }\n"
    "figure { margin: 1em 0; }\n"
    "svg.chart { max-width: 100%; height: auto; }\n"
    "@media print {\n"
    "  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; }\n"
    "  .sheet { overflow: visible; }\n"
    "  table { font-size: 8.5pt; }\n"
    "  th, td { padding: .15em .5em; }\n"
    "  thead { display: table-header-group; }\n"
    "  tr, .whole { break-inside: avoid; }\n"
    "  h1, h2, h3 { break-after: avoid; }\n"
    "  nav { display: none; }\n"
    "}\n";

/* A column of longer texts must be allowed to break; otherwise it would push the numbers off the page. A table of few
 * rows looks wrong if a page break divides it. */
enum {
    NARROW = 24,    /* letters */
    ROWS_KEPT = 14, /* of a table that is kept whole on paper */
};

static void put_escaped(FILE *out, const char *text, const char *line_end)
{
    static const char SIGNS[] = "&<>\"";
    static const char *const ENTITIES[] = {"&amp;", "&lt;", "&gt;", "&quot;"};

    for (; *text; text++) {
        const char *sign = strchr(SIGNS, *text);

        if (*text == '\n')
            fputs(line_end, out);
        else if (sign)
            fputs(ENTITIES[sign - SIGNS], out);
        else
            fputc(*text, out);
    }
}

/* Handles texts and attributes. A line end stays a line end for readers. */
static void put_text(FILE *out, const char *text)
{
    put_escaped(out, text, "<br>\n");
}

/* Marks and intervals are aligned to the right like numbers. */
static bool is_number_column(const sheet *s, size_t c)
{
    return s->column[c].kind != COLUMN_TEXT;
}

/* Returns whether a column is kept in one line: it has only short words. */
static bool is_narrow(const sheet *s, size_t c)
{
    for (size_t r = 0; r < sheet_rows(s); r++)
        if (salvo_text_width(sheet_at(s, r, c)) > NARROW)
            return false;
    return true;
}

/* A probability has a shade. Three decimals are finer than any visible difference. */
static void put_cell(FILE *out, const sheet *s, size_t row, size_t c, bool narrow)
{
    reading number = sheet_number_at(s, row, c);

    if (s->column[c].kind == COLUMN_PROBABILITY && number.kind != READ_NOTHING)
        fprintf(out, "<td class=\"n p\" style=\"--p:%.3f\">", number.value);
    else
        fputs(is_number_column(s, c) ? "<td class=\"n\">" : narrow ? "<td class=\"k\">" : "<td class=\"w\">", out);
    put_text(out, sheet_at(s, row, c));
    fputs("</td>", out);
}

/* A heading is aligned like its column. */
static void put_heading_row(FILE *out, const sheet *s)
{
    fputs("<thead>\n<tr>", out);
    for (size_t c = 0; c < s->n_columns; c++) {
        fputs(is_number_column(s, c) ? "<th class=\"n\">" : "<th>", out);
        put_text(out, s->column[c].heading);
        fputs("</th>", out);
    }
    fputs("</tr>\n</thead>\n", out);
}

static void put_sheet(FILE *out, const sheet *s)
{
    bool narrow[SHEET_COLUMNS_MAX];

    for (size_t c = 0; c < s->n_columns; c++)
        narrow[c] = is_narrow(s, c);
    /* A short table is not divided on paper; a long one must be. */
    fprintf(out, "<div class=\"sheet%s\">\n<table>\n", sheet_rows(s) <= ROWS_KEPT ? " whole" : "");
    if (sheet_has_headings(s))
        put_heading_row(out, s);
    fputs("<tbody>\n", out);
    for (size_t r = 0; r < sheet_rows(s); r++) {
        fputs("<tr>", out);
        for (size_t c = 0; c < s->n_columns; c++)
            put_cell(out, s, r, c, narrow[c]);
        fputs("</tr>\n", out);
    }
    if (sheet_rows(s) == 0) /* an HTML table has at least one row */
        fprintf(out, "<tr><td colspan=\"%zu\"></td></tr>\n", s->n_columns ? s->n_columns : 1);
    fputs("</tbody>\n</table>\n</div>\n", out);
}

/* Lists its headings of level 2. */
static void put_contents(FILE *out, const page *p)
{
    size_t number = 0;

    fputs("<nav>\n<ul>\n", out);
    for (const block *b = p->first; b; b = b->next)
        if (b->kind == HEADING && b->level == 2) {
            fprintf(out, "<li><a href=\"#s%zu\">", ++number);
            put_text(out, b->text);
            fputs("</a></li>\n", out);
        }
    fputs("</ul>\n</nav>\n", out);
}

/* Sections are numbered so that the contents can point at them, because headings may be equal. */
static void put_heading(FILE *out, const block *b, size_t *sections)
{
    int level = b->level < 6 ? b->level : 6;

    if (b->level == 2)
        fprintf(out, "<h2 id=\"s%zu\"%s>", ++*sections, b->begins_page ? " style=\"break-before: page\"" : "");
    else
        fprintf(out, "<h%d>", level);
    put_text(out, b->text);
    fprintf(out, "</h%d>\n", level);
}

static void put_span(FILE *out, const span *s)
{
    static const char *const ELEMENTS[] = {[SPAN_FILE] = "a", [SPAN_CODE] = "code", [SPAN_EMPHASIS] = "em"};

    if (s->kind == SPAN_FILE) {
        fputs("<a href=\"", out);
        put_text(out, s->text);
        fputs("\">", out);
    } else if (s->kind != SPAN_WORDS) {
        fprintf(out, "<%s>", ELEMENTS[s->kind]);
    }
    put_text(out, s->text);
    if (s->kind != SPAN_WORDS)
        fprintf(out, "</%s>", ELEMENTS[s->kind]);
}

static void put_paragraph(FILE *out, const block *b)
{
    fputs("<p>", out);
    for (size_t i = 0; i < b->n_spans; i++)
        put_span(out, &b->spans[i]);
    if (b->n_spans == 0)
        put_text(out, b->text);
    fputs("</p>\n", out);
}

/* Here a line end needs no element of its own. */
static void put_code(FILE *out, const char *lines)
{
    fputs("<pre>", out);
    put_escaped(out, lines, "\n");
    fputs("</pre>\n", out);
}

/* Browsers show the title of a mark only if the picture is part of the document. */
static void put_picture(FILE *out, const placed_picture *shown)
{
    fputs("<figure>\n", out);
    fwrite(shown->bytes, 1, shown->length, out);
    fputs("</figure>\n", out);
}

static void put_begin(FILE *out, const char *title, const char *language)
{
    fputs("<!DOCTYPE html>\n<html lang=\"", out);
    put_text(out, language ? language : "en");
    fputs("\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    put_text(out, title);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", STYLE);
}

static void put_end(FILE *out)
{
    fputs("</body>\n</html>\n", out);
}

/* The contents precede the first section, below the title and the introduction. */
salvo_status page_write_html(FILE *out, const page *p, salvo_error *err)
{
    bool contents = page_has_contents(p);
    size_t sections = 0;

    (void)err;
    put_begin(out, page_title(p), p->language);
    for (const block *b = p->first; b; b = b->next) {
        if (b->kind == SHEET) {
            put_sheet(out, &b->sheet);
        } else if (b->kind == PICTURE) {
            put_picture(out, b->picture);
        } else if (b->kind == HEADING) {
            if (contents && b->level == 2)
                put_contents(out, p);
            contents = contents && b->level != 2;
            put_heading(out, b, &sections);
        } else if (b->kind == CODE) {
            put_code(out, b->text);
        } else {
            put_paragraph(out, b);
        }
    }
    put_end(out);
    return SALVO_OK;
}
