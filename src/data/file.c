/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are opened without blocking, so that a pipe without a writer, or a device, is recognised instead of waited for.
 * Then they are read whole and checked as text once, so that no later reader needs to. */
#include "data/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/utf8.h"

/* bytes; bytes; ms to wait for a writer; ms between two looks. The largest table of a book has some hundred kilobytes,
 * so a file a thousand times as large is not a table. */
enum { FILE_MAX = 64 << 20, PART = 1 << 16, PATIENCE_MS = 1000, LOOK_MS = 10 };

/* A file while it is read. */
typedef struct reader {
    const char *path;
    int in;
    char *bytes; /* on the heap */
    size_t used, capacity;
    salvo_arena *memory; /* of the text made from them */
    char **text;
    size_t *length;
    salvo_error *err;
} reader;

static salvo_status refuse(const reader *r, const char *what)
{
    return salvo_fail_at(r->err, SALVO_IO, r->path, 0, 0, "%s", what);
}

/* Fails with the system's message. */
static salvo_status fail(const reader *r, const char *what)
{
    return salvo_fail_at(r->err, SALVO_IO, r->path, 0, 0, "%s: %s", what, strerror(errno));
}

/* Returns whether a writer had the pipe open and has closed it: a hang-up, with nothing left to read. The timeout of 0
 * makes it a look, not a wait. */
static bool is_over(int in)
{
    struct pollfd p = {.fd = in, .events = POLLIN};

    return poll(&p, 1, 0) > 0 && (p.revents & POLLHUP) && !(p.revents & POLLIN);
}

/* Makes room for that many more bytes. */
static bool make_room(reader *r, size_t more)
{
    return salvo_grow(&r->bytes, &r->capacity, r->used + more, 1);
}

/* Waits for a pipe's writer. A writer may be slow, but without one a read would block for ever. A pipe opened without
 * blocking reads as ended while it has no writer, so its end alone means nothing. A writer has a second to appear. */
static salvo_status wait_for_writer(reader *r)
{
    const struct timespec moment = {.tv_nsec = LOOK_MS * 1000000L};

    if (!make_room(r, PART))
        return salvo_fail_memory(r->err);
    for (int waited = 0; waited <= PATIENCE_MS; waited += LOOK_MS) {
        ssize_t n = read(r->in, r->bytes, PART);

        if (n < 0 && errno != EAGAIN) /* EAGAIN: there is a writer, which has written nothing yet */
            return fail(r, "cannot be read");
        r->used = n > 0 ? (size_t)n : 0;
        if (n != 0 || is_over(r->in)) /* bytes have arrived, or a writer has come and left */
            return SALVO_OK;
        nanosleep(&moment, NULL);
    }
    return refuse(r, "is a pipe without a writer");
}

/* Refuses devices, which may never end. Folders are left to read(), whose error names them. The check is on the open
 * file and not on its name, which may be another file by now. */
static salvo_status check_kind(reader *r)
{
    struct stat file;

    if (fstat(r->in, &file) != 0)
        return fail(r, "cannot be read");
    if (S_ISFIFO(file.st_mode))
        return wait_for_writer(r);
    /* A terminal is a device, but people may type a table into it. */
    if (!S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode) && !isatty(r->in))
        return refuse(r, "is a device; give a file");
    /* A byte more than the file has: then its end is found without more room. */
    return make_room(r, S_ISREG(file.st_mode) && file.st_size < FILE_MAX ? (size_t)file.st_size + 1 : PART)
               ? SALVO_OK
               : salvo_fail_memory(r->err);
}

/* From now on reading may wait: once a writer is known, it may pause for longer than any timeout. */
static salvo_status let_wait(reader *r)
{
    return fcntl(r->in, F_SETFL, fcntl(r->in, F_GETFL) & ~O_NONBLOCK) < 0 ? fail(r, "cannot be read") : SALVO_OK;
}

/* Reads up to the end, whatever size fstat reports: pipes have none. */
static salvo_status read_rest(reader *r)
{
    ssize_t n = 1;

    while (n > 0) {
        if (r->used > FILE_MAX) /* before growing: an endless pipe must not fill the memory */
            return salvo_fail_at(r->err, SALVO_BAD_INPUT, r->path, 0, 0, "the file is larger than %d MiB",
                                 FILE_MAX >> 20);
        if (!make_room(r, 1))
            return salvo_fail_memory(r->err);
        n = read(r->in, r->bytes + r->used, r->capacity - r->used);
        r->used += n > 0 ? (size_t)n : 0; /* 0 is the end */
    }
    return n < 0 ? fail(r, "cannot be read") : SALVO_OK;
}

salvo_status salvo_file_refuse(const char *path, int line, int column, const salvo_text_fault *fault, salvo_error *err)
{
    if (!fault->why)
        return salvo_fail_at(err, SALVO_BAD_INPUT, path, line, column,
                             "a byte here is not UTF-8 text; save the file as UTF-8");
    return salvo_fail_at(err, SALVO_BAD_INPUT, path, line, column, "U+%04X is here, %s; remove it",
                         (unsigned)fault->code, fault->why);
}

/* The heap buffer grows in steps; the copy is as long as the file, with a NUL after it. */
static salvo_status take_text(reader *r)
{
    salvo_text_fault fault;

    if (salvo_text_has_fault(r->bytes, r->used, &fault))
        return salvo_file_refuse(r->path, fault.line, fault.column, &fault, r->err);
    *r->length = r->used;
    *r->text = salvo_arena_slice(r->memory, r->bytes, r->used);
    return *r->text ? SALVO_OK : salvo_fail_memory(r->err);
}

static salvo_status read_text(reader *r)
{
    static salvo_status (*const STEPS[])(reader *) = {check_kind, let_wait, read_rest, take_text};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](r);
    return status;
}

salvo_status salvo_file_read(const char *path, salvo_arena *memory, char **bytes, size_t *length, salvo_error *err)
{
    /* O_NOCTTY: an opened terminal must not become the controlling one. */
    int in = open(strcmp(path, "-") == 0 ? "/dev/stdin" : path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    reader r = {.path = path, .in = in, .memory = memory, .text = bytes, .length = length, .err = err};
    salvo_status status;

    if (r.in < 0)
        return fail(&r, "cannot be opened");
    status = read_text(&r);
    close(r.in);
    free(r.bytes);
    return status;
}

/* Returns whether ".." is a part of the path. Whole parts are compared, because a name such as "..a" is harmless. */
static bool climbs(const char *file)
{
    for (size_t length; *file; file += length + (file[length] == '/')) {
        length = strcspn(file, "/");
        if (length == 2 && strncmp(file, "..", 2) == 0)
            return true;
    }
    return false;
}

bool salvo_file_is_there(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

/* Whether it is a file of the folder itself, and no link. Nearly all are, and then one look at it is enough. */
static bool lies_in_folder(const char *path, const char *file)
{
    struct stat found;

    return !strchr(file, '/') && lstat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* The name is checked first, then the place where it leads: a link inside the folder may point out of it. */
bool salvo_file_stays_inside(const char *directory, const char *file)
{
    char path[PATH_MAX], folder[PATH_MAX], real[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", directory, file);

    if (*file == '/' || climbs(file) || length < 0 || (size_t)length >= sizeof path)
        return false;
    if (lies_in_folder(path, file))
        return true;
    /* The file's reader reports a missing file. */
    if (!realpath(path, real) || !realpath(directory, folder))
        return true;
    length = (int)strlen(folder);
    return strncmp(real, folder, (size_t)length) == 0 && (real[length] == '/' || strcmp(folder, "/") == 0);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

salvo_status salvo_file_names(const char *directory, const char ***names, size_t *n, salvo_arena *memory,
                              salvo_error *err)
{
    struct dirent **entries;
    const int found = scandir(directory, &entries, is_shown, alphasort);
    bool failed;

    if (found < 0 && errno != ENOENT)
        return salvo_fail_at(err, SALVO_IO, directory, 0, 0, "cannot be read: %s", strerror(errno));
    *n = found > 0 ? (size_t)found : 0;
    *names = salvo_arena_array(memory, *n + 1, sizeof **names);
    failed = !*names;
    for (size_t i = 0; i < *n; i++) {
        failed = failed || !((*names)[i] = salvo_arena_text(memory, entries[i]->d_name));
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    return failed ? salvo_fail_memory(err) : SALVO_OK;
}
