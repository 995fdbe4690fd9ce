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

static salvo_status by_rename(const char *path, const char *bytes, size_t length, salvo_error *err)
{
    size_t room = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(room);
    FILE *out = NULL;
    int file, number;

    if (!temporary)
        return salvo_fail_memory(err);
    snprintf(temporary, room, "%s.XXXXXX", path);
    file = mkstemp(temporary);
    if (file >= 0) {
        give_usual_rights(file);
        out = fdopen(file, "wb");
    }
    if (out && put(out, bytes, length) && fsync(file) == 0 && fclose(out) == 0 && rename(temporary, path) == 0) {
        free(temporary);
        return SALVO_OK;
    }
    number = errno;
    if (file >= 0)
        unlink(temporary);
    free(temporary);
    return failed(path, number, err);
}

salvo_status deliver(const char *path, const char *bytes, size_t length, salvo_error *err)
{
    char *target;
    struct stat found;
    bool exists, is_link;
    salvo_status status;

    if (!path)
        return to_stdout(bytes, length, err);
    exists = stat(path, &found) == 0;
    if (exists && !S_ISREG(found.st_mode))
        return directly(path, bytes, length, err);
    is_link = lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
    target = realpath(path, NULL);
    if (is_link && !target) /* it leads to nothing yet; what it leads to is to be made, the link kept */
        status = directly(path, bytes, length, err);
    else
        status = by_rename(target ? target : path, bytes, length, err);
    free(target);
    return status;
}
