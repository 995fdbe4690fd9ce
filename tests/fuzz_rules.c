/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulebooks with mistakes in them: every one is refused in words or answers, in bounded time, and nothing crashes.
 *
 *     fuzz_rules EXAMPLES NOTE SEED FIRST COUNT [SECONDS]
 *
 * Rulebook number n (of the seed) is a folder of EXAMPLES with a file spoiled in up to three places, in memory. It is
 * opened and asked everything. When the program dies, the file NOTE says which number it was. Numbers FIRST to
 * FIRST + COUNT - 1 are tried, or as many as there are seconds for. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "ask_all.h"
#include "fuzz/files.h"
#include "mutate.h"
#include "splitmix.h"

enum { BOOKS_MAX = 16, FILES_MAX = 16, PATH = 480, LONGEST_S = 60 };

typedef struct file {
    char name[64];
    char *text; /* room for MUTATED_MAX */
} file;

typedef struct example {
    char directory[PATH];
    file files[FILES_MAX];
    size_t n_files, bytes;
} example;

static example examples[BOOKS_MAX];
static size_t n_examples;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "fuzz_rules: %s %s\n", what, name);
    exit(1);
}

static char *read_text(const char *path)
{
    char *text = calloc(1, MUTATED_MAX);
    FILE *in = fopen(path, "rb");

    if (!text || !in || fread(text, 1, MUTATED_MAX - 1, in) == MUTATED_MAX - 1)
        fail("cannot read", path);
    fclose(in);
    return text;
}

static bool has_ending(const char *name, const char *ending)
{
    return strlen(name) > strlen(ending) && strcmp(name + strlen(name) - strlen(ending), ending) == 0;
}

/* Of the folder's files those that salvo reads. */
static void read_example(example *e)
{
    struct dirent **entries;
    int n = scandir(e->directory, &entries, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        char path[2 * PATH];

        if (e->n_files < FILES_MAX &&
            (has_ending(name, ".lua") || has_ending(name, ".csv") || has_ending(name, ".yaml"))) {
            snprintf(path, sizeof path, "%s/%s", e->directory, name);
            snprintf(e->files[e->n_files].name, sizeof e->files->name, "%.63s", name);
            e->files[e->n_files].text = read_text(path);
            e->bytes += strlen(e->files[e->n_files++].text);
        }
        free(entries[i]);
    }
    free(entries);
}

static void read_examples(const char *from)
{
    struct dirent **entries;
    int n = scandir(from, &entries, NULL, alphasort);

    for (int i = 0; i < n; free(entries[i++])) {
        example *e = &examples[n_examples];
        char path[2 * PATH];

        snprintf(path, sizeof path, "%.400s/%.64s/ruleset.yaml", from, entries[i]->d_name);
        if (n_examples == BOOKS_MAX || entries[i]->d_name[0] == '.' || access(path, R_OK) != 0)
            continue;
        snprintf(e->directory, sizeof e->directory, "%.400s/%.64s", from, entries[i]->d_name);
        read_example(e);
        n_examples++;
    }
    if (n < 0 || n_examples == 0)
        fail("no rulebook in", from);
    free(entries);
}

/* The rules three times of four; else any file. */
static file *any_file(example *e, uint64_t *random)
{
    bool rules = splitmix_next(random) % 4 > 0;

    for (size_t i = 0; rules && i < e->n_files; i++)
        if (has_ending(e->files[i].name, ".lua"))
            return &e->files[i];
    return &e->files[splitmix_next(random) % e->n_files];
}

/* Large ones, which take as long as ten others to be read, more rarely. */
static example *any_example(uint64_t *random)
{
    enum { LARGE = 15000, RARELY = 8 };
    example *e = &examples[splitmix_next(random) % n_examples];

    return e->bytes > LARGE && splitmix_next(random) % RARELY ? &examples[splitmix_next(random) % n_examples] : e;
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static asked count;
static unsigned long opened;

/* Mostly one thing is asked: what goes wrong in a rule shows in most questions. */
static void open_and_ask(const char *directory, uint64_t *random)
{
    salvo_rulebook book;
    salvo_error err = {0};
    salvo_status status = salvo_rulebook_open(&book, NULL, directory, NULL, 0, &err);

    if (status != SALVO_OK && !*err.text)
        fail("no message for", directory);
    if (status != SALVO_OK)
        return;
    opened++;
    (splitmix_next(random) % 16 ? ask_any : ask_all)(&book, random, &count);
    salvo_rulebook_close(&book);
}

/* The process dies when it has worked so long; 0: it may go on. On a busy machine a clock would end it too early. */
static void allow_seconds(int seconds)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static void try_number(unsigned long seed, unsigned long number)
{
    uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15) + number;
    example *e = any_example(&random);
    file *spoiled = any_file(e, &random);
    char text[MUTATED_MAX], path[PATH];

    strcpy(text, spoiled->text);
    mutate(text, has_ending(spoiled->name, ".csv"), &random);
    snprintf(path, sizeof path, "%.400s/%.64s", e->directory, spoiled->name);
    fuzz_file(path, text, strlen(text));
    allow_seconds(LONGEST_S);
    open_and_ask(e->directory, &random);
    allow_seconds(0);
}

/* Says which number is tried, so that it is known when the program dies. */
static void note_number(int note, unsigned long number)
{
    char text[32];
    const int length = snprintf(text, sizeof text, "%-20lu\n", number);

    if (pwrite(note, text, (size_t)length, 0) != length)
        fail("cannot write", "the number");
}

int main(int n_arguments, char **arguments)
{
    unsigned long seed, first, numbers, tried = 0;
    double begun = now_s(), longest = 0, seconds;
    int note;

    if (n_arguments < 6)
        fail("usage: fuzz_rules EXAMPLES NOTE SEED FIRST COUNT [SECONDS]", "");
    note = open(arguments[2], O_WRONLY | O_CREAT, 0666);
    setenv("SALVO_DATA", arguments[1], 1); /* what is read once */
    read_examples(arguments[1]);
    seed = strtoul(arguments[3], NULL, 10);
    first = strtoul(arguments[4], NULL, 10);
    numbers = strtoul(arguments[5], NULL, 10);
    seconds = n_arguments > 6 ? strtod(arguments[6], NULL) : 1e9;
    for (; tried < numbers && now_s() - begun < seconds; tried++) {
        double start = now_s();

        note_number(note, first + tried);
        try_number(seed, first + tried);
        longest = now_s() - start > longest ? now_s() - start : longest;
    }
    printf("%lu rulebooks with mistakes, %lu of them opened; %lu questions, %lu refused, %lu answered, %lu failed; "
           "%.0f s, %.1f s of the processor, %.1f s the longest\n",
           tried, opened, count.questions, count.refused, count.answers, count.failures, now_s() - begun,
           (double)clock() / CLOCKS_PER_SEC, longest);
    for (size_t i = 0; i < n_examples; i++)
        for (size_t k = 0; k < examples[i].n_files; k++)
            free(examples[i].files[k].text);
}
