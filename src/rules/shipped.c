/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/shipped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/names.h"

/* A path that does not fit is an error: a shortened path could name something else. */
bool shipped_exists(const char *directory, const char *file)
{
    char path[DIRECTORY_MAX];
    struct stat found;
    int length = snprintf(path, sizeof path, "%s/%s", directory, file);

    return length > 0 && (size_t)length < sizeof path && stat(path, &found) == 0;
}

/* The installed program is in PREFIX/bin, its data in PREFIX/share/salvo. */
static bool installed_data(char directory[DIRECTORY_MAX])
{
    /* Leaves room for the rest of the path. */
    char program[DIRECTORY_MAX - 32];
    /* It does not use argv[0], which the caller chooses: an installed tree can be moved as a whole. */
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash;

    if (length <= 0)
        return false;
    /* readlink does not terminate the text. */
    program[length] = '\0';
    slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = '\0';
    snprintf(directory, DIRECTORY_MAX, "%s/../share/salvo", program);
    return shipped_exists(directory, ".");
}

void shipped_find(char directory[DIRECTORY_MAX])
{
    if (!installed_data(directory))
        snprintf(directory, DIRECTORY_MAX, "%s",
                 shipped_exists(SALVO_SOURCE_DATA_DIR, ".") ? SALVO_SOURCE_DATA_DIR : SALVO_INSTALL_DATA_DIR);
}

bool shipped_is(const char *directory, const char *id)
{
    char root[DIRECTORY_MAX], path[DIRECTORY_MAX];
    struct stat one, other;

    shipped_find(root);
    return snprintf(path, sizeof path, "%s/%s", root, id) < (int)sizeof path && stat(path, &one) == 0 &&
           stat(directory, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

const char *shipped_variable(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

void shipped_find_data(char directory[DIRECTORY_MAX])
{
    if (shipped_variable("SALVO_DATA"))
        snprintf(directory, DIRECTORY_MAX, "%s", shipped_variable("SALVO_DATA"));
    else
        shipped_find(directory);
}

const char *shipped_file(const char *name, salvo_arena *memory)
{
    char root[DIRECTORY_MAX];

    /* $SALVO_DATA may have other tables and nothing else. */
    shipped_find_data(root);
    if (!shipped_exists(root, name))
        shipped_find(root);
    return salvo_arena_printf(memory, "%s/%s", root, name);
}

const char *shipped_id(const char *name)
{
    for (size_t i = 0; i < SALVO_N_BOOKS; i++)
        if (salvo_name_matches(SALVO_BOOKS[i], name))
            return SALVO_BOOKS[i];
    return NULL;
}
