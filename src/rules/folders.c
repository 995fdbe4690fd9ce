/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for rulebooks is one level deep: a place is a rulebook's folder, or it contains such folders. */
#include <salvo/rules.h>

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "data/manifest.h"

/* The folders are on the heap, because their number is unknown until the search ends. Then they are copied to the
 * arena. */
typedef struct search {
    salvo_folder *at; /* on the heap */
    size_t n, capacity;
    salvo_arena *memory;
} search;

/* A path that is too long holds no rulebook, because no later call could open it. */
static bool holds_rulebook(const char *directory)
{
    char path[PATH_MAX];
    struct stat found;
    int length = snprintf(path, sizeof path, "%s/ruleset.yaml", directory);

    return length > 0 && (size_t)length < sizeof path && stat(path, &found) == 0;
}

/* Two places, or a link, can lead to the same folder. */
static bool is_known(const search *s, const char *directory)
{
    char path[PATH_MAX], other[PATH_MAX];

    if (!realpath(directory, path))
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (realpath(s->at[i].directory, other) && strcmp(path, other) == 0)
            return true;
    return false;
}

/* A folder with a faulty ruleset.yaml is found all the same. Only a command that uses it reports the fault. */
static salvo_status add_found(search *s, const char *directory)
{
    salvo_store store = {0};
    salvo_folder *folder;

    if (is_known(s, directory))
        return SALVO_OK;
    if (!salvo_grow(&s->at, &s->capacity, s->n + 1, sizeof *s->at))
        return SALVO_NO_MEMORY;
    folder = &s->at[s->n];
    *folder = (salvo_folder){.directory = salvo_arena_text(s->memory, directory)};
    if (!folder->directory)
        return SALVO_NO_MEMORY;
    if (salvo_manifest_read(&store, folder->directory, s->memory, &folder->fault) == SALVO_OK)
        folder->id = store.id;
    s->n++;
    return folder->fault.status == SALVO_NO_MEMORY ? SALVO_NO_MEMORY : SALVO_OK;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Folders are sorted by name, so that a list does not depend on the file system. */
static salvo_status add_within(search *s, const char *place)
{
    struct dirent **entries;
    int n = scandir(place, &entries, is_shown, alphasort);
    salvo_status status = SALVO_OK;

    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s", place, entries[i]->d_name);

        if (length > 0 && (size_t)length < sizeof path && holds_rulebook(path) && status == SALVO_OK)
            status = add_found(s, path);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return status;
}

/* "my-rules" and "~/rulebooks" are both places: the first is a rulebook, the second contains some. */
static salvo_status add_place(search *s, const char *place)
{
    return holds_rulebook(place) ? add_found(s, place) : add_within(s, place);
}

/* The order of the places is kept. If two rulebooks have the same id, both are listed. The look-up by id reports
 * them. */
salvo_status salvo_folders_find(salvo_folder **folders, size_t *n, const char *const *places, size_t n_places,
                                salvo_arena *memory, salvo_error *err)
{
    search s = {.memory = memory};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n_places && status == SALVO_OK; i++)
        status = add_place(&s, places[i]);
    *n = s.n;
    *folders = salvo_arena_array(memory, s.n, sizeof **folders);
    if (*folders && s.n)
        memcpy(*folders, s.at, s.n * sizeof **folders);
    free(s.at);
    status = *folders ? status : SALVO_NO_MEMORY;
    return status == SALVO_OK ? SALVO_OK : salvo_fail_memory(err);
}
