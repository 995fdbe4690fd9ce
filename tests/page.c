/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page with everything that is hard to write, in every format, against files that people have read; a spreadsheet
 * is unzipped and looked into. With SALVO_RECORD set in the environment the files are written anew. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <salvo/text.h>

#include "answers/answer.h"
#include "base/utf8.h"
#include "document/json.h"
#include "document/page.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const struct reading_case {
    const char *name, *text;
    reading r;
} READINGS[] = {
    {"a percentage", "25.00 %", {READ_VALUE, 0.25, 0, 2, true, false, false}},
    {"none at all", "0.00 %", {READ_VALUE, 0, 0, 2, true, false, false}},
    {"too small for its digits", "< 0.01 %", {READ_VALUE, 0.00004, 0, 2, true, false, false}},
    {"too large for its digits", "> 99.99 %", {READ_VALUE, 0.99996, 0, 2, true, false, false}},
    {"half a unit is told", "0.01 %", {READ_VALUE, 0.00005, 0, 2, true, false, false}},
    {"whole percents", "< 1 %", {READ_VALUE, 0.004, 0, 0, true, false, false}},
    {"a mean", "18.7", {READ_VALUE, 18.7, 0, SIX_DIGITS, false, false, false}},
    {"a small mean", "0.000012", {READ_VALUE, 0.0000123, 0, SIX_DIGITS, false, false, false}},
    {"a mean that is hardly there", "< 0.000001", {READ_VALUE, 1.25e-9, 0, SIX_DIGITS, false, false, false}},
    {"a hardly lower mean", "> -0.000001", {READ_VALUE, -1.25e-9, 0, SIX_DIGITS, false, true, false}},
    {"a large mean", "1234568", {READ_VALUE, 1234567.8, 0, SIX_DIGITS, false, false, false}},
    {"a large difference", "+1234568", {READ_VALUE, 1234567.8, 0, SIX_DIGITS, false, true, false}},
    {"a difference of six digits", "+1.5", {READ_VALUE, 1.5, 0, SIX_DIGITS, false, true, false}},
    {"a percentage of six digits", "12.5 %", {READ_VALUE, 0.125, 0, SIX_DIGITS, true, false, false}},
    {"a mean with its digits", "18.70", {READ_VALUE, 18.7, 0, 2, false, false, false}},
    {"a difference", "+1.50", {READ_VALUE, 1.5, 0, 2, false, true, false}},
    {"a bound above", "at most 0.037 %", {READ_AT_MOST, 0.000366, 0, 3, true, false, false}},
    {"a bound below", "at least 99.963 %", {READ_AT_LEAST, 0.999634, 0, 3, true, false, false}},
    {"an interval", "62.61 to 62.68 %", {READ_INTERVAL, 0.62614, 0.62678, 2, true, false, false}},
    {"an interval of differences", "-0.5 to +0.5", {READ_INTERVAL, -0.5, 0.5, 1, false, true, false}},
    {"a decimal comma", "62,64 %", {READ_VALUE, 0.6264, 0, 2, true, false, true}},
    {"nothing", "", {READ_NOTHING, 0, 0, 0, false, false, false}},
};

static void a_reading_has_its_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(READINGS); i++) {
        char text[FIGURE_MAX];

        reading_text(text, &READINGS[i].r);
        if (strcmp(text, READINGS[i].text) != 0)
            fail_msg("%s: '%s' instead of '%s'", READINGS[i].name, text, READINGS[i].text);
    }
}

/* Half-widths of 0.6, 0.06 and 0.0006 of a hundred: 1, 2 and 4 decimals: the last one is worth the half-width at most. */
static void trials_have_the_digits_of_their_interval(void **state)
{
    static const struct {
        salvo_estimate e;
        uint64_t count;
        const char *text, *interval;
    } CASES[] = {
        {{0.25514, 0.2491, 0.2611}, 5103, "25.5 %", "24.9 to 26.1 %"},
        {{0.255142, 0.25454, 0.25574}, 1, "25.51 %", "25.45 to 25.57 %"},
        {{0.2551426, 0.2551366, 0.2551486}, 1, "25.5143 %", "25.5137 to 25.5149 %"},
        {{0, 0, 0.000192}, 0, "at most 0.019 %", "0.000 to 0.019 %"},
        {{1, 0.999808, 1}, 20000, "at least 99.981 %", "99.981 to 100.000 %"},
        {{0, 0, 0}, 0, "0 %", ""},
        {{1, 1, 1}, 20000, "100 %", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        char text[FIGURE_MAX];

        reading_put(text, read_share(&CASES[i].e, CASES[i].count, 20000), (salvo_format){.kind = SALVO_TABLE});
        assert_string_equal(text, CASES[i].text);
        reading_put(text, read_share_interval(&CASES[i].e), (salvo_format){.kind = SALVO_TABLE});
        assert_string_equal(text, CASES[i].interval);
    }
}

static void digits_can_be_fixed(void **state)
{
    const salvo_estimate e = {0.25514, 0.2491, 0.2611};
    char text[FIGURE_MAX];

    (void)state;
    reading_put(text, read_share(&e, 1, 2), (salvo_format){.fixed = true, .digits = 0});
    assert_string_equal(text, "26 %");
    reading_put(text, read_share_interval(&e), (salvo_format){.fixed = true, .digits = 4});
    assert_string_equal(text, "24.9100 to 26.1100 %");
    reading_put(text, read_number(18.7, SIX_DIGITS), (salvo_format){.fixed = true, .digits = 3});
    assert_string_equal(text, "18.700");
}

static void add_numbers(page *p)
{
    sheet *s = page_sheet(p);

    sheet_name(s, "Numbers: all [of] them?");
    sheet_column(s, "what & why", COLUMN_TEXT);
    sheet_column(s, "chance", COLUMN_PROBABILITY);
    sheet_column(s, "fraction", COLUMN_FRACTION);
    sheet_column(s, "95 % interval", COLUMN_INTERVAL);
    sheet_column(s, "points", COLUMN_NUMBER);
    sheet_column(s, "nothing in it", COLUMN_TEXT);
    sheet_cell(s, "likely");
    sheet_reading(s, read_percent(0.6264, 2));
    sheet_cell(s, "1/4");
    sheet_reading(s, read_share_interval(&(salvo_estimate){0.62645, 0.62614, 0.62678}));
    sheet_cell(s, "%d", 108);
    sheet_cell(s, "%s", "");
    sheet_cell(s, "never seen");
    sheet_reading(s, read_share(&(salvo_estimate){0, 0, 0.000366}, 0, 1000));
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%d", -3);
    sheet_cell(s, "%s", "");
    sheet_cell(s, "text of another report");
    sheet_cell(s, "12.50 %%");
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", "");
    sheet_cell(s, "-");
    sheet_cell(s, "%s", "");
}

/* Signs that mean something to one of the formats, and letters from elsewhere. */
static void add_words(page *p)
{
    static const char *const WORDS[] = {
        "a|b *c* _d_ <e> `f` \\g",
        "{x} $1 50 % #2 ~3 ^4 & \"5\" it's",
        "--set 'a''b' <<c>> ,,d, [e]",
        "*starred",
        "[bracketed]",
        "=1+1",
        "[l](javascript:alert(1)) ![i](x)",
        "~~gone~~ &copy; & so on",
        "two\r\nlines\tand a tab",
        "a\x1B[31m red\x7F, \xC2\x9B and \xE2\x80\xAE back\xE2\x81\xA9, \xFF no text \xEF\xBB\xBF",
        "Br\xC3\xBCmmb\xC3\xA4r \xE2\x89\xA5 3 \xE2\x80\x93 \xD0\x96, \xC4\xA6",
    };
    sheet *s = page_sheet(p);

    sheet_name(s, "numbers all of them");
    sheet_column(s, "", COLUMN_TEXT);
    sheet_column(s, "a long text that a narrow column has to break into several lines of its own", COLUMN_TEXT);
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        sheet_cell(s, "%s", WORDS[i]);
        sheet_cell(s, "%s",
                   i ? ""
                     : "The quick brown fox jumps over the lazy dog, and then it sits down and looks "
                       "back at the dog, which has not moved at all but thinks of moving.");
    }
}

static void fill(page *p)
{
    salvo_text lines = {0};

    page_begin(p, (salvo_format){.kind = SALVO_TABLE});
    page_heading_at(p, 1, "All that is hard & <rare>\x1B[1m \xEF\xBF\xBE");
    page_heading(p, "Numbers");
    page_paragraph(p, "Two tables: 100 %% of them.");
    add_numbers(p);
    page_paragraph(p, "    # no heading, [no link](javascript:alert(1))\n- no item\n12. no number\n--- no rule\n"
                      "> no quotation\n+ no item\n=== no line, 1.5 of -3 + 2");
    page_heading_at(p, 3, "Words\n# <and> [more](x)");
    salvo_text_put(&lines, "- one line\n- and another\n# no heading\n");
    page_text(p, &lines);
    add_words(p);
}

/* What the page is in a format; the caller frees it. */
static char *written(salvo_format format, size_t *length)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, length);
    page p;

    assert_non_null(out);
    fill(&p);
    assert_int_equal(page_write(out, format, &p, NULL), SALVO_OK);
    page_free(&p);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static void golden_path(char path[512], const char *ending)
{
    const char *tests = getenv("SALVO_TESTS");

    snprintf(path, 512, "%s/golden/page.%s", tests ? tests : ".", ending);
}

static char *read_golden(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);

    assert_non_null(text);
    if (!in || fread(text, 1, (1 << 16) - 1, in) == 0)
        fail_msg("%s: cannot be read", path);
    fclose(in);
    return text;
}

static void a_page_is_the_golden_file(void **state)
{
    static const struct {
        salvo_format_kind kind;
        const char *ending;
    } FILES[] = {{SALVO_TABLE, "txt"},   {SALVO_CSV, "csv"},   {SALVO_JSON, "json"},
                 {SALVO_MARKDOWN, "md"}, {SALVO_LATEX, "tex"}, {SALVO_HTML, "html"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(FILES); i++) {
        size_t length;
        char path[512], *text = written((salvo_format){.kind = FILES[i].kind}, &length), *golden;

        golden_path(path, FILES[i].ending);
        if (getenv("SALVO_RECORD")) {
            FILE *out = fopen(path, "wb");

            assert_non_null(out);
            fwrite(text, 1, length, out);
            fclose(out);
        }
        golden = read_golden(path);
        assert_string_equal(text, golden);
        free(golden);
        free(text);
    }
}

/* Whatever came in, nothing of it gets out: not as it is, nor in what a terminal, a browser or a spreadsheet would make of
 * it. */
static void no_unseen_character_gets_out(void **state)
{
    static const salvo_format_kind FORMATS[] = {SALVO_TABLE,    SALVO_CSV,   SALVO_JSON,
                                                SALVO_MARKDOWN, SALVO_LATEX, SALVO_HTML};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(FORMATS); i++) {
        salvo_text_fault fault;
        size_t length;
        char *text = written((salvo_format){.kind = FORMATS[i]}, &length);

        if (salvo_text_has_fault(text, length, &fault))
            fail_msg("format %d, %d:%d: U+%04X", (int)FORMATS[i], fault.line, fault.column, (unsigned)fault.code);
        free(text);
    }
}

/* JSON keeps what it can escape. */
static void json_escapes_what_nobody_would_see(void **state)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);

    (void)state;
    assert_non_null(out);
    assert_int_equal(json_write(out, json_pack("[s]", "\xC3\xA4\x1B\x7F\xE2\x80\xAE\xF3\xA0\x81\x81z"), NULL),
                     SALVO_OK);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(bytes, "[\n \"\xC3\xA4\\u001B\\u007F\\u202E\\uDB40\\uDC41z\"\n]\n");
    free(bytes);
}

/* A text longer than any line is whole. */
static void a_long_text_is_whole(void **state)
{
    enum { LETTERS = 5000 };
    char *letters = calloc(1, 2 * LETTERS + 1), *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    page p;

    (void)state;
    assert_true(letters && out);
    for (size_t i = 0; i < LETTERS; i++)
        memcpy(letters + 2 * i, "\xC3\xA4", 2);
    page_begin(&p, (salvo_format){.kind = SALVO_TABLE});
    page_paragraph(&p, "%s", letters);
    sheet_column(page_sheet(&p), "x", COLUMN_TEXT);
    assert_int_equal(page_write(out, (salvo_format){.kind = SALVO_TABLE}, &p, NULL), SALVO_OK);
    page_free(&p);
    assert_int_equal(fclose(out), 0);
    assert_memory_equal(bytes, letters, 2 * LETTERS);
    free(letters);
    free(bytes);
}

/* A part of the archive as text; the caller frees it. */
static char *unzipped(const char *archive, const char *part)
{
    char command[1024], *text = calloc(1, 1 << 16);
    FILE *in;

    assert_non_null(text);
    snprintf(command, sizeof command, "unzip -p '%s' '%s'", archive, part);
    in = popen(command, "r");
    assert_non_null(in);
    if (fread(text, 1, (1 << 16) - 1, in) == 0)
        fail_msg("%s has no %s", archive, part);
    pclose(in);
    return text;
}

static void holds(const char *archive, const char *part, const char *const *wanted, size_t n)
{
    char *text = unzipped(archive, part);

    for (size_t i = 0; i < n; i++)
        if (!strstr(text, wanted[i]))
            fail_msg("%s: there is no %s in\n%s", part, wanted[i], text);
    free(text);
}

/* The part has no character that XML does not know, and no formula. */
static void is_plain(const char *archive, const char *part)
{
    char *text = unzipped(archive, part);
    salvo_text_fault fault;

    if (salvo_text_has_fault(text, strlen(text), &fault))
        fail_msg("%s, %d:%d: U+%04X", part, fault.line, fault.column, (unsigned)fault.code);
    if (strstr(text, "<f>") || strstr(text, "<f "))
        fail_msg("%s has a formula", part);
    free(text);
}

static void needs_spreadsheets(void)
{
    if (SALVO_HAS_XLSXWRITER)
        return;
    print_message("this salvo was built without libxlsxwriter\n");
    skip();
}

/* Numbers with all their digits, beside the format that shows as many as there should be. */
static void a_spreadsheet_has_its_numbers(void **state)
{
    static const char *const CELLS[] = {
        "><v>0.6264</v>",   "<v>0.62614</v>",  "<v>0.62678</v>",
        "<v>108</v>",       "<v>0.000366</v>", "<v>-3</v>",
        "<c r=\"B4\"",      "<v>0.125</v>",    "<autoFilter ref=\"A1:F4\"/>",
        "state=\"frozen\"", "ySplit=\"1\"",    "sqref=\"B2:B4\"><cfRule type=\"colorScale\"",
    };
    static const char *const FORMATS[] = {"formatCode=\"0.00 %\"", "formatCode=\"&quot;at most 0.037 %&quot;\""};
    static const char *const NAMES[] = {"name=\"Numbers all of them\"", "name=\"numbers all of them (2)\"",
                                        "name=\"notes\""};
    static const char *const STRINGS[] = {"<t>=1+1</t>", "&lt;e&gt;", "Br\xC3\xBCmmb\xC3\xA4r"};
    static const char *const PARTS[] = {
        "docProps/core.xml",        "docProps/app.xml",         "xl/workbook.xml",     "xl/worksheets/sheet1.xml",
        "xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml", "xl/sharedStrings.xml"};
    char path[] = "/tmp/salvo-page-XXXXXX", *bytes;
    size_t length;
    int file;

    (void)state;
    needs_spreadsheets();
    if (system("command -v unzip >/dev/null") != 0) {
        print_message("there is no unzip (scripts/setup installs it): the spreadsheet is not read back\n");
        skip();
    }
    bytes = written((salvo_format){.kind = SALVO_XLSX}, &length);
    file = mkstemp(path);
    assert_true(file >= 0 && write(file, bytes, length) == (ssize_t)length);
    close(file);
    holds(path, "xl/worksheets/sheet1.xml", CELLS, COUNT_OF(CELLS));
    holds(path, "xl/styles.xml", FORMATS, COUNT_OF(FORMATS));
    holds(path, "xl/workbook.xml", NAMES, COUNT_OF(NAMES));
    holds(path, "xl/sharedStrings.xml", STRINGS, COUNT_OF(STRINGS));
    for (size_t i = 0; i < COUNT_OF(PARTS); i++)
        is_plain(path, PARTS[i]);
    unlink(path);
    free(bytes);
}

static void equal_pages_are_equal_files(void **state)
{
    size_t length, again_length;
    char *bytes, *again;

    (void)state;
    needs_spreadsheets();
    bytes = written((salvo_format){.kind = SALVO_XLSX}, &length);
    sleep(2); /* the clock of a zip archive has steps of two seconds */
    again = written((salvo_format){.kind = SALVO_XLSX}, &again_length);
    assert_int_equal(length, again_length);
    assert_memory_equal(bytes, again, length);
    free(bytes);
    free(again);
}

static void fixed_digits_leave_the_numbers_alone(void **state)
{
    salvo_format format = {.kind = SALVO_CSV, .fixed = true, .digits = 0};
    size_t length;
    char *text = written(format, &length);

    (void)state;
    assert_non_null(strstr(text, "likely,0.6264,"));
    free(text);
    format.kind = SALVO_TABLE;
    text = written(format, &length);
    assert_non_null(strstr(text, "63 %"));
    assert_null(strstr(text, "62.64 %"));
    assert_non_null(strstr(text, "63 to 63 %"));
    assert_non_null(strstr(text, "12.50 %")); /* no reading: its report knows why */
    free(text);
}

/* A coin, counted and thrown eight times. */
static const salvo_answer COIN = {
    .exact = true, .simulated = true, .simulation = {.trials = 8, .seed = 1, .stopped_by = SALVO_STOPPED_BY_TRIALS}};
static const salvo_figure HEADS = {{0.5, "1/2"}, {0.25, 0.1, 0.75}, 2};
static const salvo_bounds WORTH = {1.5, 1.25, 1.75};

/* Of three rows, the second is left out. */
static void describe(record *to, const void *of, size_t i)
{
    const field fields[] = {
        {"name", read_as(to, as_text(i ? "tails" : "heads"), as_text(i ? "T" : "H"))},
        {"nothing", if_there(false, as_whole(1))},
        {"row", only_in(TIDY, as_whole(i))},
        {"probability", as_probability(&COIN, &HEADS, 1)},
        {"worth", as_bounds(&WORTH, 2)},
        {"main", only_in(TIDY, of_row(as_bounds(&WORTH, 2)))},
        {"share", with_interval(as_percent(0.25, 1), &HEADS.simulated, i == 0)},
        {"rare", or_empty(i == 0, with_interval(as_number(1), &HEADS.simulated, true))},
        {"unknown", if_known(false, as_bounds(&WORTH, 2))},
        {"thrown", only_in(TIDY, of_trials(as_text("yes")))},
        {"ends", LIST({NULL, as_number(i)}, {NULL, as_real(i)}, {NULL, as_number(NAN)})},
        {"both", OBJECT({"a", as_flag(true)}, {"b", as_name("")})},
    };

    (void)of;
    if (i != 1)
        PUT_FIELDS(to, fields);
}

static void add_to_read(page *p, const void *rows)
{
    static const view_column COLUMNS[] = {{"name", ""},       {"nothing", NULL}, {"probability", NULL},
                                          {"rare", "seldom"}, {"worth", NULL},   {"unknown", NULL}};

    page_view(p, VIEW(COLUMNS), describe, NULL, *(const size_t *)rows);
}

static void add_tidy(page *p, const void *rows)
{
    page_rows(p, TIDY, describe, NULL, *(const size_t *)rows);
}

static void describe_document(record *to, const void *rows)
{
    const field fields[] = {{"rows", as_objects(describe, NULL, *(const size_t *)rows)}};

    PUT_FIELDS(to, fields);
}

static void one_table_of_fields_is_every_format(void **state)
{
    static const answer_kind KIND = {.read = add_to_read, .tidy = add_tidy, .document = describe_document};
    static const struct {
        salvo_format_kind format;
        size_t rows;
        const char *text;
    } CASES[] = {
        {SALVO_TABLE, 3,
         "   probability  fraction  simulated  95 % interval  seldom  worth          95 %\n"
         "H       50.0 %       1/2       25 %     10 to 75 %       1   1.50  1.25 to 1.75\n"
         "T       50.0 %       1/2       25 %     10 to 75 %           1.50  1.25 to 1.75\n"},
        {SALVO_TABLE, 0, "  probability  fraction  simulated  95 % interval  seldom  worth  95 %\n"},
        {SALVO_CSV, 3,
         "name,row,value,exact,low,high,method,trials,seed,stopped_by,worth,worth_low,worth_high,main,low,high,share,"
         "share_low,share_high,rare,rare_low,rare_high,unknown,unknown_low,unknown_high,thrown\r\n"
         "heads,0,0.5,1/2,,,exact,,,,1.5,1.25,1.75,1.5,1.25,1.75,0.25,0.1,0.75,1,0.1,0.75,,,,\r\n"
         "heads,0,0.25,,0.1,0.75,monte-carlo,8,1,trials,1.5,1.25,1.75,1.5,1.25,1.75,0.25,0.1,0.75,1,0.1,0.75,,,,yes\r\n"
         "tails,2,0.5,1/2,,,exact,,,,1.5,1.25,1.75,1.5,1.25,1.75,0.25,,,,,,,,,\r\n"
         "tails,2,0.25,,0.1,0.75,monte-carlo,8,1,trials,1.5,1.25,1.75,1.5,1.25,1.75,0.25,,,,,,,,,yes\r\n"},
        {SALVO_JSON, 1,
         "{\n \"rows\": [\n  {\n   \"name\": \"heads\",\n   \"probability\": 0.5,\n   \"exact\": \"1/2\",\n"
         "   \"count\": 2,\n   \"simulated\": 0.25,\n   \"ci95\": [\n    0.1,\n    0.75\n   ],\n"
         "   \"worth\": {\n    \"value\": 1.5,\n    \"ci95\": [\n     1.25,\n     1.75\n    ]\n   },\n"
         "   \"share\": 0.25,\n   \"share_ci95\": [\n    0.1,\n    0.75\n   ],\n"
         "   \"rare\": 1,\n   \"rare_ci95\": [\n    0.1,\n    0.75\n   ],\n"
         "   \"ends\": [\n    0,\n    0.0,\n    null\n   ],\n"
         "   \"both\": {\n    \"a\": true,\n    \"b\": null\n   }\n  }\n ]\n}\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        char *bytes = NULL;
        size_t length;
        FILE *out = open_memstream(&bytes, &length);

        assert_non_null(out);
        assert_int_equal(answer_write(out, (salvo_format){.kind = CASES[i].format}, &KIND, &CASES[i].rows, NULL),
                         SALVO_OK);
        assert_int_equal(fclose(out), 0);
        assert_string_equal(bytes, CASES[i].text);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reading_has_its_text),
        cmocka_unit_test(trials_have_the_digits_of_their_interval),
        cmocka_unit_test(digits_can_be_fixed),
        cmocka_unit_test(a_page_is_the_golden_file),
        cmocka_unit_test(no_unseen_character_gets_out),
        cmocka_unit_test(json_escapes_what_nobody_would_see),
        cmocka_unit_test(a_long_text_is_whole),
        cmocka_unit_test(a_spreadsheet_has_its_numbers),
        cmocka_unit_test(equal_pages_are_equal_files),
        cmocka_unit_test(fixed_digits_leave_the_numbers_alone),
        cmocka_unit_test(one_table_of_fields_is_every_format),
    };

    return cmocka_run_group_tests_name("page", tests, NULL, NULL);
}
