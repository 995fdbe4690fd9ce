#include "cli/deliver.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static salvo_status failed(const char *path, int number, salvo_error *err)
{
    return salvo_fail_at(err, SALVO_IO, path, 0, 0, "cannot be written: %s", strerror(number));
}

static bool put(FILE *out, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, out) == length && fflush(out) == 0;
}

static salvo_status to_stdout(const char *bytes, size_t length, salvo_error *err)
{
    if (put(stdout, bytes, length) || errno == EPIPE)
        return SALVO_OK;
    return failed("standard output", errno, err);
}

static salvo_status directly(const char *path, const char *bytes, size_t length, salvo_error *err)
{
    FILE *out = fopen(path, "wb");
    bool done;
    int number;

    if (!out)
        return failed(path, errno, err);
    done = put(out, bytes, length) || errno == EPIPE;
    number = errno;
    done = (fclose(out) == 0 || errno == EPIPE) && done;
    return done ? SALVO_OK : failed(path, number, err);
}

/* mkstemp makes files for their owner alone; an answer gets the rights that any new file would. */
static void give_usual_rights(int file)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(file, 0666 & ~mask);
}

/* A file that is complete under another name; `temporary` NULL: there is none, the parcel is written directly. */
typedef struct staged {
    char *target, *temporary;
} staged;

static salvo_status stage_as(staged *to, const char *path, const parcel *from, salvo_error *err)
{
    size_t room = strlen(path) + sizeof ".XXXXXX";
    FILE *out = NULL;
    int file, number;

    to->target = strdup(path);
    to->temporary = malloc(room);
    if (!to->target || !to->temporary)
        return salvo_fail_memory(err);
    snprintf(to->temporary, room, "%s.XXXXXX", path);
    file = mkstemp(to->temporary);
    number = errno;
    if (file >= 0) {
        give_usual_rights(file);
        out = fdopen(file, "wb");
    }
    if (out && put(out, from->bytes, from->length) && fsync(file) == 0 && fclose(out) == 0)
        return SALVO_OK;
    number = file >= 0 ? errno : number;
    if (file >= 0)
        unlink(to->temporary);
    *to->temporary = '\0';
    return failed(path, number, err);
}

/* A parcel for a regular file, or for one that is not there yet. */
static salvo_status stage(staged *to, const parcel *from, salvo_error *err)
{
    struct stat found;
    bool is_link;
    char *target;
    salvo_status status = SALVO_OK;

    if (!from->path || (stat(from->path, &found) == 0 && !S_ISREG(found.st_mode)))
        return SALVO_OK;
    is_link = lstat(from->path, &found) == 0 && S_ISLNK(found.st_mode);
    target = realpath(from->path, NULL);
    if (!is_link || target) /* a link to nothing: what it leads to is made directly, the link kept */
        status = stage_as(to, target ? target : from->path, from, err);
    free(target);
    return status;
}

static salvo_status send(const staged *ready, const parcel *p, salvo_error *err)
{
    if (ready->temporary)
        return SALVO_OK;
    return p->path ? directly(p->path, p->bytes, p->length, err) : to_stdout(p->bytes, p->length, err);
}

static salvo_status rename_into_place(staged *ready, salvo_error *err)
{
    if (!ready->temporary)
        return SALVO_OK;
    if (rename(ready->temporary, ready->target) != 0)
        return failed(ready->target, errno, err);
    *ready->temporary = '\0';
    return SALVO_OK;
}

static void clear(staged *s)
{
    if (s->temporary && *s->temporary)
        unlink(s->temporary);
    free(s->temporary);
    free(s->target);
}

salvo_status deliver(const parcel *parcels, size_t n, salvo_error *err)
{
    staged *ready = calloc(n + 1, sizeof *ready);
    salvo_status status = ready ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = stage(&ready[i], &parcels[i], err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = send(&ready[i], &parcels[i], err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = rename_into_place(&ready[i], err);
    for (size_t i = 0; ready && i < n; i++)
        clear(&ready[i]);
    free(ready);
    return status;
}
