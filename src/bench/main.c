/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program salvo_bench: measures and prints the speeds of this machine. The numbers differ from run to run.
 *
 *     salvo_bench [FILE]          measures random words, dice, rolls, duels and battles of several sizes, target policies
 *                                 and rulebooks, with every instruction set, with one thread and two, beside plain loops
 *                                 of the rules; and how soon the answer for a battle is precise. Run nothing else
 *                                 meanwhile. The figures also go to FILE, in the format of its ending (.csv, .json).
 *     salvo_bench quick [FILE]    checks that everything works; its numbers mean nothing */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "bench/bench.h"
#include "cli/books.h"
#include "cli/complaint.h"
#include "cli/report.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "an unknown compiler"
#endif

/* Reads the name that the system uses, else "an unknown processor". */
static void read_processor(char *name, size_t size)
{
    FILE *in = fopen("/proc/cpuinfo", "r");
    char line[256];

    /* If /proc is missing or has another format, the measurement is still valid. */
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

static void describe_row(record *to, const void *of, size_t i)
{
    const bench_row *row = &((const bench_results *)of)->rows[i];
    /* In millions per second. Below 1 million, two decimal places would show nothing. */
    const datum speed =
        in_column(COLUMN_NUMBER, as_words(to, "%.*f", row->million_per_s < 1 ? 6 : 2, row->million_per_s));
    const datum median = in_column(COLUMN_NUMBER, as_words(to, "%.2f", row->ratio.median));
    const datum least = in_column(COLUMN_NUMBER, as_words(to, "%.2f", row->ratio.least));
    const datum most = in_column(COLUMN_NUMBER, as_words(to, "%.2f", row->ratio.most));
    const field fields[] = {
        {"benchmark", as_text(row->benchmark)},
        {"contender", as_text(row->contender)},
        {"threads", as_whole(row->threads)},
        {"million_per_second", speed},
        {"ratio_median", median},
        {"ratio_min", least},
        {"ratio_max", most},
    };

    PUT_FIELDS(to, fields);
}

static const view_column COLUMNS[] = {
    {"benchmark", NULL},
    {"contender", NULL},
    {"threads", NULL},
    {"million_per_second", "million/s"},
    {"ratio_median", "times base"},
    {"ratio_min", "least"},
    {"ratio_max", "most"},
};

/* The error of an answer after that many seconds. Users notice it; trials per second matter to programmers. */
static void describe_error(record *to, const void *of, size_t i)
{
    const bench_error *e = &((const bench_results *)of)->errors[i];
    const field fields[] = {
        {"error and time", as_text(e->benchmark)},
        {"seconds", in_column(COLUMN_NUMBER, as_words(to, "%g", e->seconds))},
        {"total", in_column(COLUMN_NUMBER, as_words(to, "%.3f", e->whole_seconds))},
        {"trials", as_whole(e->trials)},
        {"half-width", in_column(COLUMN_NUMBER, as_words(to, "%.6f", e->half_width))},
        {"error", in_column(COLUMN_NUMBER, as_words(to, "%.6f", e->error))},
    };

    PUT_FIELDS(to, fields);
}

/* The machine is above the numbers, which mean nothing without it. */
static void add_to_read(page *p, const void *of)
{
    const bench_results *results = of;
    char processor[256];

    read_processor(processor, sizeof processor);
    page_heading(p, "The simulation and a plain loop that rolls every die");
    page_paragraph(p, "%s; %s.", processor, COMPILER);
    page_view(p, VIEW(COLUMNS), describe_row, results, results->n_rows);
    page_paragraph(p, "One exact solution of the duel TF takes %.1f microseconds.", results->solve_us);
    page_paragraph(
        p,
        "The engines of a benchmark run in turn, round after round. The first one is the base, and each ratio is\n"
        "taken within a round: the median, the smallest and the largest are shown. Every answer is compared with the\n"
        "exact one, or with the plain loop's if the battle is too large for that. Engines with one stream draw their\n"
        "random numbers without addresses.");
    page_rows(p, READ, describe_error, results, results->n_errors);
    page_paragraph(p, "The chance that a wins, after some seconds of trials on all threads: the half-width of its "
                      "95 %% interval,\nand its distance from the exact answer.");
}

static void add_tidy(page *p, const void *of)
{
    page_rows(p, TIDY, describe_row, of, ((const bench_results *)of)->n_rows);
}

/* It has no chart: readers read the table row by row. */
static const answer_kind BENCH_ANSWER = {.read = add_to_read, .tidy = add_tidy};

/* Opens M.A.D. for the duels, with changed cells. */
static salvo_status open_changed(salvo_rulebook *book, context *x, salvo_error *err)
{
    options *o = &x->options;

    /* The cells are changed as with --set, so the benchmark measures what a user can run. */
    for (size_t i = 0; i < BENCH_N_SETTINGS; i++)
        list_put(&o->set, BENCH_SETTINGS[i]);
    TRY(list_check(&o->set, err));
    return book_open(book, x, "mad", err);
}

static salvo_status measure(bench_results *results, context *x, const open_books *books, bool quick, salvo_error *err)
{
    salvo_rulebook changed;
    salvo_status status;

    TRY(open_changed(&changed, x, err));
    status = bench_run(results, &changed, books->at, books->n, quick, err);
    salvo_rulebook_close(&changed);
    return status;
}

static salvo_status measure_and_report(context *x, bool quick, salvo_error *err)
{
    open_books books;
    bench_results results;
    salvo_status status;

    TRY(books_open(&books, x, false, err));
    status = measure(&results, x, &books, quick, err);
    /* The results hold only numbers, not text of the books. */
    books_close(&books);
    return report(x, &BENCH_ANSWER, &results, status, err);
}

/* Prints the table, and writes the figures to `path` in the format of its ending unless that is NULL. */
static salvo_status run(context *x, bool quick, const char *path, salvo_error *err)
{
    salvo_format format = {.kind = SALVO_TABLE};
    salvo_status status = outputs_add(&x->outputs, NULL, format, err);

    if (status == SALVO_OK && path)
        status = outputs_format(path, &format, err);
    if (status == SALVO_OK && path)
        status = outputs_add(&x->outputs, path, format, err);
    if (status == SALVO_OK)
        status = measure_and_report(x, quick, err);
    if (status == SALVO_OK)
        status = outputs_close(&x->outputs, err);
    return status == SALVO_OK ? outputs_deliver(&x->outputs, err) : status;
}

int main(int argc, char **argv)
{
    const bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    salvo_error err = {0};
    context x;
    salvo_status status;

    if (argc > 2 + quick || (argc > 1 && argv[argc - 1][0] == '-')) {
        fputs("usage: salvo_bench [quick] [FILE]\n", stderr);
        return EXIT_FAILURE;
    }
    status = context_init(&x, NULL, &err);
    if (status != SALVO_OK) {
        fprintf(stderr, "salvo_bench: %s\n", err.text);
        return complaint_status(status);
    }
    status = run(&x, quick, argc == 2 + quick ? argv[argc - 1] : NULL, &err);
    if (status != SALVO_OK)
        complaint_put(stderr, &x, &err);
    context_free(&x);
    return complaint_status(status);
}
