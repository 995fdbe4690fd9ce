/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lock is on the folder itself (flock). The system releases it when its holder ends, for whatever reason. */
#include "cli/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static salvo_status refuse(const char *path, salvo_error *err)
{
    return salvo_fail_at(err, SALVO_IO, path, 0, 0, "cannot be made: %s", strerror(errno));
}

/* Returns the end of the next folder's name: the next "/", or the end of the path. */
static size_t next_folder(const char *path, size_t at)
{
    at += strspn(path + at, "/");
    return at + strcspn(path + at, "/");
}

/* Makes a folder, or accepts an existing one. */
static bool make_folder(claim *c, size_t length)
{
    const char ending = c->path[length];
    bool made;

    c->path[length] = '\0';
    made = mkdir(c->path, 0777) == 0;
    if (!made && errno == EEXIST)
        c->found = length;
    c->path[length] = ending;
    return made || errno == EEXIST;
}

/* Starts at the root, because a folder can be made only in an existing one. */
static salvo_status make_folders(claim *c, salvo_error *err)
{
    size_t at = 0;

    while (c->path[at + strspn(c->path + at, "/")]) {
        at = next_folder(c->path, at);
        if (!make_folder(c, at))
            return refuse(c->path, err);
    }
    return SALVO_OK;
}

static salvo_status hold(claim *c, salvo_error *err)
{
    c->lock = open(c->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (c->lock < 0 && errno == ENOTDIR)
        return refuse(c->path, err);
    if (c->lock >= 0 && flock(c->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return salvo_fail_at(err, SALVO_IO, c->path, 0, 0,
                             "another salvo is writing into this folder; wait until it is finished, or name "
                             "another folder (-o)");
    return SALVO_OK;
}

salvo_status claim_folder(claim *c, const char *path, salvo_error *err)
{
    salvo_status status;

    *c = (claim){.path = strdup(path), .lock = -1};
    if (!c->path)
        return salvo_fail_memory(err);
    status = make_folders(c, err);
    if (status == SALVO_OK)
        status = hold(c, err);
    if (status != SALVO_OK)
        claim_release(c);
    return status;
}

void claim_release(claim *c)
{
    if (!c->path)
        return;
    for (size_t length = strlen(c->path); length > c->found; length--)
        if (length == strlen(c->path) || c->path[length] == '/') {
            c->path[length] = '\0';
            rmdir(c->path); /* fails for a folder that is not empty */
        }
    if (c->lock >= 0)
        close(c->lock);
    free(c->path);
    *c = (claim){.path = NULL};
}
