/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spreadsheet: a worksheet for each sheet of the page, then one with its paragraphs. Equal pages make equal bytes. */
#include "document/page_writers.h"

#if SALVO_HAS_XLSXWRITER

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include "base/grow.h"
#include "base/try.h"
#include "base/utf8.h"
#include "simulate/statistics.h"

enum {
    FORMATS_MAX = 1024,
    FORMAT_TEXT = 96,
    NAME_LETTERS = 31, /* Excel's limit for a worksheet's name */
    NAME_BYTES = 4 * NAME_LETTERS + 1,
    WIDTH_MAX = 60,
};
static const double LINE_POINTS = 15;
static const time_t CREATED = 946684800; /* 2000-01-01: a file does not reveal when it was made */

/* One workbook in progress. */
typedef struct book {
    lxw_workbook *workbook;
    lxw_format *heading, *number_heading, *left, *right, *wrapped, *title;
    struct {
        char code[FORMAT_TEXT];
        lxw_format *format;
    } numbers[FORMATS_MAX];
    size_t n_numbers;
    char (*names)[NAME_BYTES]; /* of the worksheets so far */
    size_t n_names, names_capacity;
    bool failed;
} book;

/* Returns a new format, or NULL; all functions accept NULL as the plain one. */
static lxw_format *add_format(book *b)
{
    lxw_format *format = workbook_add_format(b->workbook);

    if (!format)
        b->failed = true;
    return format;
}

/* Long headings are wrapped, so that a column of small numbers stays narrow. */
static void set_heading(lxw_format *format)
{
    format_set_bold(format);
    format_set_text_wrap(format);
    format_set_bottom(format, LXW_BORDER_THIN);
    format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
}

/* A text column is indented by one step; otherwise it would touch the numbers before it. */
static void make_formats(book *b)
{
    b->heading = add_format(b);
    b->number_heading = add_format(b);
    b->left = add_format(b);
    b->right = add_format(b);
    b->wrapped = add_format(b);
    b->title = add_format(b);
    if (b->failed)
        return;
    set_heading(b->heading);
    set_heading(b->number_heading);
    format_set_align(b->number_heading, LXW_ALIGN_RIGHT);
    format_set_indent(b->left, 1);
    format_set_align(b->right, LXW_ALIGN_RIGHT);
    format_set_text_wrap(b->wrapped);
    format_set_align(b->wrapped, LXW_ALIGN_VERTICAL_TOP);
    format_set_bold(b->title);
    format_set_text_wrap(b->title);
}

/* Writes Excel's code for numbers that look like the reading: "0.00 %". A bound is its own text; the number stays
 * behind it. */
static void code_of(char code[FORMAT_TEXT], const reading *r)
{
    char text[FIGURE_MAX], zeros[SALVO_DIGITS_MAX + 2] = "";
    const char *unit = r->percent ? " %" : "";
    int decimals = r->decimals;

    reading_text(text, r);
    /* "at most 0.037 %" is words around a number. */
    if (!strchr("+-0123456789", *text)) {
        snprintf(code, FORMAT_TEXT, "\"%s\"", text);
        return;
    }
    /* %g writes very large and very small numbers of six significant digits this way. */
    if (strchr(text, 'e')) {
        snprintf(code, FORMAT_TEXT, "0.00000E+00");
        return;
    }
    /* It has as many decimals as this number shows, because formats have no significant digits. */
    if (decimals == SIX_DIGITS)
        decimals = strchr(text, '.') ? (int)strspn(strchr(text, '.') + 1, "0123456789") : 0;
    if (decimals > 0)
        snprintf(zeros, sizeof zeros, ".%.*s", decimals, "000000000000000");
    if (r->sign)
        snprintf(code, FORMAT_TEXT, "+0%s%s;-0%s%s;0%s%s", zeros, unit, zeros, unit, zeros, unit);
    else
        snprintf(code, FORMAT_TEXT, "0%s%s", zeros, unit);
}

/* There is one format for each code, however many cells have it, because Excel refuses files with too many. */
static lxw_format *number_format(book *b, const reading *r)
{
    char code[FORMAT_TEXT];

    code_of(code, r);
    for (size_t i = 0; i < b->n_numbers; i++)
        if (strcmp(b->numbers[i].code, code) == 0)
            return b->numbers[i].format;
    /* Further numbers have Excel's default look. */
    if (b->n_numbers == FORMATS_MAX)
        return b->right;
    snprintf(b->numbers[b->n_numbers].code, FORMAT_TEXT, "%s", code);
    b->numbers[b->n_numbers].format = add_format(b);
    if (b->numbers[b->n_numbers].format)
        format_set_num_format(b->numbers[b->n_numbers].format, code);
    return b->numbers[b->n_numbers++].format;
}

/* For Excel, names that differ only in case are the same. */
static bool is_taken(const book *b, const char *name)
{
    for (size_t i = 0; i < b->n_names; i++)
        if (strcasecmp(b->names[i], name) == 0)
            return true;
    return strcasecmp(name, "history") == 0; /* Excel reserves that one */
}

/* Writes the part of the text that Excel accepts in a name, at most `letters` of it. A name may not begin with a blank.
 * Excel refuses an apostrophe at either end; it is left out everywhere. */
static void clean_name(char name[NAME_BYTES], const char *text, size_t letters)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + strlen(text);
    size_t length = 0;

    while (at < end && letters > 0) {
        size_t n = salvo_character(at, end);
        bool usable = n > 1 || (n == 1 && *at >= ' ' && !strchr("[]:*?/\\'", *at));

        if (usable && (length > 0 || *at != ' ')) {
            memcpy(name + length, at, n);
            length += n;
            letters -= n > 3 && letters > 1 ? 2 : 1; /* Excel counts in UTF-16 */
        }
        at += n ? n : 1;
    }
    while (length > 0 && name[length - 1] == ' ')
        length--;
    name[length] = '\0';
}

/* Makes a name that no other worksheet has: "expectation", "expectation (2)". */
static void make_name(book *b, char name[NAME_BYTES], const char *text)
{
    clean_name(name, text, NAME_LETTERS);
    if (!*name)
        snprintf(name, NAME_BYTES, "table");
    for (int i = 2; is_taken(b, name); i++) {
        char tail[16], start[NAME_BYTES];
        int length = snprintf(tail, sizeof tail, " (%d)", i);

        clean_name(start, *text ? text : "table", (size_t)(NAME_LETTERS - length));
        snprintf(name, NAME_BYTES, "%.*s%s", (int)(NAME_BYTES - sizeof tail), start, tail);
    }
    if (!salvo_grow(&b->names, &b->names_capacity, b->n_names + 1, sizeof *b->names)) {
        b->failed = true;
        return;
    }
    memcpy(b->names[b->n_names++], name, NAME_BYTES);
}

/* Returns NULL after a failure, including an earlier one. */
static lxw_worksheet *add_worksheet(book *b, const char *text)
{
    char name[NAME_BYTES];
    lxw_worksheet *worksheet = NULL;

    make_name(b, name, text);
    if (!b->failed)
        worksheet = workbook_add_worksheet(b->workbook, name);
    if (!worksheet)
        b->failed = true;
    return worksheet;
}

/* An interval takes two columns of the worksheet. A cell holds one number, and an interval is two: so formulas can use
 * both. */
static lxw_col_t columns_of(const sheet *s, size_t column)
{
    return s->column[column].kind == COLUMN_INTERVAL ? 2 : 1;
}

static void put_text(lxw_worksheet *w, lxw_row_t row, lxw_col_t column, const char *text, lxw_format *format)
{
    if (*text)
        worksheet_write_string(w, row, column, text, format);
}

/* The number itself is in the cell, and its look in the format, so formulas get all digits. */
static void put_cell(book *b, lxw_worksheet *w, const sheet *s, size_t row, size_t column, lxw_col_t at)
{
    reading number = sheet_number_at(s, row, column), end = number;
    lxw_row_t to = (lxw_row_t)row + (sheet_has_headings(s) ? 1 : 0);
    lxw_format *plain = s->column[column].kind != COLUMN_TEXT ? b->right : column ? b->left : NULL;

    end.kind = number.kind == READ_INTERVAL ? READ_VALUE : number.kind;
    if (number.kind == READ_NOTHING) {
        put_text(w, to, at, sheet_at(s, row, column), plain);
        return;
    }
    worksheet_write_number(w, to, at, end.value, number_format(b, &end));
    if (number.kind == READ_INTERVAL) {
        end.value = end.high;
        worksheet_write_number(w, to, at + 1, end.value, number_format(b, &end));
    }
}

/* Both columns of an interval say which end they are. */
static void put_heading(book *b, lxw_worksheet *w, const sheet *s, size_t column, lxw_col_t at)
{
    char text[256];

    if (s->column[column].kind != COLUMN_INTERVAL) {
        put_text(w, 0, at, s->column[column].heading,
                 s->column[column].kind == COLUMN_TEXT ? b->heading : b->number_heading);
        return;
    }
    snprintf(text, sizeof text, "%.200s: from", s->column[column].heading);
    put_text(w, 0, at, text, b->number_heading);
    snprintf(text, sizeof text, "%.200s: to", s->column[column].heading);
    put_text(w, 0, at + 1, text, b->number_heading);
}

/* A heading is wrapped if its column is narrower; the button of the filter is beside it. */
static double width_of(const sheet *s, size_t column)
{
    /* Four characters are for the button of the filter. */
    size_t heading = salvo_text_width(s->column[column].heading) + 4, width = heading < 20 ? heading : 20;

    if (s->column[column].kind == COLUMN_INTERVAL)
        return 16;
    for (size_t r = 0; r < sheet_rows(s); r++) {
        size_t w = salvo_text_width(sheet_at(s, r, column)) + 2;

        if (w > width)
            width = w;
    }
    return (double)(width < WIDTH_MAX ? width : WIDTH_MAX);
}

/* Returns the lines of the longest heading. The library does not know letter widths, so the height of a wrapped heading
 * is computed here. */
static int heading_lines(const sheet *s)
{
    int most = 1;

    for (size_t c = 0; c < s->n_columns; c++) {
        size_t letters = salvo_text_width(s->column[c].heading) + (s->column[c].kind == COLUMN_INTERVAL ? 8 : 4);
        int lines = (int)ceil((double)letters / width_of(s, c));

        most = lines > most ? lines : most;
    }
    return most;
}

/* Shades go from white for the impossible to blue for the certain; black letters are readable on both. The scale is
 * fixed to 0 and 1, and not to the least and the greatest of the column: the same shade is the same chance on every
 * worksheet. */
static void shade(lxw_worksheet *w, lxw_row_t first, lxw_row_t last, lxw_col_t column)
{
    lxw_conditional_format scale = {.type = LXW_CONDITIONAL_2_COLOR_SCALE,
                                    .min_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
                                    .max_rule_type = LXW_CONDITIONAL_RULE_TYPE_NUMBER,
                                    .min_value = 0,
                                    .max_value = 1,
                                    .min_color = 0xFFFFFF,
                                    .max_color = 0x6BAED6};

    worksheet_conditional_format_range(w, first, column, last, column, &scale);
}

/* Prints on one page across; the heading row stays visible and is repeated on paper. */
static void set_up(lxw_worksheet *w, const sheet *s, lxw_col_t columns)
{
    worksheet_set_landscape(w);
    worksheet_set_paper(w, 9); /* A4 */
    worksheet_fit_to_pages(w, 1, 0);
    if (!sheet_has_headings(s))
        return;
    worksheet_set_row(w, 0, LINE_POINTS * heading_lines(s), NULL);
    /* The first column also stays visible if it names the row. */
    worksheet_freeze_panes(w, 1, s->column[0].kind == COLUMN_TEXT ? 1 : 0);
    worksheet_repeat_rows(w, 0, 0);
    if (sheet_rows(s) > 0)
        worksheet_autofilter(w, 0, 0, (lxw_row_t)sheet_rows(s), (lxw_col_t)(columns - 1));
}

/* Rows without columns are not a table. */
static void put_sheet(book *b, const sheet *s, const char *name)
{
    lxw_worksheet *w = s->n_columns ? add_worksheet(b, name) : NULL;
    lxw_row_t first = sheet_has_headings(s) ? 1 : 0;
    lxw_col_t at = 0;

    if (!w)
        return;
    for (size_t c = 0; c < s->n_columns; c++) {
        put_heading(b, w, s, c, at);
        for (size_t r = 0; r < sheet_rows(s); r++)
            put_cell(b, w, s, r, c, at);
        worksheet_set_column(w, at, (lxw_col_t)(at + columns_of(s, c) - 1), width_of(s, c), NULL);
        if (s->column[c].kind == COLUMN_PROBABILITY && sheet_rows(s) > 0)
            shade(w, first, first + (lxw_row_t)sheet_rows(s) - 1, at);
        at = (lxw_col_t)(at + columns_of(s, c));
    }
    set_up(w, s, at);
}

/* Names a worksheet after its first column, or after the heading above it if that name is taken. */
static const char *name_of(const book *b, const block *at, const char *above)
{
    const sheet *s = &at->sheet;
    char cleaned[NAME_BYTES];

    if (s->name)
        return s->name;
    clean_name(cleaned, s->n_columns ? s->column[0].heading : "", NAME_LETTERS);
    return *cleaned && !is_taken(b, cleaned) ? s->column[0].heading : above;
}

/* Writes headings and paragraphs, one below the other. */
static void put_words(book *b, const page *p)
{
    lxw_worksheet *w = add_worksheet(b, "notes");
    lxw_row_t row = 0;

    if (!w)
        return;
    worksheet_set_column(w, 0, 0, 110, NULL);
    worksheet_fit_to_pages(w, 1, 0);
    for (const block *k = p->first; k; k = k->next)
        if (k->kind == HEADING || k->kind == PARAGRAPH || k->kind == CODE)
            put_text(w, row++, 0, k->text, k->kind == HEADING ? b->title : b->wrapped);
}

/* Puts it into a worksheet of its own. */
static void put_picture(book *b, const placed_picture *shown)
{
    char name[NAME_BYTES];
    lxw_worksheet *w;

    snprintf(name, sizeof name, "picture%s%.*s", shown->name ? " " : "", NAME_LETTERS, shown->name ? shown->name : "");
    w = shown->bytes ? add_worksheet(b, name) : NULL;
    if (!w)
        return;
    worksheet_set_landscape(w);
    worksheet_fit_to_pages(w, 1, 1);
    worksheet_insert_image_buffer(w, 0, 0, (const unsigned char *)shown->bytes, shown->length);
}

/* The paragraphs are last, in a worksheet of their own, because readers open a spreadsheet for its tables. */
static void fill(book *b, const page *p)
{
    /* The library only reads the title, though it does not declare so. */
    lxw_doc_properties properties = {.title = (char *)(uintptr_t)page_title(p), .created = CREATED};
    const char *above = page_title(p);
    bool words = false;

    workbook_set_properties(b->workbook, &properties);
    make_formats(b);
    for (const block *k = p->first; k && !b->failed; k = k->next) {
        if (k->kind == SHEET)
            put_sheet(b, &k->sheet, name_of(b, k, above));
        else if (k->kind == PICTURE)
            put_picture(b, k->picture);
        else
            words = true;
        if (k->kind == HEADING)
            above = k->text;
    }
    if (words && !b->failed)
        put_words(b, p);
}

/* The library writes only files, so it gets a folder of its own. The workbook's temporary files go there too, so that
 * nothing remains after a failure. */
static salvo_status make_folder(char path[4096], salvo_error *err)
{
    const char *where = getenv("TMPDIR");

    snprintf(path, 4096, "%.4000s/salvo.XXXXXX", where && *where ? where : "/tmp");
    if (!mkdtemp(path))
        return salvo_fail_at(err, SALVO_IO, where && *where ? where : "/tmp", 0, 0,
                             "a temporary folder cannot be made there: %s; set TMPDIR to another place",
                             strerror(errno));
    return SALVO_OK;
}

/* The opener of `out` finds errors of writing. */
static salvo_status copy(FILE *out, const char *path, salvo_error *err)
{
    FILE *in = fopen(path, "rb");
    char bytes[4096];
    size_t n;

    errno = 0;
    while (in && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, n, out);

    bool failed = !in || ferror(in);
    salvo_status status =
        failed ? salvo_fail_at(err, SALVO_IO, path, 0, 0, "cannot be read back: %s", strerror(errno)) : SALVO_OK;
    if (in)
        fclose(in);
    return status;
}

/* A failed close may be due to memory, which is distinguished from a file that cannot be written. workbook_close()
 * frees the workbook whether it succeeds or not. */
static salvo_status write_file(const page *p, const char *path, char *folder, salvo_error *err)
{
    lxw_workbook_options options = {.tmpdir = folder};
    book *b = calloc(1, sizeof *b);
    lxw_error error;
    bool failed;

    if (!b || !(b->workbook = workbook_new_opt(path, &options))) {
        free(b);
        return salvo_fail_memory(err);
    }
    fill(b, p);
    error = workbook_close(b->workbook);
    failed = b->failed || error == LXW_ERROR_MEMORY_MALLOC_FAILED;
    free(b->names);
    free(b);
    if (failed)
        return salvo_fail_memory(err);
    if (error != LXW_NO_ERROR)
        return salvo_fail_at(err, SALVO_IO, path, 0, 0, "the spreadsheet cannot be written: %s", lxw_strerror(error));
    return SALVO_OK;
}

/* The file and its folder are removed in any case. */
salvo_status page_write_xlsx(FILE *out, const page *p, salvo_error *err)
{
    char folder[4096], path[4096 + 16];
    salvo_status status;

    TRY(make_folder(folder, err));
    snprintf(path, sizeof path, "%s/book.xlsx", folder);
    status = write_file(p, path, folder, err);
    if (status == SALVO_OK)
        status = copy(out, path, err);
    unlink(path);
    rmdir(folder);
    return status;
}

#else

salvo_status page_write_xlsx(FILE *out, const page *p, salvo_error *err)
{
    (void)out;
    (void)p;
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "this salvo was built without libxlsxwriter and cannot write xlsx; a spreadsheet program can "
                      "open --format csv");
}

#endif
