/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown, as CommonMark and GitHub read it. Nothing in a text is markup but our own. */
#include <ctype.h>
#include <string.h>

#include "document/page_markdown.h"
#include "document/page_writers.h"

/* Where the text stands: what is markup there. */
typedef enum { IN_CELL, IN_HEADING, IN_PARAGRAPH, IN_LINES } place;

/* "<", "[" and so on are markup anywhere; "&" where an entity could follow. "|" ends a cell even in code, and "$"
 * begins a formula for GitHub. */
static bool is_markup(const char *at)
{
    return strchr("|\\*_<`[]~$", *at) || (*at == '&' && (isalnum((unsigned char)at[1]) || at[1] == '#'));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\0';
}

/* Where in the line, of which blanks are gone, a block of another kind would begin with a sign (a heading, a list, a
 * rule, a quotation), which a backslash before it makes a letter; or NULL. In a block of lines a single hyphen begins
 * an item on purpose: explanations make lists so. */
static const char *find_block(const char *line, place in)
{
    size_t digits = strspn(line, "0123456789");

    if (digits > 0 && (line[digits] == '.' || line[digits] == ')') && is_blank(line[digits + 1]))
        return line + digits;
    if (*line == '-' && (line[1] == '-' || (is_blank(line[1]) && in != IN_LINES)))
        return line;
    return (*line == '+' && is_blank(line[1])) || (*line && strchr("#>=", *line)) ? line : NULL;
}

/* In a cell or a heading a line's end would end the cell itself, so it becomes a blank. */
static void put(FILE *out, const char *text, place in)
{
    /* In a cell or a heading nothing can begin a block. */
    bool blocks = in == IN_PARAGRAPH || in == IN_LINES;
    const char *sign;

    if (blocks)
        text += strspn(text, " \t"); /* four of them would make it code */
    sign = blocks ? find_block(text, in) : NULL;
    for (; *text; text++) {
        if (is_markup(text) || text == sign || (*text == '#' && in == IN_HEADING))
            fputc('\\', out);
        if (*text == '\n')
            fputs(blocks ? "  \n" : " ", out); /* a line break that stays one */
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

/* Markdown has no table without a heading row; an empty one will do. */
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

/* Level 0 is no heading. */
static void put_words(FILE *out, const block *b)
{
    if (b->file) {
        fprintf(out, "- [%s](%s)", b->file, b->file);
        put(out, b->text + strlen(b->file), IN_CELL);
    } else if (b->level == 0) {
        put(out, b->text, b->lines ? IN_LINES : IN_PARAGRAPH);
    } else {
        for (int level = 0; level < b->level; level++)
            fputc('#', out);
        fputc(' ', out);
        put(out, b->text, IN_HEADING);
    }
    fputc('\n', out);
}

/* In angle brackets a name may have blanks. */
static void put_picture(FILE *out, const block *b)
{
    fputs("![", out);
    put(out, b->text, IN_HEADING);
    fprintf(out, "](<%s>)\n", b->picture->file ? b->picture->file : "");
}

/* Blank lines part the blocks, but not the items of one list. */
salvo_status page_write_markdown(FILE *out, const page *p, salvo_error *err)
{
    bool in_list = false;

    (void)err;
    for (const block *b = p->first; b; b = b->next) {
        if (b != p->first && !(in_list && b->file))
            fputc('\n', out);
        in_list = b->file != NULL;
        if (b->kind == SHEET)
            put_sheet(out, &b->sheet);
        else if (b->kind == PICTURE)
            put_picture(out, b);
        else
            put_words(out, b);
    }
    return SALVO_OK;
}
