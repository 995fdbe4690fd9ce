/* What takes milliseconds: whole rulebooks with one file of theirs replaced, and whole commands one after the other. */
#define _GNU_SOURCE
#include "targets.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <salvo/text.h>

#include "ask_all.h"
#include "base/hash.h"
#include "base/shell_words.h"
#include "cli/command_line.h"
#include "cli/complaint.h"

enum { PATH = 1024 };

static void copy_file(const char *from, const char *to)
{
    char bytes[1 << 14];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    size_t n;

    MUST(in && out);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        MUST(fwrite(bytes, 1, n, out) == n);
    MUST(fclose(in) == 0 && fclose(out) == 0);
}

/* A copy of the book's folder, made when it is first needed; false: there is no such book. */
static bool has_book(const char *book)
{
    char from[PATH], path[PATH], copy[PATH];
    struct stat about;
    DIR *files;

    if (stat(book, &about) == 0)
        return true;
    snprintf(from, sizeof from, "%s/%.100s", getenv("SALVO_DATA"), book);
    snprintf(path, sizeof path, "%.900s/ruleset.yaml", from);
    if (strchr(book, '/') || *book == '.' || stat(path, &about) != 0 || !(files = opendir(from)))
        return false;
    MUST(mkdir(book, 0777) == 0);
    for (struct dirent *file; (file = readdir(files));)
        if (file->d_name[0] != '.') {
            snprintf(path, sizeof path, "%.700s/%.255s", from, file->d_name);
            snprintf(copy, sizeof copy, "%.100s/%.255s", book, file->d_name);
            copy_file(path, copy);
        }
    closedir(files);
    return true;
}

static void open_and_ask(const char *book, uint64_t random)
{
    salvo_rulebook opened;
    asked count = {0};
    salvo_error err = {0};

    if (!fuzz_read(salvo_rulebook_open(&opened, NULL, book, NULL, 0, &err), err.text))
        return;
    ask_any(&opened, &random, &count);
    salvo_rulebook_close(&opened);
}

/* The first line says which file of which rulebook it is: "mad/units.csv". The rest is the file. */
static void rulebook(const char *text, size_t length)
{
    const char *content = memchr(text, '\n', length), *slash = memchr(text, '/', length);
    char book[64], path[256], aside[280];
    FILE *out;

    if (!content || !slash || slash > content || slash - text > 60 || content - text > 200)
        return;
    snprintf(book, sizeof book, "%.*s", (int)(slash - text), text);
    snprintf(path, sizeof path, "%.*s", (int)(content - text), text);
    if (strlen(path) != (size_t)(content - text) || strchr(slash - text + path + 1, '/') || !has_book(book))
        return;
    snprintf(aside, sizeof aside, "%s.aside", path);
    if (rename(path, aside) != 0)
        return; /* the book has no such file */
    content++;
    out = fopen(path, "wb");
    MUST(out && fwrite(content, 1, length - (size_t)(content - text), out) == length - (size_t)(content - text));
    MUST(fclose(out) == 0);
    open_and_ask(book, salvo_hash(SALVO_HASH, text, length));
    MUST(rename(aside, path) == 0);
}

/* Work that takes longer than a quarter of a second is stopped, as Ctrl-C stops it. */
static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool may_go_on(void *began, const salvo_progress *at)
{
    (void)at;
    return now_s() - *(double *)began < 0.25;
}

static void run_line(const char *line)
{
    double began = now_s();
    progress by = {.watch = {may_go_on, &began}};
    context x;
    char *found[64];
    size_t n = 0;
    salvo_error err = {0};
    salvo_status status;

    MUST(context_init(&x, &by, &err) == SALVO_OK);
    if (shell_words(line, found, 64, &n, x.memory, &err) == SALVO_OK && n > 0) {
        status = command_line_run(&x, (int)n, found, &err);
        MUST(status == SALVO_OK || (*err.text && !strchr(err.text, '\n')));
        MUST(complaint_status(status) != 1 || status == SALVO_STOPPED || status == SALVO_NO_MEMORY);
    }
    context_free(&x);
}

/* A command a line. Those that name a path, a file or another process are left out, so that nothing is written elsewhere. */
static void commands(const char *text, size_t length)
{
    char line[512];
    int lines = 0;

    if (memchr(text, '/', length))
        return;
    for (const char *at = text; *at && lines < 4; lines++) {
        size_t n = strcspn(at, "\n");

        if (n < sizeof line && !memmem(at, n, "bench", 5)) {
            memcpy(line, at, n);
            line[n] = '\0';
            run_line(line);
        }
        at += n + (at[n] == '\n');
    }
}

const fuzz_target FUZZ_COMMANDS[] = {
    {"rulebook", rulebook, true},
    {"commands", commands, false},
    {0},
};
