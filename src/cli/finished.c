/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/finished.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "base/hash.h"

/* Opens regular files only: a manifest may name a pipe, which would block for ever. If memory is out, errno says so. */
static FILE *open_in(const char *folder, const char *name)
{
    salvo_text path = {.bytes = NULL};
    struct stat s;
    FILE *file;

    salvo_text_add(&path, "%s/%s", folder, name);
    file = !path.failed && stat(path.bytes, &s) == 0 && S_ISREG(s.st_mode) ? fopen(path.bytes, "rb") : NULL;
    if (path.failed)
        errno = ENOMEM;
    salvo_text_free(&path);
    return file;
}

/* Computes the file's hash in the form of a manifest. Returns false if it cannot read the file. */
static bool hash_file(const char *folder, const char *name, char hash[20])
{
    unsigned char bytes[4096];
    uint64_t sum = SALVO_HASH;
    FILE *file = open_in(folder, name);
    bool whole;

    if (!file)
        return false;
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        sum = salvo_hash(sum, bytes, n);
    whole = !ferror(file);
    fclose(file);
    snprintf(hash, 20, "%016llx", (unsigned long long)sum);
    return whole;
}

/* A manifest can come from a stranger, so a name outside its folder is refused. */
static bool is_as_named(const char *folder, const json_t *entry, salvo_text *why)
{
    const char *name = json_string_value(json_object_get(entry, "file"));
    const char *hash = json_string_value(json_object_get(entry, "hash"));
    char found[20] = "";

    if (name && hash && !strchr(name, '/') && hash_file(folder, name, found) && strcmp(hash, found) == 0)
        return true;
    salvo_text_add(why, "%s differs from manifest.json", name ? name : "a file");
    return false;
}

static bool is_true(const char *folder, const json_t *manifest, salvo_text *why)
{
    const json_t *job, *entry;
    size_t i, k;

    json_array_foreach (json_object_get(manifest, "jobs"), i, job)
        json_array_foreach (json_object_get(job, "files"), k, entry)
            if (!is_as_named(folder, entry, why))
                return false;
    return true;
}

static bool has_report(const char *folder)
{
    FILE *file = open_in(folder, "README.md");
    char *line = NULL;
    size_t room = 0;
    bool is = false;

    while (file && !is && getline(&line, &room, file) >= 0)
        is = strncmp(line, STUDY_SIGN, strlen(STUDY_SIGN)) == 0;
    free(line);
    if (file)
        fclose(file);
    return is;
}

bool study_is_finished(const char *folder, salvo_text *why)
{
    FILE *file = open_in(folder, "manifest.json");
    json_t *manifest = file ? json_loadf(file, 0, NULL) : NULL;
    bool finished = manifest && is_true(folder, manifest, why);

    if (!file && !has_report(folder))
        finished = true;
    else if (!manifest)
        salvo_text_put(why, file ? "manifest.json is damaged" : "it has no manifest.json");
    json_decref(manifest);
    if (file)
        fclose(file);
    return finished;
}

static bool has_manifest(const char *folder)
{
    FILE *file = open_in(folder, "manifest.json");
    json_t *manifest = file ? json_loadf(file, 0, NULL) : NULL;
    /* Other programs also name files manifest.json. */
    const bool is = json_object_get(manifest, "study") && json_object_get(manifest, "jobs");

    json_decref(manifest);
    if (file)
        fclose(file);
    return is;
}

static salvo_status is_there(bool *is, const char *folder, const char *name, salvo_error *err)
{
    salvo_text path = {.bytes = NULL};
    struct stat s;

    salvo_text_add(&path, "%s/%s", folder, name);
    *is = path.failed || lstat(path.bytes, &s) == 0;
    salvo_text_free(&path);
    return path.failed ? salvo_fail_memory(err) : SALVO_OK;
}

/* If memory is out, it fails: the file that it cannot read may be a study's. */
static salvo_status has(bool *is, bool (*thing)(const char *folder), const char *folder, salvo_error *err)
{
    errno = 0;
    *is = thing(folder);
    return !*is && errno == ENOMEM ? salvo_fail_memory(err) : SALVO_OK;
}

salvo_status study_may_write(bool *may, const char *folder, const char *name, salvo_error *err)
{
    bool is;
    salvo_status status = is_there(&is, folder, name, err);

    *may = status == SALVO_OK && !is;
    if (status == SALVO_OK && is)
        status = has(may, has_report, folder, err);
    if (status == SALVO_OK && !*may && strcmp(name, "README.md") != 0)
        status = has(may, has_manifest, folder, err);
    return status;
}
