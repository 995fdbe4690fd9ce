/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *scratch_path(char path[SCRATCH_PATH], const char *directory, const char *file)
{
    assert_true(snprintf(path, SCRATCH_PATH, "%s%s%s", directory, *file ? "/" : "", file) < SCRATCH_PATH);
    return path;
}

static char *read_text(const char *path)
{
    enum { ROOM = 1 << 16 };
    char *text = calloc(1, ROOM);
    FILE *in = fopen(path, "rb");

    assert_non_null(text);
    assert_non_null(in);
    assert_true(fread(text, 1, ROOM - 1, in) < ROOM - 1);
    fclose(in);
    return text;
}

static void as_it_is(FILE *out, const char *text)
{
    fputs(text, out);
}

static void write_text(const char *path, void (*rewrite)(FILE *out, const char *text), const char *text)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    rewrite(out, text);
    assert_false(ferror(out));
    assert_int_equal(fclose(out), 0);
}

/* Calls `visit` for every file of the directory. */
static void visit_files(const char *directory, void (*visit)(const char *path, const char *file, const void *context),
                        const void *context)
{
    char path[SCRATCH_PATH];
    DIR *files = opendir(directory);

    assert_non_null(files);
    for (struct dirent *file; (file = readdir(files));)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0)
            visit(scratch_path(path, directory, file->d_name), file->d_name, context);
    closedir(files);
}

static void copy_file(const char *path, const char *file, const void *directory)
{
    char copy[SCRATCH_PATH];
    char *text = read_text(path);

    write_text(scratch_path(copy, directory, file), as_it_is, text);
    free(text);
}

static void remove_file(const char *path, const char *file, const void *context)
{
    (void)file;
    (void)context;
    assert_int_equal(remove(path), 0);
}

static void rewrite_table(const char *path, const char *file, const void *rewrite)
{
    char *text = read_text(path);

    if (strstr(file, ".csv"))
        write_text(path, *(void (*const *)(FILE *, const char *))rewrite, text);
    free(text);
}

void scratch_make(char directory[SCRATCH_PATH])
{
    scratch_make_of(directory, "mad");
}

void scratch_make_of(char directory[SCRATCH_PATH], const char *ruleset)
{
    char shipped[SCRATCH_PATH];

    assert_non_null(getenv("SALVO_DATA"));
    scratch_make_from(directory, scratch_path(shipped, getenv("SALVO_DATA"), ruleset));
}

void scratch_make_from(char directory[SCRATCH_PATH], const char *folder)
{
    const char *place = getenv("TMPDIR");

    scratch_path(directory, place ? place : "/tmp", "salvo-test-XXXXXX");
    assert_non_null(mkdtemp(directory));
    visit_files(folder, copy_file, directory);
}

void scratch_remove(const char *directory)
{
    visit_files(directory, remove_file, NULL);
    assert_int_equal(rmdir(directory), 0);
}

void scratch_rewrite_tables(const char *directory, void (*rewrite)(FILE *out, const char *text))
{
    visit_files(directory, rewrite_table, &rewrite);
}

static void replace_part(const char *path, const char *find, const char *replace)
{
    char *text = read_text(path);
    char *at = strstr(text, find);
    char *edited = calloc(1, strlen(text) + strlen(replace) + 1);

    assert_non_null(at); /* else the shipped file has changed, and the case must follow */
    assert_non_null(edited);
    sprintf(edited, "%.*s%s%s", (int)(at - text), text, replace, at + strlen(find));
    write_text(path, as_it_is, edited);
    free(edited);
    free(text);
}

void scratch_edit(const char *directory, const char *file, const char *find, const char *replace)
{
    char path[SCRATCH_PATH];

    scratch_path(path, directory, file);
    if (!replace)
        assert_int_equal(remove(path), 0);
    else if (!find)
        write_text(path, as_it_is, replace);
    else
        replace_part(path, find, replace);
}
