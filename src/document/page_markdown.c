/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown for CommonMark and GitHub. Only salvo's own signs are markup. */
#include <ctype.h>
#include <string.h>

#include "document/page_markdown.h"
#include "document/page_writers.h"

/* The place of the text determines what is markup in it. */
typedef enum { IN_CELL, IN_HEADING, IN_PARAGRAPH, IN_LINES } place;

/* "<", "[" and so on are markup anywhere, and "&" where an entity could follow. "|" ends a cell even in code, and "$"
 * begins a formula for GitHub. */
static bool is_markup(const char *at)
{
    return strchr("|\\*_<`[]~$", *at) || (*at == '&' && (isalnum((unsigned char)at[1]) || at[1] == '#'));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\0';
}

/* Finds a sign that would begin another block (a heading, a list, a rule, a quotation), in a line without leading
 * blanks; or NULL. A backslash before the sign makes it a letter. In a block of lines a single hyphen begins an item on
 * purpose: explanations make lists that way. */
static const char *find_block(const char *line, place in)
{
    size_t digits = strspn(line, "0123456789");

    if (digits > 0 && (line[digits] == '.' || line[digits] == ')') && is_blank(line[digits + 1]))
        return line + digits;
    if (*line == '-' && (line[1] == '-' || (is_blank(line[1]) && in != IN_LINES)))
        return line;
    return (*line == '+' && is_blank(line[1])) || (*line && strchr("#>=", *line)) ? line : NULL;
}

/* A line end would end a cell or a heading, so it becomes a blank there. */
static void put(FILE *out, const char *text, place in)
{
    /* Nothing in a cell or a heading can begin a block. */
    bool blocks = in == IN_PARAGRAPH || in == IN_LINES;
    const char *sign;

    if (blocks)
        text += strspn(text, " \t"); /* four of them would make it code */
    sign = blocks ? find_block(text, in) : NULL;
    for (; *text; text++) {
        if (is_markup(text) || text == sign || (*text == '#' && in == IN_HEADING))
            fputc('\\', out);
        if (*text == '\n')
            fputs(blocks ? "  \n" : " ", out); /* a permanent line break */
        else
            fputc(*text, out);
        if (*text == '\n' && blocks)
            sign = find_block(text + 1 + strspn(text + 1, " \t"), in);
    }
}

void page_markdown_text(FILE *out, const char *text)
{
    put(out, text, IN_CELL);
}

/* Markdown has no table without a heading row, so an empty one is written. */
static void put_sheet(FILE *out, const sheet *s)
{
    for (size_t c = 0; c < s->n_columns; c++) {
        fputs(c ? " | " : "| ", out);
        put(out, s->column[c].heading, IN_CELL);
    }
    fputs(" |\n", out);
    for (size_t c = 0; c < s->n_columns; c++)
        fputs(s->column[c].kind != COLUMN_TEXT ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
    for (size_t r = 0; r < sheet_rows(s); r++) {
        for (size_t c = 0; c < s->n_columns; c++) {
            fputs(c ? " | " : "| ", out);
            put(out, sheet_at(s, r, c), IN_CELL);
        }
        fputs(" |\n", out);
    }
}

static void put_span(FILE *out, const span *s)
{
    switch (s->kind) {
    case SPAN_FILE:
        fprintf(out, "[%s](%s)", s->text, s->text);
        break;
    case SPAN_CODE: /* nothing is markup in it */
        fprintf(out, "`%s`", s->text);
        break;
    case SPAN_EMPHASIS:
        fputc('*', out);
        put(out, s->text, IN_CELL);
        fputc('*', out);
        break;
    default:
        put(out, s->text, IN_CELL);
    }
}

static void put_paragraph(FILE *out, const block *b)
{
    fputs(b->item ? "- " : "", out);
    for (size_t i = 0; i < b->n_spans; i++)
        put_span(out, &b->spans[i]);
    if (b->authored)
        fputs(b->text, out);
    else if (b->n_spans == 0)
        put(out, b->text, b->lines ? IN_LINES : IN_PARAGRAPH);
    fputc('\n', out);
}

static void put_heading(FILE *out, const block *b)
{
    for (int level = 0; level < b->level; level++)
        fputc('#', out);
    fputc(' ', out);
    put(out, b->text, IN_HEADING);
    fputc('\n', out);
}

/* One line is indented; several are between fences, so that they can begin with blanks. */
static void put_code(FILE *out, const char *lines)
{
    const char *end = strchr(lines, '\n');

    if (end && end[1])
        fprintf(out, "```\n%s```\n", lines);
    else
        fprintf(out, "    %s%s", lines, end ? "" : "\n");
}

/* In angle brackets a name may have blanks. */
static void put_picture(FILE *out, const block *b)
{
    const char *file = b->picture->file ? b->picture->file : "";
    const bool plain = *file && !file[strcspn(file, " ()<>")];

    fputs("![", out);
    put(out, b->text, IN_HEADING);
    fprintf(out, plain ? "](%s)\n" : "](<%s>)\n", file);
}

/* Blank lines separate the blocks, but not the items of one list. */
salvo_status page_write_markdown(FILE *out, const page *p, salvo_error *err)
{
    bool in_list = false;

    (void)err;
    for (const block *b = p->first; b; b = b->next) {
        if (b != p->first && !(in_list && b->item))
            fputc('\n', out);
        in_list = b->item;
        if (b->kind == SHEET)
            put_sheet(out, &b->sheet);
        else if (b->kind == PICTURE)
            put_picture(out, b);
        else if (b->kind == HEADING)
            put_heading(out, b);
        else if (b->kind == CODE)
            put_code(out, b->text);
        else
            put_paragraph(out, b);
    }
    return SALVO_OK;
}
