/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulebooks are looked for one level deep: a place is a rulebook's folder, or its folders are. */
#include <salvo/rules.h>

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "data/manifest.h"

/* Folders are gathered on the heap, for nobody knows how many there will be, and copied to the arena when all are
 * found. */
typedef struct search {
    salvo_folder *at; /* on the heap */
    size_t n, capacity;
    salvo_arena *memory;
} search;

/* A path that is too long holds none: it could not be opened later either. */
static bool holds_rulebook(const char *directory)
{
    char path[PATH_MAX];
    struct stat found;
    int length = snprintf(path, sizeof path, "%s/ruleset.yaml", directory);

    return length > 0 && (size_t)length < sizeof path && stat(path, &found) == 0;
}

/* The same folder can be reached by two places, or by a link. */
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

/* A folder whose ruleset.yaml is wrong is found all the same: only who asks for it hears of that. */
static salvo_status add(search *s, const char *directory)
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

/* In the order of names, so that a list does not depend on the file system. */
static salvo_status add_within(search *s, const char *place)
{
    struct dirent **entries;
    int n = scandir(place, &entries, is_shown, alphasort);
    salvo_status status = SALVO_OK;

    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s", place, entries[i]->d_name);

        if (length > 0 && (size_t)length < sizeof path && holds_rulebook(path) && status == SALVO_OK)
            status = add(s, path);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return status;
}

/* "my-rules" and "~/rulebooks" are both places: the first is a rulebook, the second has some. */
static salvo_status add_place(search *s, const char *place)
{
    return holds_rulebook(place) ? add(s, place) : add_within(s, place);
}

/* The order of the places is kept. Two rulebooks of one id are both listed: whoever looks one up by its id tells the
 * user. */
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
