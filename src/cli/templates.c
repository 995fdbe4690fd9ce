/* SPDX-License-Identifier: GPL-3.0-or-later */
/* salvo writes a rulebook beside its place, in a folder with a temporary name. The folder gets its own name when it is
 * complete. */
#include "cli/templates.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"
#include "cli/claim.h"
#include "cli/context.h"
#include "data/file.h"
#include "data/manifest.h"
#include "data/names.h"
#include "rules/shipped.h"

static const char ID[] = "my-game", TITLE[] = "My Game"; /* the names in templates */

/* Lists the kinds of templates: each is a folder, so a new one needs no code. salvo's rulebooks follow. */
static salvo_status list_kinds(const char *root, const char ***kinds, size_t *n, salvo_arena *memory, salvo_error *err)
{
    const char **all;
    salvo_status status = salvo_file_names(root, kinds, n, memory, err);

    if (status != SALVO_OK || *n == 0)
        return status;
    all = salvo_arena_array(memory, *n + SALVO_N_BOOKS, sizeof *all);
    if (!all)
        return salvo_fail_memory(err);
    memcpy(all, *kinds, *n * sizeof *all);
    memcpy(all + *n, SALVO_BOOKS, SALVO_N_BOOKS * sizeof *all);
    *kinds = all;
    *n += SALVO_N_BOOKS;
    return SALVO_OK;
}

static bool has_file(const template *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->files[i], name) == 0)
            return true;
    return false;
}

/* Lists the files. A rulebook of salvo has rules of its own, or its copy must name the rulebook whose rules it takes. */
static salvo_status fill(template *t, salvo_arena *memory, salvo_error *err)
{
    salvo_store store = {0};
    salvo_status status =
        t->directory ? salvo_file_names(t->directory, &t->files, &t->n, memory, err) : salvo_fail_memory(err);

    if (status == SALVO_OK)
        status = salvo_manifest_read(&store, t->directory, memory, err);
    t->has_rules = store.rules != NULL;
    t->is_tried = status == SALVO_OK && has_file(t, "experiment.yaml");
    t->has_appendix = status == SALVO_OK && has_file(t, "appendix.yaml");
    return status;
}

salvo_status template_find(template *t, context *x, const char *kind, salvo_error *err)
{
    const char *root = shipped_file("templates", x->memory);
    const char **kinds;
    size_t n;
    int at;

    TRY(root ? list_kinds(root, &kinds, &n, x->memory, err) : salvo_fail_memory(err));
    if (n == 0)
        return salvo_fail_at(err, SALVO_IO, root, 0, 0, "there are no templates; check that salvo's data is installed");
    at = kind ? salvo_name_among(kinds, n, kind) : -1;
    if (at < 0)
        return salvo_names_fail(err, kinds, n, kind ? kind : "",
                                kind ? "there is no template '%s'" : "%sthe template is missing; add --like KIND",
                                kind ? kind : "");
    *t = (template){.book = (size_t)at < n - SALVO_N_BOOKS ? NULL : kinds[at]};
    t->directory = t->book ? shipped_file(t->book, x->memory) : salvo_arena_printf(x->memory, "%s/%s", root, kinds[at]);
    return fill(t, x->memory, err);
}

/* Returns the path without slashes at its end. */
static const char *trimmed(const char *folder, salvo_arena *memory)
{
    size_t length = strlen(folder);

    while (length > 1 && folder[length - 1] == '/')
        length--;
    return salvo_arena_slice(memory, folder, length);
}

static const char *last_part(const char *folder)
{
    const char *slash = strrchr(folder, '/');

    return slash ? slash + 1 : folder;
}

/* Returns "tiny-tanks" as "Tiny Tanks". */
static const char *title_of(const char *id, salvo_arena *memory)
{
    char *title = (char *)salvo_arena_text(memory, id);

    for (size_t i = 0; title && title[i]; i++) {
        if (title[i] == '-')
            title[i] = ' ';
        else if ((i == 0 || title[i - 1] == ' ') && title[i] >= 'a' && title[i] <= 'z')
            title[i] = (char)(title[i] - 'a' + 'A');
    }
    return title;
}

/* The folder's name becomes the id, so it is checked before anything is written. */
static salvo_status check_id(const char *id, salvo_error *err)
{
    char proposal[SALVO_ID_PROPOSAL];

    for (size_t i = 0; i < SALVO_N_BOOKS; i++)
        if (strcmp(SALVO_BOOKS[i], id) == 0)
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "'%s' is the id of one of salvo's own rulebooks; give the folder another name", id);
    if (salvo_is_id(id))
        return SALVO_OK;
    salvo_id_propose(proposal, id);
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "the name of the folder becomes the id of the rulebook, which has only the letters a to z, "
                      "digits and single hyphens; '%s' does not%s%s%s",
                      id, *proposal ? "; rename it, as in '" : "", proposal, *proposal ? "'" : "");
}

/* Accepts a new folder, or an existing empty one. */
static salvo_status check_folder(const char *folder, salvo_arena *memory, salvo_error *err)
{
    struct stat found;
    const char **names;
    size_t n;
    salvo_status status;

    if (stat(folder, &found) != 0)
        return SALVO_OK;
    if (!S_ISDIR(found.st_mode))
        return salvo_fail_at(err, SALVO_BAD_INPUT, folder, 0, 0, "a file has that name already; give another one");
    status = salvo_file_names(folder, &names, &n, memory, err);
    if (status != SALVO_OK || n == 0)
        return status;
    return salvo_fail_at(err, SALVO_BAD_INPUT, folder, 0, 0,
                         "the folder is not empty, and salvo overwrites nothing; name another one");
}

/* Replaces every `from` in the text. */
static const char *replace(const char *text, const char *from, const char *to, salvo_arena *memory)
{
    salvo_text made = {0};
    const char *copy;

    for (const char *at; (at = strstr(text, from)); text = at + strlen(from)) {
        salvo_text_add(&made, "%.*s", (int)(at - text), text);
        salvo_text_put(&made, to);
    }
    salvo_text_put(&made, text);
    copy = made.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&made));
    salvo_text_free(&made);
    return copy;
}

static salvo_status cannot_write(const char *path, salvo_error *err)
{
    return salvo_fail_at(err, SALVO_IO, path, 0, 0, "cannot be written: %s", strerror(errno));
}

/* "x": the file must not exist, even if the folder has changed since the check. */
static salvo_status write_file(const char *path, const char *text, salvo_error *err)
{
    FILE *out = fopen(path, "wx");
    bool written;

    if (!out)
        return cannot_write(path, err);
    written = fputs(text, out) >= 0 && fflush(out) == 0;
    if (fclose(out) != 0 || !written)
        return cannot_write(path, err);
    return SALVO_OK;
}

/* Returns the changes of a copy. They are made in every file, as plain text, and do not affect each other. A copy of
 * salvo's rulebook keeps the title: it is the same book. NULL: memory is out. */
static const template_change *changes_of(const template *t, const char *id, salvo_arena *memory)
{
    template_change *changes = salvo_arena_array(memory, 2, sizeof *changes);

    if (!changes)
        return NULL;
    if (t->book) {
        changes[0].from = salvo_arena_printf(memory, "id: %s\n", t->book);
        changes[0].to = t->has_rules ? salvo_arena_printf(memory, "id: %s\n", id)
                                     : salvo_arena_printf(memory, "id: %s\nrules: %s\n", id, t->book);
        changes[1].from = salvo_arena_printf(memory, "procedure: %s.", t->book);
        changes[1].to = salvo_arena_printf(memory, "procedure: %s.", id);
    } else {
        changes[0] = (template_change){ID, id};
        changes[1] = (template_change){TITLE, title_of(id, memory)};
    }
    return changes[0].from && changes[0].to && changes[1].from && changes[1].to ? changes : NULL;
}

static salvo_status write_one(const template *t, size_t i, context *x, const char *to, const char *id, salvo_error *err)
{
    const char *from = salvo_arena_printf(x->memory, "%s/%s", t->directory, t->files[i]);
    const char *path = salvo_arena_printf(x->memory, "%s/%s", to, t->files[i]);
    const template_change *changes = changes_of(t, id, x->memory);
    const char *text;
    char *bytes;
    size_t length;

    if (!from || !path || !changes)
        return salvo_fail_memory(err);
    TRY(salvo_file_read(from, x->memory, &bytes, &length, err));
    text = replace(bytes, changes[0].from, changes[0].to, x->memory);
    text = text ? replace(text, changes[1].from, changes[1].to, x->memory) : NULL;
    return text ? write_file(path, text, err) : salvo_fail_memory(err);
}

/* Removes what a failed or killed attempt left. */
static void remove_files(const char *folder, salvo_arena *memory)
{
    const char **names;
    size_t n;

    if (salvo_file_names(folder, &names, &n, memory, NULL) != SALVO_OK)
        return;
    for (size_t i = 0; i < n; i++) {
        const char *path = salvo_arena_printf(memory, "%s/%s", folder, names[i]);

        if (path)
            remove(path);
    }
}

/* rename() replaces an empty folder, and no other. */
static salvo_status write_all(const template *t, context *x, const char *temporary, const char *folder, const char *id,
                              salvo_error *err)
{
    salvo_status status = SALVO_OK;

    remove_files(temporary, x->memory);
    for (size_t i = 0; i < t->n && status == SALVO_OK; i++)
        status = write_one(t, i, x, temporary, id, err);
    if (status == SALVO_OK && rename(temporary, folder) != 0)
        status = cannot_write(folder, err);
    if (status != SALVO_OK) {
        remove_files(temporary, x->memory);
        rmdir(temporary);
    }
    return status;
}

/* The temporary folder is beside the place, because a rename stays in one file system. Its name is always the same, so
 * the next run finds what a killed run left. */
static const char *temporary_of(const char *place, salvo_arena *memory)
{
    const char *name = place ? last_part(place) : NULL;

    return name ? salvo_arena_printf(memory, "%.*s.%s.salvo", (int)(name - place), place, name) : NULL;
}

salvo_status template_write(const template *t, context *x, const char *folder, salvo_error *err)
{
    const char *place = trimmed(folder, x->memory), *temporary = temporary_of(place, x->memory);
    claim held;
    salvo_status status = temporary ? check_id(last_part(place), err) : salvo_fail_memory(err);

    status = status == SALVO_OK ? check_folder(place, x->memory, err) : status;
    status = status == SALVO_OK ? claim_folder(&held, temporary, err) : status;
    if (status != SALVO_OK)
        return status;
    status = write_all(t, x, temporary, place, last_part(place), err);
    claim_release(&held);
    return status;
}
