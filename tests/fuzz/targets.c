/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "targets.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/error.h>

#include "mutate.h"

static char folder[64];

void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: it does not hold that %s\n", what);
    abort();
}

static void make_folder(const char *below)
{
    snprintf(folder, sizeof folder, "%.40s/salvo-fuzz-XXXXXX", below);
    if (!mkdtemp(folder))
        folder[0] = '\0';
}

void fuzz_begin(void)
{
    make_folder("/dev/shm");
    if (!*folder)
        make_folder(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    MUST(*folder && chdir(folder) == 0);
    /* Commands find no rulebooks but ours, and write nowhere else. */
    setenv("SALVO_RULES_PATH", "", 1);
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("SALVO_RULES_INSTRUCTIONS", "20000", 1);
    setenv("SALVO_RULES_MEMORY", "16", 1);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

void fuzz_end(void)
{
    if (*folder && chdir("/") == 0)
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The first line stays: it says which file it is. */
void fuzz_spoil(const fuzz_target *target, char *text, uint64_t *random)
{
    const size_t first = target->kind == FUZZ_FILE ? strcspn(text, "\n") : 0;
    const bool is_table = first > 4 && strncmp(text + first - 4, ".csv", 4) == 0;
    char content[MUTATED_MAX];

    strcpy(content, text + first);
    mutate(content, is_table || target->kind == FUZZ_TABLE, random);
    if (strlen(content) < MUTATED_MAX - first)
        strcpy(text + first, content);
}

bool fuzz_read(int status, const char *message)
{
    if (status == SALVO_OK)
        return true;
    /* SALVO_IO: a spoiled text may name a file that is not there. */
    MUST(status == SALVO_BAD_INPUT || status == SALVO_TOO_LARGE || status == SALVO_IO);
    MUST(*message && !strchr(message, '\n'));
    return false;
}

const fuzz_target *fuzz_target_find(const char *name)
{
    for (size_t list = 0; FUZZ_LISTS[list]; list++)
        for (const fuzz_target *t = FUZZ_LISTS[list]; t->name; t++)
            if (strcmp(t->name, name) == 0)
                return t;
    fprintf(stderr, "fuzz: no target '%s'; there are:\n", name);
    for (size_t list = 0; FUZZ_LISTS[list]; list++)
        for (const fuzz_target *t = FUZZ_LISTS[list]; t->name; t++)
            fprintf(stderr, "%s\n", t->name);
    exit(2);
}
