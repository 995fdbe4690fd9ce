/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files appear complete or not at all. If the system can make files without a name, salvo writes the answer to one. The
 * file gets its name when everything is complete. So a killed run leaves nothing behind. At most it leaves a second
 * name of a file that was about to replace another; the next run removes that name. On other systems salvo writes the
 * file under a temporary name beside its place. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "cli/deliver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

enum {
    UNNAMED_MAX = 200, /* the most open files without a name, because a process can open only a limited number */
    NAMES_TRIED = 1000,
    LINKS_FOLLOWED = 16, /* the most links that a checked path may lead through */
    LINK_ROOM = 4096,
};

/* A complete file that is not yet in its place. target NULL: nothing is staged, and the parcel is written directly. */
typedef struct staged {
    char *target;
    char *temporary; /* its temporary name; "": none */
    int file;        /* a file without a name; -1: none */
} staged;

/* The message has the path of the answer, never the temporary name, which the user does not know. */
static salvo_status failed(const char *path, int number, salvo_error *err)
{
    return salvo_fail_at(err, SALVO_IO, path, 0, 0, "cannot be written: %s", strerror(number));
}

/* A pipe or a nearly full disk accepts fewer bytes, and a signal may interrupt the call. Neither is an error yet. */
static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);

        if (written < 0 && errno != EINTR)
            return false;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Writes to standard output, a pipe or a device. A closed pipe is not a failure. */
static salvo_status write_directly(const parcel *p, salvo_error *err)
{
    int file = p->path ? open(p->path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : STDOUT_FILENO, number;
    bool done;

    if (file < 0)
        return failed(p->path, errno, err);
    done = write_all(file, p->bytes, p->length) || errno == EPIPE;
    number = errno;
    /* Some file systems report a full disk only when the file is closed. */
    if (p->path && close(file) != 0 && done) {
        done = errno == EPIPE;
        number = errno;
    }
    return done ? SALVO_OK : failed(p->path ? p->path : "standard output", number, err);
}

/* mkstemp makes files for their owner only; an answer gets the usual rights of a new file. */
static void give_usual_rights(int file)
{
    mode_t mask = umask(0);

    /* The mask can be read only by setting it. */
    umask(mask);
    fchmod(file, 0666 & ~mask);
}

/* Makes a name in the folder of the path that differs from every answer's. NULL: memory is out. */
static char *temporary_beside(const char *path)
{
    static const char NAME[] = ".salvo-XXXXXX";
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *temporary = malloc(folder + sizeof NAME);

    if (temporary)
        snprintf(temporary, folder + sizeof NAME, "%.*s%s", (int)folder, path, NAME);
    return temporary;
}

/* Returns -1 if the folder or the system has no such files. */
static int open_unnamed(char *temporary)
{
#ifdef O_TMPFILE
    char *slash = strrchr(temporary, '/');
    int file;

    /* The file gets its name through /proc; without /proc it cannot get one. */
    if (access("/proc/self/fd", X_OK) != 0)
        return -1;
    if (slash)
        slash[1] = '\0';
    /* O_TMPFILE needs the folder, so the path is cut after its slash for the call. The file's name begins with a dot,
     * which is then restored. */
    file = open(slash ? temporary : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (slash)
        slash[1] = '.';
    return file;
#else
    (void)temporary;
    return -1;
#endif
}

static int open_temporary(staged *to, bool unnamed)
{
    to->file = unnamed ? open_unnamed(to->temporary) : -1;
    if (to->file >= 0) {
        *to->temporary = '\0';
        return to->file;
    }
    /* Without such a file, it makes a hidden one, which a killed run may leave behind. */
    int file = mkstemp(to->temporary);

    if (file >= 0)
        give_usual_rights(file);
    else
        /* There is nothing to remove later. */
        *to->temporary = '\0';
    return file;
}

static salvo_status stage_as(staged *to, const char *path, const parcel *from, bool unnamed, salvo_error *err)
{
    int file, number;
    bool done;

    to->target = strdup(path);
    to->temporary = temporary_beside(path);
    if (!to->target || !to->temporary)
        return salvo_fail_memory(err);
    file = open_temporary(to, unnamed);
    if (file < 0)
        return failed(path, errno, err);
    /* The bytes must be on the disk before the name: after a crash, the final name on an empty file would be worse than
     * no file. */
    done = write_all(file, from->bytes, from->length) && fsync(file) == 0;
    number = errno;
    /* A file without a name exists only while it is open. */
    if (to->file < 0 && close(file) != 0 && done) {
        done = false;
        number = errno;
    }
    return done ? SALVO_OK : failed(path, number, err);
}

/* Stages a parcel for a regular file, or for a file that does not exist yet. */
static salvo_status stage(staged *to, const parcel *from, bool unnamed, salvo_error *err)
{
    struct stat found;
    bool is_link;
    char *target;
    salvo_status status = SALVO_OK;

    /* A new file cannot replace a pipe or a device. */
    if (!from->path || (stat(from->path, &found) == 0 && !S_ISREG(found.st_mode)))
        return SALVO_OK;
    is_link = lstat(from->path, &found) == 0 && S_ISLNK(found.st_mode);
    /* A link stays a link. The file that it leads to is replaced from beside itself, where a rename is possible. */
    target = realpath(from->path, NULL);
    if (!is_link || target) /* a link to nothing stays, and its target is written directly */
        status = stage_as(to, target ? target : from->path, from, unnamed, err);
    free(target);
    return status;
}

/* Gives a file without a name this name, which must be free. */
static bool name_file(int file, const char *name)
{
    char itself[64];

    snprintf(itself, sizeof itself, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, itself, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Removes the temporary name of a killed run, and returns whether it did. A running process holds a lock on its
 * temporary files. */
static bool remove_abandoned(const char *temporary)
{
    struct stat opened, named;
    const int file = open(temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    /* Another run may have removed it and given the name to a file of its own. */
    const bool abandoned = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0 &&
                           lstat(temporary, &named) == 0 && opened.st_ino == named.st_ino && unlink(temporary) == 0;

    if (file >= 0)
        close(file);
    return abandoned;
}

/* A file without a name can replace another only by a second name and a rename. The second name's number comes from the
 * file's name, so the next run that writes this file finds what a killed run left. */
static bool name_temporarily(staged *ready)
{
    char *temporary = temporary_beside(ready->target);
    const uint64_t first = salvo_hash(SALVO_HASH, ready->target, strlen(ready->target));
    bool named = false;

    flock(ready->file, LOCK_EX | LOCK_NB);
    for (unsigned i = 0; temporary && !named && i < NAMES_TRIED; i++) {
        snprintf(temporary + strlen(temporary) - strlen("XXXXXX"), sizeof "XXXXXX", "%06u",
                 (unsigned)((first + i) % 1000000));
        named = name_file(ready->file, temporary);
        /* Any other reason would be the same for the next number. */
        if (!named && errno != EEXIST)
            break;
        if (!named && remove_abandoned(temporary))
            named = name_file(ready->file, temporary);
    }
    if (named) {
        free(ready->temporary);
        ready->temporary = temporary;
    } else {
        free(temporary);
    }
    return named;
}

static salvo_status put_in_place(staged *ready, salvo_error *err)
{
    if (!ready->target)
        return SALVO_OK;
    if (ready->file >= 0) {
        /* linkat refuses a name in use; only then is the detour needed. */
        if (name_file(ready->file, ready->target))
            return SALVO_OK;
        if (errno != EEXIST || !name_temporarily(ready))
            return failed(ready->target, errno, err);
    }
    /* The rename is atomic: a reader gets either the old bytes or the new ones. */
    if (rename(ready->temporary, ready->target) != 0)
        return failed(ready->target, errno, err);
    *ready->temporary = '\0';
    return SALVO_OK;
}

/* A signal that would end the program waits until every file is in its place. */
static salvo_status put_all_in_place(staged *ready, size_t n, salvo_error *err)
{
    sigset_t all, before;
    salvo_status status = SALVO_OK;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = put_in_place(&ready[i], err);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* Removes a file that still has a temporary name: it was not delivered. */
static void clear(staged *s)
{
    if (s->file >= 0)
        close(s->file);
    if (s->temporary && *s->temporary)
        unlink(s->temporary);
    free(s->temporary);
    free(s->target);
}

salvo_status deliver(const parcel *parcels, size_t n, salvo_error *err)
{
    /* One more, because calloc may return NULL for size 0. */
    staged *ready = calloc(n + 1, sizeof *ready);
    salvo_status status = ready ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; ready && i < n; i++)
        /* 0 would be standard input. */
        ready[i].file = -1;
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = stage(&ready[i], &parcels[i], i < UNNAMED_MAX, err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        /* Standard output may fail; no file may be in its place before it succeeds. */
        status = ready[i].target ? SALVO_OK : write_directly(&parcels[i], err);
    status = status == SALVO_OK ? put_all_in_place(ready, n, err) : status;
    for (size_t i = 0; ready && i < n; i++)
        clear(&ready[i]);
    free(ready);
    return status;
}

/* Makes a new file beside the path, if possible without a name. No signal can interrupt between making a name and
 * removing it. Returns the error number; 0: none. */
static int try_beside(const char *path)
{
    staged tried = {.file = -1, .temporary = temporary_beside(path)};
    sigset_t all, before;
    int file, number;

    if (!tried.temporary)
        return ENOMEM;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    file = open_temporary(&tried, true);
    number = file < 0 ? errno : 0;
    if (file >= 0 && tried.file < 0)
        close(file);
    clear(&tried);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return number;
}

/* Returns the target of a link to a file that does not exist yet. NULL: memory is out. */
static char *behind_link(const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *target = malloc(folder + LINK_ROOM), *name = target ? target + folder : NULL;
    ssize_t n;

    if (!target)
        return NULL;
    memcpy(target, path, folder);
    n = readlink(path, name, LINK_ROOM - 1);
    name[n > 0 ? n : 0] = '\0';
    if (*name == '/')
        memmove(target, name, strlen(name) + 1);
    return target;
}

static int try_place(const char *path, int links)
{
    struct stat found, itself;
    char *target;
    int number;

    if (lstat(path, &itself) != 0)
        return errno == ENOENT ? try_beside(path) : errno;
    if (stat(path, &found) == 0) {
        if (S_ISDIR(found.st_mode))
            return EISDIR;
        if (!S_ISREG(found.st_mode)) /* only checks the rights: opening a pipe would wait for its reader */
            return access(path, W_OK) == 0 ? 0 : errno;
        target = realpath(path, NULL);
    } else {
        target = errno == ENOENT && links < LINKS_FOLLOWED ? behind_link(path) : NULL;
    }
    if (!target)
        return errno;
    number = S_ISLNK(itself.st_mode) && access(target, F_OK) != 0 ? try_place(target, links + 1) : try_beside(target);
    free(target);
    return number;
}

salvo_status deliver_check(const char *path, salvo_error *err)
{
    const int number = try_place(path, 0);

    return number ? failed(path, number, err) : SALVO_OK;
}

salvo_status deliver_check_folder(const char *folder, salvo_error *err)
{
    const size_t length = strlen(folder);
    char *inside = malloc(length + sizeof "/.");
    int number;

    if (!inside)
        return salvo_fail_memory(err);
    memcpy(inside, folder, length);
    memcpy(inside + length, "/.", sizeof "/.");
    number = try_beside(inside);
    free(inside);
    return number ? failed(folder, number, err) : SALVO_OK;
}
