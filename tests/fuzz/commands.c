/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What takes milliseconds: whole rulebooks with one file or cell of theirs replaced, and whole commands one after the
 * other. */
#define _GNU_SOURCE
#include "targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/text.h>

#include "ask_all.h"
#include "base/hash.h"
#include "base/shell_words.h"
#include "base/utf8.h"
#include "cli/command_line.h"
#include "cli/complaint.h"

enum { PATH = 1024 };

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

static void open_of_data(salvo_rulebook *book, const char *folder)
{
    char path[PATH];
    salvo_error err = {0};

    snprintf(path, sizeof path, "%.700s/%.200s", getenv("SALVO_DATA"), folder);
    MUST(salvo_rulebook_open(book, NULL, path, NULL, 0, &err) == SALVO_OK);
}

/* The first line says which file it is: "mad/units.csv", "templates/blank/rules.lua". The rest is the file. */
static void rulebook(const char *text, size_t length)
{
    const char *content = memchr(text, '\n', length);
    char book[PATH], *slash;

    if (!content || content - text > 200 || memmem(text, (size_t)(content - text), "..", 2))
        return;
    snprintf(book, sizeof book, "%.700s/%.*s", getenv("SALVO_DATA"), (int)(content - text), text);
    slash = strrchr(book, '/');
    if (access(book, R_OK) != 0 || slash[1] == '\0')
        return;
    content++;
    fuzz_file(book, content, length - (size_t)(content - text));
    *slash = '\0';
    open_and_ask(book, salvo_hash(SALVO_HASH, text, length));
}

/* Of a book that is opened once, the cell that the first bytes choose has the rest as its text. Most are only checked. */
static void cell(const char *text, size_t length)
{
    static const char *const FOLDERS[] = {"mad", "trr", "skank", "mbt2030", "rookie", "templates/hit-and-save"};
    enum { BOOKS = sizeof FOLDERS / sizeof *FOLDERS, CHOICE = 5, CHECKED = 3 };
    static salvo_rulebook books[BOOKS];
    const unsigned char *choice = (const unsigned char *)text;
    salvo_rulebook *book = &books[choice[0] % BOOKS], variant;
    uint64_t random = salvo_hash(SALVO_HASH, text, length);
    const salvo_table *table;
    salvo_text_fault fault;
    salvo_change change;
    asked count = {0};
    salvo_error err = {0};

    if (length < CHOICE || salvo_text_has_fault(text + CHOICE, length - CHOICE, &fault))
        return;
    if (!book->ruleset)
        open_of_data(book, FOLDERS[choice[0] % BOOKS]);
    change = (salvo_change){.table = choice[1] % book->store.n_tables, .text = text + CHOICE};
    table = &book->store.tables[change.table];
    if (table->n_columns < 2 || table->n_rows == 0)
        return;
    change.column = 1 + choice[2] % (table->n_columns - 1);
    change.row = (choice[3] * 256U + choice[4]) % table->n_rows;
    if (!fuzz_read(salvo_rulebook_vary(&variant, book, &change, &err), err.text))
        return;
    if (random % (CHECKED + 1) == 0)
        ask_any(&variant, &random, &count);
    salvo_rulebook_close(&variant);
}

/* Work is stopped as Ctrl-C stops it, when it has told of its progress so often. */
static bool may_go_on(void *calls, const salvo_progress *at)
{
    (void)at;
    return ++*(int *)calls < 20;
}

static void run_line(const char *line)
{
    int calls = 0;
    progress by = {.watch = {may_go_on, &calls}};
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

        if (n < sizeof line) {
            memcpy(line, at, n);
            line[n] = '\0';
            run_line(line);
        }
        at += n + (at[n] == '\n');
    }
}

const fuzz_target FUZZ_COMMANDS[] = {
    {"rulebook", rulebook, FUZZ_FILE},
    {"script", rulebook, FUZZ_FILE},
    {"cell", cell, FUZZ_BYTES},
    {"commands", commands, FUZZ_TEXT},
    {0},
};
