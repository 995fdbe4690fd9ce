/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linker puts these functions in the place of those that they are named after (--wrap). */
#include "files.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include <salvo/arena.h>
#include <salvo/data.h>

#include "base/hash.h"
#include "data/csv.h"
#include "data/file.h"

salvo_status __real_salvo_file_read(const char *, salvo_arena *, char **, size_t *, salvo_error *);
bool __real_salvo_file_is_there(const char *);
bool __real_salvo_file_stays_inside(const char *, const char *);
salvo_status __real_salvo_csv_read(salvo_table *, const char *, salvo_arena *, salvo_error *);
salvo_status __wrap_salvo_file_read(const char *, salvo_arena *, char **, size_t *, salvo_error *);
bool __wrap_salvo_file_is_there(const char *);
bool __wrap_salvo_file_stays_inside(const char *, const char *);
salvo_status __wrap_salvo_csv_read(salvo_table *, const char *, salvo_arena *, salvo_error *);
int __real_luaL_loadbufferx(lua_State *, const char *, size_t, const char *, const char *);
int __wrap_luaL_loadbufferx(lua_State *, const char *, size_t, const char *, const char *);

typedef struct kept {
    uint64_t hash; /* of the path */
    char *text;
    size_t length;
    salvo_table table; /* no cells: not parsed yet */
} kept;

enum { KEPT_MAX = 512, PATH = 1024 };

static kept files[KEPT_MAX];
static size_t n_files;
static salvo_arena *memory_of_files;

static char made_path[PATH];
static const char *made;
static size_t made_length;

const char *fuzz_file(const char *path, const char *bytes, size_t length)
{
    snprintf(made_path, sizeof made_path, "%s", path);
    made = bytes;
    made_length = length;
    return made_path;
}

static bool is_made(const char *path)
{
    return made && strcmp(path, made_path) == 0;
}

static bool is_data(const char *path)
{
    const char *data = getenv("SALVO_DATA");

    return strncmp(path, data, strlen(data)) == 0;
}

static kept *find(const char *path)
{
    const uint64_t hash = salvo_hash(SALVO_HASH, path, strlen(path));

    for (size_t i = 0; i < n_files; i++)
        if (files[i].hash == hash)
            return &files[i];
    return NULL;
}

/* NULL: it is read anew each time. */
static kept *keep(const char *path)
{
    kept *k = find(path);

    if (k || !is_data(path) || n_files == KEPT_MAX)
        return k;
    if (!memory_of_files)
        memory_of_files = salvo_arena_new();
    k = &files[n_files];
    if (__real_salvo_file_read(path, memory_of_files, &k->text, &k->length, NULL) != SALVO_OK)
        return NULL;
    k->hash = salvo_hash(SALVO_HASH, path, strlen(path));
    n_files++;
    return k;
}

static salvo_status read_made(const char *path, salvo_arena *memory, char **text, size_t *length, salvo_error *err)
{
    salvo_text_fault fault;

    if (salvo_text_has_fault(made, made_length, &fault))
        return salvo_file_refuse(path, fault.line, fault.column, &fault, err);
    *length = made_length;
    *text = salvo_arena_slice(memory, made, made_length);
    return *text ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status __wrap_salvo_file_read(const char *path, salvo_arena *memory, char **text, size_t *length,
                                    salvo_error *err)
{
    const kept *k;

    if (is_made(path))
        return read_made(path, memory, text, length, err);
    k = keep(path);
    if (!k)
        return __real_salvo_file_read(path, memory, text, length, err);
    *length = k->length;
    *text = salvo_arena_slice(memory, k->text, k->length);
    return *text ? SALVO_OK : salvo_fail_memory(err);
}

bool __wrap_salvo_file_is_there(const char *path)
{
    return is_made(path) || find(path) || __real_salvo_file_is_there(path);
}

bool __wrap_salvo_file_stays_inside(const char *directory, const char *file)
{
    char path[PATH];

    snprintf(path, sizeof path, "%s/%s", directory, file);
    return (!strstr(file, "..") && find(path)) || __real_salvo_file_stays_inside(directory, file);
}

/* The cells are copied: --set changes them. */
static salvo_status copy_table(salvo_table *to, const salvo_table *from, salvo_arena *memory, salvo_error *err)
{
    const size_t n = from->n_rows * from->n_columns;

    to->path = from->path;
    to->header = from->header;
    to->n_columns = from->n_columns;
    to->n_rows = from->n_rows;
    to->cells = salvo_arena_array(memory, n + 1, sizeof *to->cells);
    if (!to->cells)
        return salvo_fail_memory(err);
    memcpy(to->cells, from->cells, n * sizeof *to->cells);
    return SALVO_OK;
}

salvo_status __wrap_salvo_csv_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err)
{
    kept *k = is_made(path) ? NULL : keep(path);

    if (!k)
        return __real_salvo_csv_read(table, path, memory, err);
    if (!k->table.cells) {
        const char *own = salvo_arena_text(memory_of_files, path);

        if (!own || __real_salvo_csv_read(&k->table, own, memory_of_files, err) != SALVO_OK)
            return __real_salvo_csv_read(table, path, memory, err);
    }
    return copy_table(table, &k->table, memory, err);
}

/* dice.lua, compiled: most of the time that a rulebook takes to open. */
static struct {
    char bytes[1 << 16];
    size_t length; /* 0: not compiled yet; more than there is room for: too long to be kept */
} dice;

static int keep_compiled(lua_State *L, const void *bytes, size_t length, void *of)
{
    (void)L, (void)of;
    if (dice.length + length <= sizeof dice.bytes)
        memcpy(dice.bytes + dice.length, bytes, length);
    dice.length += length;
    return 0;
}

int __wrap_luaL_loadbufferx(lua_State *L, const char *text, size_t length, const char *name, const char *mode)
{
    int status;

    if (strcmp(name, "=dice") != 0)
        return __real_luaL_loadbufferx(L, text, length, name, mode);
    if (dice.length > 0 && dice.length <= sizeof dice.bytes)
        return __real_luaL_loadbufferx(L, dice.bytes, dice.length, name, "b");
    status = __real_luaL_loadbufferx(L, text, length, name, mode);
    if (status == LUA_OK && dice.length == 0)
        lua_dump(L, keep_compiled, NULL, 0);
    return status;
}
