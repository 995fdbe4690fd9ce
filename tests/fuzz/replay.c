/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzzers have found, and where they begin, once more: every file of FOLDER/TARGET is given to that target, whole, and
 * spoiled in a few ways that are the same each time.
 *     fuzz_replay FOLDER ... */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"
#include "sanitised.h"
#include "targets.h"

/* The sanitised build sees whatever the others see in spoiled files, and more. */
enum { SPOILED = IS_SANITISED ? 3 : 1, PATH = 1024 };

static char *read_file(const char *path, size_t *length)
{
    char *bytes = calloc(1, MUTATED_MAX);
    FILE *in = fopen(path, "rb");

    MUST(bytes && in);
    *length = fread(bytes, 1, MUTATED_MAX - 1, in);
    MUST(*length < MUTATED_MAX - 1);
    fclose(in);
    return bytes;
}

static void replay(const fuzz_target *target, const char *path)
{
    static char spoiled[MUTATED_MAX];
    size_t length;
    char *bytes = read_file(path, &length);

    target->run(bytes, length);
    for (uint64_t n = 0; n < SPOILED && !memchr(bytes, 0, length); n++) {
        uint64_t random = n;

        memcpy(spoiled, bytes, length + 1);
        fuzz_spoil(target, spoiled, &random);
        target->run(spoiled, strlen(spoiled));
    }
    free(bytes);
}

static size_t replay_folder(const fuzz_target *target, const char *folder)
{
    struct dirent **files;
    int n = scandir(folder, &files, NULL, alphasort);
    size_t replayed = 0;

    for (int i = 0; i < n; free(files[i++])) {
        char path[PATH];

        if (files[i]->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%.700s/%.255s", folder, files[i]->d_name);
        replay(target, path);
        replayed++;
    }
    if (n >= 0)
        free(files);
    return replayed;
}

int main(int argc, char **argv)
{
    char *folders[8];

    MUST(argc > 1 && argc <= 8 && getenv("SALVO_DATA"));
    for (int i = 1; i < argc; i++)
        folders[i - 1] = realpath(argv[i], NULL); /* targets work elsewhere */
    fuzz_begin();
    for (size_t list = 0; FUZZ_LISTS[list]; list++)
        for (const fuzz_target *t = FUZZ_LISTS[list]; t->name; t++) {
            size_t n = 0;

            for (int i = 0; i < argc - 1; i++) {
                char folder[PATH];

                MUST(folders[i] != NULL);
                snprintf(folder, sizeof folder, "%.900s/%s", folders[i], t->name);
                n += replay_folder(t, folder);
            }
            printf("%-10s %zu files\n", t->name, n);
            MUST(n > 0);
        }
    for (int i = 0; i < argc - 1; i++)
        free(folders[i]);
    fuzz_end();
}
