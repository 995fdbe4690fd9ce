/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LaTeX: a document that compiles unchanged, with pdfTeX and with LuaTeX, from the parts of every installation. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "document/page_writers.h"

/* pdfTeX and LuaTeX need different fonts and read UTF-8 in different ways, so the preamble tests which of them is
 * running. TeXReset switches off the ligatures of quotes and hyphens. \sign shows a character if the font has it and
 * its number otherwise; \room begins a new page if too few lines are left on this one. */
static const char PREAMBLE[] =
    "\\documentclass[a4paper,10pt]{article}\n"
    "\\usepackage{iftex}\n"
    "\\ifPDFTeX\n"
    "  \\usepackage[utf8]{inputenc}\n"
    "  \\usepackage[T1]{fontenc}\n"
    "  \\usepackage{lmodern}\n"
    "\\else\n"
    "  \\usepackage{fontspec}\n"
    "  \\setmainfont[Ligatures=TeXReset]{Latin Modern Roman}\n"
    "\\fi\n"
    "\\usepackage[margin=20mm]{geometry}\n"
    "\\usepackage{array,booktabs,longtable,pdflscape}\n"
    "\\setcounter{secnumdepth}{-2}\n"
    "\\setcounter{tocdepth}{1}\n"
    "\\setlength{\\parindent}{0pt}\n"
    "\\setlength{\\parskip}{6pt plus 2pt}\n"
    "\\setlength{\\tabcolsep}{4pt}\n"
    "\\setlength{\\LTleft}{0pt}\n"
    "\\setlength{\\LTpre}{4pt}\n"
    "\\setlength{\\LTpost}{8pt}\n"
    "\\setlength{\\emergencystretch}{4em}\n"
    "\\raggedbottom\n"
    "\\newcommand{\\sign}[2]{\\ifPDFTeX{[}U+#2{]}\\else"
    "\\iffontchar\\font#1 \\symbol{#1}\\else{[}U+#2{]}\\fi\\fi}\n"
    "\\makeatletter\n"
    "\\renewcommand{\\section}{\\@startsection{section}{1}{0pt}{16pt plus 4pt}{4pt}"
    "{\\normalfont\\Large\\bfseries\\raggedright}}\n"
    "\\renewcommand{\\subsection}{\\@startsection{subsection}{2}{0pt}{12pt plus 3pt}{3pt}"
    "{\\normalfont\\large\\bfseries\\raggedright}}\n"
    "\\newcommand{\\room}[1]{\\par\\begingroup\\dimen@=\\pagegoal\\advance\\dimen@-\\pagetotal"
    "\\ifdim\\dimen@<#1\\baselineskip\\newpage\\fi\\endgroup}\n"
    "\\makeatother\n"
    "\\newcolumntype{L}[1]{>{\\raggedright\\arraybackslash}p{#1}}\n"
    "\\newcolumntype{R}[1]{>{\\raggedleft\\arraybackslash}p{#1}}\n";

/* Characters that have a meaning in TeX, alone or in pairs: a minus sign, ligatures, what may follow a line end. Signs
 * that are ligatures only in pairs are followed by an empty group. Brackets and the asterisk are put in groups, because
 * a table's line end reads them as its options. */
static const char *escape_of(char byte)
{
    static const char *const ESCAPES[128] = {['\\'] = "\\textbackslash{}",
                                             ['{'] = "\\{",
                                             ['}'] = "\\}",
                                             ['$'] = "\\$",
                                             ['&'] = "\\&",
                                             ['#'] = "\\#",
                                             ['%'] = "\\%",
                                             ['_'] = "\\_",
                                             ['^'] = "\\textasciicircum{}",
                                             ['~'] = "\\textasciitilde{}",
                                             ['"'] = "\\textquotedbl{}",
                                             ['`'] = "\\textasciigrave{}",
                                             ['-'] = "-{}",
                                             ['\''] = "'{}",
                                             [','] = ",{}",
                                             ['<'] = "<{}",
                                             ['>'] = ">{}",
                                             ['['] = "{[}",
                                             [']'] = "{]}",
                                             ['*'] = "{*}",
                                             ['\n'] = "\\newline\n"};

    return (unsigned char)byte < 128 ? ESCAPES[(unsigned char)byte] : NULL;
}

/* Only a sign beside another one of its kind makes a ligature. */
static bool stands_alone(const char *start, const char *at)
{
    return strchr("-',<>", *at) && at[1] != *at && (at == start || at[-1] != *at);
}

/* Letters and signs that pdfTeX's usual fonts have under their own name in the input. */
static bool is_known(uint32_t code)
{
    static const uint32_t UNKNOWN[] = {0x126, 0x127, 0x138, 0x13F, 0x140, 0x149, 0x166, 0x167, 0x17F};

    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++)
        if (UNKNOWN[i] == code)
            return false;
    return (code >= 0xA0 && code < 0x180) || (code >= 0x218 && code <= 0x21B);
}

/* Signs that texts of rulebooks use and pdfTeX's input does not know. */
static const char *name_of(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char *name;
    } NAMES[] = {{0x2010, "-{}"},
                 {0x2011, "\\mbox{-}"},
                 {0x2012, "\\textendash{}"},
                 {0x2013, "\\textendash{}"},
                 {0x2014, "\\textemdash{}"},
                 {0x2018, "\\textquoteleft{}"},
                 {0x2019, "\\textquoteright{}"},
                 {0x201A, "\\quotesinglbase{}"},
                 {0x201C, "\\textquotedblleft{}"},
                 {0x201D, "\\textquotedblright{}"},
                 {0x201E, "\\quotedblbase{}"},
                 {0x2020, "\\textdagger{}"},
                 {0x2022, "\\textbullet{}"},
                 {0x2026, "\\textellipsis{}"},
                 {0x2032, "$'$"},
                 {0x2033, "$''$"},
                 {0x20AC, "\\texteuro{}"},
                 {0x2190, "$\\leftarrow$"},
                 {0x2192, "$\\rightarrow$"},
                 {0x2212, "$-$"},
                 {0x221E, "$\\infty$"},
                 {0x2248, "$\\approx$"},
                 {0x2260, "$\\neq$"},
                 {0x2264, "$\\leq$"},
                 {0x2265, "$\\geq$"}};

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (NAMES[i].code == code)
            return NAMES[i].name;
    return NULL;
}

/* Writes a character beyond ASCII; one that the fonts lack is named by its code. */
static void put_character(FILE *out, const char *at, size_t length)
{
    uint32_t code = salvo_code((const unsigned char *)at, length);

    if (is_known(code))
        fprintf(out, "%.*s", (int)length, at);
    else if (name_of(code))
        fputs(name_of(code), out);
    else
        fprintf(out, "\\sign{%u}{%04X}", (unsigned)code, (unsigned)code);
}

/* A byte that is not UTF-8 is left out, because TeX would stop at it. */
static void put_latex(FILE *out, const char *text)
{
    const char *end = text + strlen(text);

    for (const char *at = text; at < end;) {
        size_t length = salvo_character((const unsigned char *)at, (const unsigned char *)end);
        const char *escape = stands_alone(text, at) ? NULL : escape_of(*at);

        if (length > 1)
            put_character(out, at, length);
        else if (length == 1 && escape)
            fputs(escape, out);
        else if (length == 1)
            fputc(*at, out);
        at += length ? length : 1;
    }
}

/* The width of every column is set here, because TeX itself would need several runs to find it. */

/* The widths of Computer Modern Roman in thousandths of its size, from blank to tilde (Knuth, cmr10). */
static const short WIDTHS[] = {
    333, 278, 500, 833, 500, 833, 778, 278,  389, 389, 500, 778, 278, 333, 278, 500, /*   to / */
    500, 500, 500, 500, 500, 500, 500, 500,  500, 500, 278, 278, 778, 778, 778, 472, /* 0 to ? */
    778, 750, 708, 722, 764, 681, 653, 785,  750, 361, 514, 778, 625, 917, 750, 778, /* @ to O */
    681, 778, 736, 556, 722, 750, 750, 1028, 750, 750, 611, 278, 500, 278, 500, 500, /* P to _ */
    278, 500, 556, 444, 556, 444, 306, 500,  556, 278, 306, 528, 278, 833, 556, 500, /* ` to o */
    556, 528, 392, 394, 389, 556, 528, 722,  528, 528, 444, 500, 278, 500, 500,      /* p to ~ */
};

/* In thousandths of the size of the font, as above. */
enum { OTHER_WIDTH = 600, LINE_WIDTH = 11000 }; /* of a character beyond ASCII; of a readable line in a table */

/* Bytes that continue a character do not count. Bytes and not characters are looked up, because all characters with a
 * width in the table are ASCII. */
static double width_of(const char *text, size_t length)
{
    int width = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];

        if (byte >= ' ' && byte <= '~')
            width += WIDTHS[byte - ' '];
        else if ((byte & 0xC0) != 0x80)
            width += OTHER_WIDTH;
    }
    return width;
}

/* Settings of a table, the best first. Small letters are wider for their size. Thousandths are measured with a margin:
 * a slightly narrow column breaks a line, but a wide one only wastes a little room. */
static const struct setting {
    bool landscape;
    const char *size;
    double thousandth_mm;
} SETTINGS[] = {
    {false, "\\small", 0.00330}, {false, "\\footnotesize", 0.00302}, {false, "\\scriptsize", 0.00282},
    {true, "\\small", 0.00330},  {true, "\\footnotesize", 0.00302},  {true, "\\scriptsize", 0.00282},
    {true, "\\tiny", 0.00243},
};

enum { N_SETTINGS = sizeof SETTINGS / sizeof *SETTINGS };
/* A4 with the margins of the preamble. */
static const double PORTRAIT_MM = 170, LANDSCAPE_MM = 257, GAP_MM = 2.9; /* GAP: two \tabcolsep */

/* A layout: every column with its width in thousandths. */
typedef struct layout {
    const struct setting *setting;
    double width[SHEET_COLUMNS_MAX];
    bool wraps[SHEET_COLUMNS_MAX]; /* its text does not fit in one line */
} layout;

/* In a narrower column a word would extend beyond it. */
static double longest_word(const char *text)
{
    double longest = 0;

    while (*text) {
        size_t n = strcspn(text, " \n");

        longest = fmax(longest, width_of(text, n));
        text += n + (text[n] != '\0');
    }
    return longest;
}

/* Finds what a column needs for every cell in one line, and its minimum: whole numbers, and text in readable lines. If
 * `tight`, everything with blanks is broken there. */
static void measure(const sheet *s, bool tight, double wanted[], double least[])
{
    const double line = tight ? 0 : LINE_WIDTH;

    for (size_t c = 0; c < s->n_columns; c++) {
        const char *heading = s->column[c].heading;

        wanted[c] = width_of(heading, strlen(heading));
        least[c] = longest_word(heading);
        for (size_t r = 0; r < sheet_rows(s); r++) {
            const char *text = sheet_at(s, r, c);
            double width = width_of(text, strlen(text));
            bool breaks = tight || (s->column[c].kind == COLUMN_TEXT && width > line);

            wanted[c] = fmax(wanted[c], width);
            least[c] = fmax(least[c], breaks ? fmax(line, longest_word(text)) : width);
        }
    }
}

static double sum(const double numbers[], size_t n)
{
    double total = 0;

    for (size_t i = 0; i < n; i++)
        total += numbers[i];
    return total;
}

/* Returns the thousandths that fit into a line. */
static double room_of(const struct setting *setting, size_t n_columns)
{
    return ((setting->landscape ? LANDSCAPE_MM : PORTRAIT_MM) - (double)n_columns * GAP_MM) / setting->thousandth_mm;
}

/* Returns the first setting with that much room; the last if none has it. */
static size_t find_setting(double need, size_t n_columns, bool *fits)
{
    for (size_t setting = 0; setting < N_SETTINGS; setting++)
        if ((*fits = room_of(&SETTINGS[setting], n_columns) >= need))
            return setting;
    return N_SETTINGS - 1;
}

/* The setting is chosen first: it has room for the minimum of all columns, because a smaller font for the whole table
 * is better than words beyond their columns. Its room determines the widths. If even the last setting has too little,
 * all columns shrink alike: something must overlap then, and no column more than another. */
static layout find_layout(const sheet *s)
{
    double wanted[SHEET_COLUMNS_MAX], least[SHEET_COLUMNS_MAX], room, need, want;
    size_t n = s->n_columns, setting;
    bool fits;
    layout l;

    measure(s, false, wanted, least);
    setting = find_setting(sum(least, n), n, &fits);
    if (!fits) {
        /* Nothing fits: numbers are broken at their blanks, too. */
        measure(s, true, wanted, least);
        setting = find_setting(sum(least, n), n, &fits);
    }
    need = sum(least, n);
    want = sum(wanted, n);
    l.setting = &SETTINGS[setting];
    room = room_of(l.setting, n);
    for (size_t c = 0; c < n; c++) {
        /* Room beyond the minimum is divided by what each column still needs. */
        double share = want > need ? (wanted[c] - least[c]) / (want - need) : 0;

        if (room >= want)
            l.width[c] = wanted[c];
        else if (room >= need)
            l.width[c] = least[c] + share * (room - need);
        else
            l.width[c] = least[c] * room / need;
        l.wraps[c] = l.width[c] < wanted[c];
    }
    return l;
}

/* Writes "-3" with a minus sign. */
static void put_cell(FILE *out, const sheet *s, size_t row, size_t column)
{
    const char *text = sheet_at(s, row, column);

    /* In text TeX would set a hyphen. */
    if (s->column[column].kind != COLUMN_TEXT && text[0] == '-' && text[1] >= '0' && text[1] <= '9')
        fputs("$-$", out), text++;
    put_latex(out, text);
}

/* A column that fits also has a fixed width; otherwise TeX would need another run to find it. */
static void put_form(FILE *out, const sheet *s, const layout *l)
{
    for (size_t c = 0; c < s->n_columns; c++) {
        bool right = s->column[c].kind != COLUMN_TEXT;
        double mm = l->width[c] * l->setting->thousandth_mm;

        if (l->wraps[c])
            fprintf(out, "%c{%.1fmm}", right ? 'R' : 'L', mm);
        else
            fprintf(out, "w{%c}{%.1fmm}", right ? 'r' : 'l', mm);
    }
}

/* longtable repeats the heading on every page. The bottom rule is in the foot, so that every page of a long table ends
 * with one. */
static void put_table(FILE *out, const sheet *s, const layout *l)
{
    fprintf(out, "{%s\n\\begin{longtable}{@{}", l->setting->size);
    put_form(out, s, l);
    fputs("@{}}\n\\toprule\n", out);
    for (size_t c = 0; sheet_has_headings(s) && c < s->n_columns; c++) {
        put_latex(out, s->column[c].heading);
        fputs(c + 1 < s->n_columns ? " & " : " \\\\\n\\midrule\n", out);
    }
    fputs("\\endhead\n\\bottomrule\n\\endfoot\n", out);
    for (size_t r = 0; r < sheet_rows(s); r++)
        for (size_t c = 0; c < s->n_columns; c++) {
            put_cell(out, s, r, c);
            fputs(c + 1 < s->n_columns ? " & " : " \\\\\n", out);
        }
    fputs("\\end{longtable}\n}\n", out);
}

/* Returns whether a table is so wide that its page is turned. */
static bool is_landscape(const sheet *s)
{
    return s->n_columns > 0 && find_layout(s).setting->landscape;
}

/* A page is turned for a wide table, beginning at the heading above it. Paragraphs may be between the heading and its
 * table. A heading without a table before the next heading stays upright. */
static bool turns_here(const block *b)
{
    if (b->kind == HEADING && b->level > 1)
        while (b && b->kind != SHEET)
            b = b->next;
    return b && b->kind == SHEET && is_landscape(&b->sheet);
}

/* The title is not a section, because it must not be in the contents. */
static void put_heading(FILE *out, const block *b)
{
    static const char *const COMMANDS[] = {"section", "subsection", "subsubsection"};

    if (b->level <= 1)
        fputs("{\\LARGE\\bfseries\\raggedright ", out);
    else
        fprintf(out, "\\%s{", COMMANDS[b->level > 4 ? 2 : b->level - 2]);
    put_latex(out, b->text);
    fputs(b->level <= 1 ? "\\par}\n" : "}\n", out);
}

/* ROOM_MAX: the most lines of a page that are kept free. ROWS_KEPT: the most rows of a table that stays whole.
 * LETTERS_IN_LINE: the letters of a line of text. More than half of a page is never requested; otherwise pages would
 * stay half empty. */
enum { ROOM_MAX = 32, ROWS_KEPT = 14, LETTERS_IN_LINE = 95 };

/* Returns the least lines that a block takes before a page may end: a short table stays whole, a long one begins. */
static size_t lines_of(const block *b)
{
    size_t rows = b->kind == SHEET ? sheet_rows(&b->sheet) : 0;

    if (b->kind == SHEET)
        /* Four lines are for the heading row, the rules and the space around them. */
        return rows <= ROWS_KEPT ? rows + 4 : 8;
    return b->kind == HEADING ? 3 : 2 + salvo_text_width(b->text) / LETTERS_IN_LINE;
}

/* Keeps headings and paragraphs, from the first heading on, on one page with the table that they announce. */
static void keep_together(FILE *out, const block *b, bool announced)
{
    size_t lines = 0;

    if (announced || (b->kind == PARAGRAPH && (!b->next || b->next->kind != SHEET)))
        return;
    for (; b; b = b->next) {
        lines += lines_of(b);
        if (b->kind == SHEET || lines > ROOM_MAX)
            break;
    }
    fprintf(out, "\\room{%zu}\n", lines < ROOM_MAX ? lines : ROOM_MAX);
}

/* TeX refuses a table without columns. */
static void put_block(FILE *out, const block *b)
{
    layout l;

    if (b->kind == PARAGRAPH || b->kind == CODE) {
        put_latex(out, b->text);
        fputc('\n', out);
    } else if (b->kind == PICTURE) { /* braces around the name separate its dots from its ending */
        fprintf(out, "\\includegraphics[width=\\linewidth]{%s}\n", b->picture->file ? b->picture->file : "");
    } else if (b->kind == HEADING) {
        put_heading(out, b);
    } else if (b->sheet.n_columns > 0) {
        l = find_layout(&b->sheet);
        put_table(out, &b->sheet, &l);
    }
}

static bool has_picture(const page *p)
{
    for (const block *b = p->first; b; b = b->next)
        if (b->kind == PICTURE)
            return true;
    return false;
}

/* A turned page begins above the heading of its table and ends after the table. */
salvo_status page_write_latex(FILE *out, const page *p, salvo_error *err)
{
    bool landscape = false, announced = true, contents = page_has_contents(p);

    (void)err;
    fputs(PREAMBLE, out);
    fputs(has_picture(p) ? "\\usepackage{graphicx}\n" : "", out);
    fputs("\\begin{document}\n", out);
    for (const block *b = p->first; b; b = b->next) {
        fputc('\n', out);
        /* The contents precede the first section only. */
        if (contents && b->kind == HEADING && b->level == 2) {
            fputs("\\tableofcontents\n\n", out);
            contents = announced = false;
        }
        if (b->begins_page)
            fputs("\\clearpage\n", out);
        if (!landscape && turns_here(b)) {
            fputs("\\begin{landscape}\n", out);
            landscape = true;
        } else if (!landscape) {
            keep_together(out, b, announced);
        }
        put_block(out, b);
        announced = b->kind == HEADING || (announced && b->kind == PARAGRAPH);
        if (landscape && b->kind == SHEET) {
            fputs("\\end{landscape}\n", out);
            landscape = false;
        }
    }
    fputs("\n\\end{document}\n", out);
    return SALVO_OK;
}
