#define _GNU_SOURCE
#include "targets.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <salvo/error.h>

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
    setenv("SALVO_RULES_INSTRUCTIONS", "100000", 1);
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

const char *fuzz_file(const char *bytes, size_t length)
{
    static char path[32];
    static int file = -1;

    if (file < 0)
        file = memfd_create("fuzz", 0);
    MUST(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, bytes, length, 0) == (ssize_t)length);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return path;
}

bool fuzz_read(int status, const char *message)
{
    if (status == SALVO_OK)
        return true;
    MUST(status == SALVO_BAD_INPUT || status == SALVO_TOO_LARGE);
    MUST(*message && !strchr(message, '\n'));
    return false;
}

const fuzz_target *fuzz_target_find(const char *name)
{
    static const fuzz_target *const LISTS[] = {FUZZ_READERS, FUZZ_COMMANDS};

    for (size_t list = 0; list < 2; list++)
        for (const fuzz_target *t = LISTS[list]; t->name; t++)
            if (strcmp(t->name, name) == 0)
                return t;
    fprintf(stderr, "fuzz: no target '%s'; there are:\n", name);
    for (size_t list = 0; list < 2; list++)
        for (const fuzz_target *t = LISTS[list]; t->name; t++)
            fprintf(stderr, "%s\n", t->name);
    exit(2);
}
