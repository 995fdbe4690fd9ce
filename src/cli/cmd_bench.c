#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "document/page.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "an unknown compiler"
#endif

/* As the system calls it; "an unknown processor" where it does not. */
static void read_processor(char *name, size_t size)
{
    FILE *in = fopen("/proc/cpuinfo", "r");
    char line[256];

    snprintf(name, size, "an unknown processor");
    while (in && fgets(line, sizeof line, in)) {
        const char *value = strchr(line, ':');

        if (strncmp(line, "model name", strlen("model name")) != 0 || !value)
            continue;
        value += strspn(value, ": \t");
        snprintf(name, size, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (in)
        fclose(in);
}

/* Headings are words for reading, names for computing. */
static void add_rows(page *p, const bench_results *results, bool tidy)
{
    sheet *s = page_sheet(p);

    sheet_column(s, "benchmark", COLUMN_TEXT);
    sheet_column(s, "contender", COLUMN_TEXT);
    sheet_column(s, "threads", COLUMN_NUMBER);
    sheet_column(s, tidy ? "million_per_second" : "million/s", COLUMN_NUMBER);
    sheet_column(s, tidy ? "ratio_median" : "times base", COLUMN_NUMBER);
    sheet_column(s, tidy ? "ratio_min" : "least", COLUMN_NUMBER);
    sheet_column(s, tidy ? "ratio_max" : "most", COLUMN_NUMBER);
    for (size_t i = 0; i < results->n_rows; i++) {
        const bench_row *row = &results->rows[i];

        sheet_cell(s, "%s", row->benchmark);
        sheet_cell(s, "%s", row->contender);
        sheet_cell(s, "%d", row->threads);
        sheet_cell(s, "%.*f", row->million_per_s < 1 ? 6 : 2, row->million_per_s);
        sheet_cell(s, "%.2f", row->ratio.median);
        sheet_cell(s, "%.2f", row->ratio.least);
        sheet_cell(s, "%.2f", row->ratio.most);
    }
}

static void add_errors(page *p, const bench_results *results, bool tidy)
{
    sheet *s = page_sheet(p);

    sheet_column(s, tidy ? "benchmark" : "error against time", COLUMN_TEXT);
    sheet_column(s, "seconds", COLUMN_NUMBER);
    sheet_column(s, tidy ? "whole_seconds" : "in all", COLUMN_NUMBER);
    sheet_column(s, "trials", COLUMN_NUMBER);
    sheet_column(s, tidy ? "half_width" : "half-width", COLUMN_NUMBER);
    sheet_column(s, "error", COLUMN_NUMBER);
    for (size_t i = 0; i < results->n_errors; i++) {
        const bench_error *e = &results->errors[i];

        sheet_cell(s, "%s", e->benchmark);
        sheet_cell(s, "%g", e->seconds);
        sheet_cell(s, "%.3f", e->whole_seconds);
        sheet_cell(s, "%llu", (unsigned long long)e->trials);
        sheet_cell(s, "%.6f", e->half_width);
        sheet_cell(s, "%.6f", e->error);
    }
}

static salvo_status report(FILE *out, salvo_format format, const bench_results *results, salvo_error *err)
{
    char processor[256];
    page p;
    salvo_status status = page_init(&p, err);

    if (status == SALVO_OK) {
        bool tidy = is_for_computing(format);

        read_processor(processor, sizeof processor);
        if (!tidy) {
            page_heading(&p, "The Monte Carlo core against a plain loop by the book");
            page_paragraph(&p, "%s; %s.", processor, COMPILER);
        }
        add_rows(&p, results, tidy);
        if (!tidy) {
            page_paragraph(&p, "One exact solve of the duel TF takes %.1f microseconds.", results->solve_us);
            page_paragraph(&p, "Contenders of a benchmark run by turns; the first of them is its base, and ratios are "
                               "taken round by\nround: the median round, the least, the most. Every answer agrees "
                               "with the exact one. Contenders with one stream do without "
                               "addresses of\ntheir draws.");
        }
        add_errors(&p, results, tidy);
        if (!tidy)
            page_paragraph(&p, "The chance that a wins, after so many seconds of trials on all threads: half of its "
                               "95 %% interval,\nand how far it is from the exact one.");
        status = page_write(out, format, &p, err);
    }
    page_free(&p);
    return status;
}

static salvo_status run(context *x, salvo_error *err)
{
    options *o = &x->options;
    const salvo_ruleset *mad;
    const char *quick = getenv("SALVO_BENCH_QUICK");
    bench_results results;
    salvo_rulebook book;
    salvo_status status = SALVO_OK;

    if (o->names.n || o->parameters.n)
        status = salvo_fail(err, SALVO_BAD_INPUT, "bench takes no words, only options: salvo bench --format csv");
    for (size_t i = 0; i < BENCH_N_SETTINGS && status == SALVO_OK; i++)
        status = list_put(&o->set, BENCH_SETTINGS[i], err);
    if (status == SALVO_OK)
        status = salvo_ruleset_find("mad", &mad, err);
    if (status == SALVO_OK)
        status = book_open(&book, x, mad, err);
    if (status != SALVO_OK)
        return status;
    status = bench_run(&results, &book, quick && *quick, err);
    salvo_rulebook_close(&book);
    for (EACH_OUTPUT(&x->outputs, to))
        status = status == SALVO_OK ? report(to->stream, to->format, &results, err) : status;
    return status;
}

const command BENCH_COMMAND = {
    .name = "bench",
    .usage = "[--format FORMAT]",
    .help = "how fast this machine simulates, against a plain loop by the book",
    .more =
        "Words of the generator, dice, rolls, three duels and three battles, with every instruction set of this machine,\n"
        "with one thread and two; and how soon a battle's answer is precise. Takes two minutes, and wants the machine for\n"
        "itself. Every contender's answer is checked against the exact one. With SALVO_BENCH_QUICK set in the environment\n"
        "it only tries whether everything works.",
    .takes = TAKES_OUTPUT,
    .run = run,
};
