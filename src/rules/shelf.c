/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds rulebooks. It reads only ruleset.yaml, and keeps a fault until a command uses that rulebook. */
#include "rules/shelf.h"

#include <stdio.h>
#include <string.h>

#include "base/try.h"
#include "data/manifest.h"
#include "data/names.h"
#include "rules/shipped.h"

/* A missing folder keeps its typed name, so that the message names what the user typed. */
static const char *own_directory(const char *root, const char *id, salvo_arena *memory)
{
    if (shipped_exists(root, "ruleset.yaml") || !shipped_exists(root, "."))
        return salvo_arena_text(memory, root);
    return salvo_arena_printf(memory, "%s/%s", root, id);
}

static salvo_status put(shelf *s, known_book book, salvo_error *err)
{
    if (!book.directory)
        return salvo_fail_memory(err);
    s->at[s->n++] = book;
    return SALVO_OK;
}

/* Adds all of salvo's rulebooks, even without tables in the folder. Opening one reports what is missing. */
static salvo_status put_own(shelf *s, const char *root, salvo_arena *memory, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < SALVO_N_BOOKS && status == SALVO_OK; i++) {
        const char *id = SALVO_BOOKS[i];

        status = put(s, (known_book){.id = id, .own = true, .directory = own_directory(root, id, memory)}, err);
    }
    return status;
}

/* Whether the list already has it, as it has ROOT/mad. */
static bool is_put(const shelf *s, const char *directory)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->at[i].directory, directory) == 0)
            return true;
    return false;
}

/* Lists users' rulebooks, after salvo's own in `root` unless `root` is NULL. */
static salvo_status put_all(shelf *s, const char *root, const salvo_folder *folders, size_t n, salvo_arena *memory,
                            salvo_error *err)
{
    salvo_status status;

    s->at = salvo_arena_array(memory, SALVO_N_BOOKS + n + 1, sizeof *s->at);
    if (!s->at)
        return salvo_fail_memory(err);
    status = root ? put_own(s, root, memory, err) : SALVO_OK;
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        if (!is_put(s, folders[i].directory))
            status =
                put(s, (known_book){.id = folders[i].id, .fault = &folders[i].fault, .directory = folders[i].directory},
                    err);
    return status;
}

/* A user's copy may lack some of salvo's rulebooks, and opening one then names what is missing. A folder with other
 * rulebooks only is not such a copy. */
static bool holds_own(const char *root)
{
    char file[64];

    for (size_t i = 0; i < SALVO_N_BOOKS; i++) {
        snprintf(file, sizeof file, "%s/ruleset.yaml", SALVO_BOOKS[i]);
        if (shipped_exists(root, file))
            return true;
    }
    return false;
}

/* Fails for a folder without any rulebook. */
static salvo_status no_rulebook(const char *folder, salvo_arena *memory, salvo_error *err)
{
    salvo_store store = {0};

    if (!shipped_exists(folder, ".")) /* the message for a file that cannot be opened is the manifest's */
        return salvo_manifest_read(&store, folder, memory, err);
    return salvo_fail_at(
        err, SALVO_BAD_INPUT, folder, 0, 0,
        "the folder has no ruleset.yaml, and no folder in it has one; salvo new DIR --like KIND starts "
        "a rulebook");
}

/* `folder` is that of one rulebook, or a folder of several. */
static salvo_status fill_from(shelf *s, const char *folder, salvo_arena *memory, salvo_error *err)
{
    size_t n;
    salvo_folder *folders;

    TRY(salvo_folders_find(&folders, &n, &folder, 1, memory, err));
    s->single = shipped_exists(folder, "ruleset.yaml");
    if (s->single && folders[0].fault.status != SALVO_OK) {
        if (err)
            *err = folders[0].fault;
        return folders[0].fault.status;
    }
    if (n == 0)
        return no_rulebook(folder, memory, err);
    return put_all(s, !s->single && holds_own(folder) ? folder : NULL, folders, n, memory, err);
}

enum { PLACES_MAX = 64 };

/* Changes `path`. */
static salvo_status fill_from_path(shelf *s, char *path, const char *users, salvo_arena *memory, salvo_error *err)
{
    char root[DIRECTORY_MAX];
    const char *places[PLACES_MAX];
    salvo_folder *folders;
    size_t n = 0, found;

    for (char *rest = path, *end; rest && n < PLACES_MAX - 1; rest = end ? end + 1 : NULL) {
        end = strchr(rest, ':');
        if (end)
            *end = '\0';
        /* An empty place does not mean the working folder: a user who enters a stranger's folder must not get its
         * rules. */
        if (*rest)
            places[n++] = rest;
    }
    if (users)
        places[n++] = users;
    shipped_find_data(root);
    TRY(salvo_folders_find(&folders, &found, places, n, memory, err));
    return put_all(s, root, folders, found, memory, err);
}

/* Without a folder: searches the places of $SALVO_RULES_PATH, then the user's own folder. */
salvo_status shelf_fill(shelf *s, const char *folder, salvo_arena *memory, salvo_error *err)
{
    const char *path = shipped_variable("SALVO_RULES_PATH"), *data = shipped_variable("XDG_DATA_HOME"),
               *home = shipped_variable("HOME");
    char *copy = (char *)salvo_arena_text(memory, path ? path : "");
    const char *users = data   ? salvo_arena_printf(memory, "%s/salvo/rulesets", data)
                        : home ? salvo_arena_printf(memory, "%s/.local/share/salvo/rulesets", home)
                               : NULL;

    *s = (shelf){0};
    if (!copy || ((data || home) && !users))
        return salvo_fail_memory(err);
    return folder ? fill_from(s, folder, memory, err) : fill_from_path(s, copy, users, memory, err);
}

/* Finds the only rulebook with that title, such as "Micro Armour Devastation"; -1: none. */
static int place_titled(const shelf *s, const char *title, salvo_arena *memory)
{
    int found = -1;

    for (size_t i = 0; i < s->n; i++) {
        salvo_store store = {0};

        if (!s->at[i].id || salvo_manifest_read(&store, s->at[i].directory, memory, NULL) != SALVO_OK ||
            !salvo_name_matches(store.title, title))
            continue;
        if (found >= 0)
            return -1;
        found = (int)i;
    }
    return found;
}

/* Finds the rulebook with that id: with the same spelling, else the first one that matches it; -1: none. */
static int place_of(const shelf *s, const char *id)
{
    int found = -1;

    for (size_t i = 0; i < s->n; i++) {
        if (!s->at[i].id)
            continue;
        if (strcmp(s->at[i].id, id) == 0)
            return (int)i;
        if (found < 0 && salvo_name_matches(s->at[i].id, id))
            found = (int)i;
    }
    return found;
}

/* If the folder is one rulebook's and another one is asked for, the message reports that conflict, not an unknown rulebook. */
static salvo_status unknown(const shelf *s, const char *id, salvo_arena *memory, salvo_error *err)
{
    const char **names = salvo_arena_array(memory, s->n + 1, sizeof *names);
    size_t n = 0;

    if (!names)
        return salvo_fail_memory(err);
    if (s->single && shipped_id(id))
        return salvo_fail_at(err, SALVO_BAD_INPUT, s->at[0].directory, 0, 0,
                             "the data is for the ruleset '%s', not '%s'", s->at[0].id, shipped_id(id));
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].id)
            names[n++] = s->at[i].id;
    return salvo_names_fail(err, names, n, id, "unknown ruleset '%s'", id);
}

/* Two rulebooks with one id are an error: otherwise the answer could come from tables that the user did not mean. */
salvo_status shelf_find(const shelf *s, const char *id, const known_book **book, salvo_arena *memory, salvo_error *err)
{
    int at = place_of(s, id);

    at = at < 0 ? place_titled(s, id, memory) : at;
    if (at < 0)
        return unknown(s, id, memory, err);
    for (size_t i = (size_t)at + 1; i < s->n; i++)
        if (s->at[i].id && strcmp(s->at[i].id, s->at[at].id) == 0)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "two rulebooks are called '%s': in %s and in %s; name one by its folder, as in --data %s",
                              s->at[at].id, s->at[at].directory, s->at[i].directory, s->at[i].directory);
    *book = &s->at[at];
    return SALVO_OK;
}

/* Finds the tables of an already open rulebook in another folder. */
salvo_status shelf_directory(const char **directory, const char *folder, const char *id, salvo_arena *memory,
                             salvo_error *err)
{
    shelf s = {0};
    int at;

    TRY(fill_from(&s, folder, memory, err));
    at = s.single ? 0 : place_of(&s, id);
    *directory = at < 0 ? own_directory(folder, id, memory) : s.at[at].directory;
    return *directory ? SALVO_OK : salvo_fail_memory(err);
}

/* A folder of salvo's own rulebook must have that rulebook's id. */
salvo_status shelf_open(salvo_rulebook *book, const known_book *known, const salvo_rulebook_changes *changes,
                        salvo_error *err)
{
    *book = (salvo_rulebook){.ruleset = NULL};
    if (known->id)
        return salvo_rulebook_open_changed(book, known->own ? known->id : NULL, known->directory, changes, err);
    if (err)
        *err = *known->fault;
    return known->fault->status;
}

static salvo_status open_found(salvo_rulebook *book, const char *id, const char *folder, const char *const *settings,
                               size_t n_settings, salvo_arena *memory, salvo_error *err)
{
    const known_book *known = NULL;
    shelf s;
    salvo_status status = shelf_fill(&s, folder, memory, err);

    if (status == SALVO_OK)
        status = shelf_find(&s, id, &known, memory, err);
    return status == SALVO_OK
               ? shelf_open(book, known, &(salvo_rulebook_changes){.settings = settings, .n_settings = n_settings}, err)
               : status;
}

salvo_status salvo_rulebook_find(salvo_rulebook *book, const char *id, const char *folder, const char *const *settings,
                                 size_t n_settings, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_status status;

    *book = (salvo_rulebook){.ruleset = NULL};
    status = memory ? open_found(book, id, folder, settings, n_settings, memory, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    return status;
}
