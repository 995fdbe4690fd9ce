/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The child reads SVG and writes PNG. Pipes could block if both sides write, so unnamed files replace them. */
#define _GNU_SOURCE /* memfd_create */
#include "chart/png.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/try.h"

extern char **environ;

enum { N_FILES = 3 }; /* the child's stdin, stdout and stderr, in files without a name: nothing blocks, nothing stays */

/* The message has the next step. */
static salvo_status missing(salvo_error *err)
{
    return salvo_fail(err, SALVO_IO,
                      "a PNG needs rsvg-convert, which is not installed: apt-get install librsvg2-bin (an "
                      "SVG needs no other program)");
}

/* The caller asks before it computes an answer, which may take minutes, and not when the picture is due. */
salvo_status png_find(salvo_error *err)
{
    const char *at = getenv("PATH");
    char path[4096];

    while (at && *at) {
        size_t length = strcspn(at, ":");

        /* A folder whose name is too long is skipped. */
        if (snprintf(path, sizeof path, "%.*s/rsvg-convert", (int)length, at) < (int)sizeof path &&
            access(path, X_OK) == 0)
            return SALVO_OK;
        at += length + (at[length] == ':');
    }
    return missing(err);
}

/* These variables of the environment would change a picture: the language may choose another font. Equal questions must
 * make equal pictures. */
static bool is_left_out(const char *variable)
{
    return strncmp(variable, "LC_", 3) == 0 || strncmp(variable, "LANG", 4) == 0;
}

/* The language is C. NULL if memory is out. The strings are the program's own; only their list is
 * new. */
static char **surroundings(char *locale)
{
    size_t n = 0, kept = 0;
    char **kept_variables;

    while (environ[n])
        n++;
    kept_variables = calloc(n + 2, sizeof *kept_variables);
    for (size_t i = 0; kept_variables && i < n; i++)
        if (!is_left_out(environ[i]))
            kept_variables[kept++] = environ[i];
    if (kept_variables)
        kept_variables[kept] = locale;
    return kept_variables;
}

/* Signals are as in a program started from a shell. PNG has twice the size, which high-resolution screens and print
 * need. A large field has more elements than rsvg-convert takes from strangers. */
static int start(pid_t *child, FILE *const files[N_FILES], char **variables)
{
    char name[] = "rsvg-convert", format[] = "--format=png", zoom[] = "--zoom=2", large[] = "--unlimited";
    char *const arguments[] = {name, format, zoom, large, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int failed;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int i = 0; i < N_FILES; i++)
        posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    /* salvo handles signals; a child must not inherit which ones it blocks or ignores. */
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    failed = posix_spawnp(child, name, &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* A signal may interrupt the wait although the child is still running. */
static salvo_status run(FILE *const files[N_FILES], int *ended, salvo_error *err)
{
    char locale[] = "LC_ALL=C";
    char **variables = surroundings(locale);
    pid_t child;
    int failed;

    if (!variables)
        return salvo_fail_memory(err);
    failed = start(&child, files, variables);
    free(variables);
    if (failed)
        return failed == ENOENT ? missing(err)
                                : salvo_fail(err, SALVO_IO, "rsvg-convert cannot be started: %s", strerror(failed));
    while (waitpid(child, ended, 0) < 0)
        if (errno != EINTR)
            return salvo_fail(err, SALVO_IO, "salvo cannot wait for rsvg-convert: %s", strerror(errno));
    return SALVO_OK;
}

/* Adds the bytes of the file. They are not text: a PNG has zeros in it. */
static bool read_all(salvo_text *to, FILE *from)
{
    char bytes[8192];
    size_t n;

    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0) {
        if (!salvo_grow(&to->bytes, &to->capacity, to->length + n + 1, 1)) {
            to->failed = true;
            return false;
        }
        memcpy(to->bytes + to->length, bytes, n);
        to->length += n;
        to->bytes[to->length] = '\0';
    }
    return !ferror(from);
}

/* The last line that it wrote says most. */
static salvo_status complain(FILE *complaints, int ended, salvo_error *err)
{
    char line[256], last[256] = "no message";

    rewind(complaints);
    while (fgets(line, sizeof line, complaints))
        if (strspn(line, " \r\n") != strlen(line))
            snprintf(last, sizeof last, "%s", line);
    last[strcspn(last, "\r\n")] = '\0';
    if (WIFSIGNALED(ended))
        return salvo_fail(err, SALVO_IO, "rsvg-convert was ended by signal %d", WTERMSIG(ended));
    return salvo_fail(err, SALVO_IO, "rsvg-convert failed: %s", last + strspn(last, " "));
}

/* A picture of no bytes is also a failure, even if the child reports success. */
static salvo_status draw(salvo_text *png, const salvo_text *svg, FILE *const files[N_FILES], salvo_error *err)
{
    int ended = 0;
    size_t before = png->length;

    if (fwrite(svg->bytes, 1, svg->length, files[0]) != svg->length || fflush(files[0]) != 0)
        return salvo_fail(err, SALVO_IO, "a temporary file cannot be written: %s", strerror(errno));
    rewind(files[0]);
    TRY(run(files, &ended, err));
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
        return complain(files[2], ended, err);
    if (!read_all(png, files[1]))
        return png->failed ? salvo_fail_memory(err)
                           : salvo_fail(err, SALVO_IO, "a temporary file cannot be read: %s", strerror(errno));
    return png->length > before ? SALVO_OK : complain(files[2], ended, err);
}

/* A child may ignore a full disk, and half a picture looks like success. In memory there is always room. */
static FILE *open_unnamed(void)
{
#if defined MFD_CLOEXEC && !defined __EMSCRIPTEN__ /* whose library declares the name alone */
    int file = memfd_create("salvo", MFD_CLOEXEC);
    FILE *opened = file >= 0 ? fdopen(file, "w+b") : NULL;

    if (file >= 0 && !opened)
        close(file);
    return opened;
#else
    return tmpfile();
#endif
}

salvo_status png_draw(salvo_text *png, const salvo_text *svg, salvo_error *err)
{
    FILE *files[N_FILES] = {NULL};
    bool open = true;
    salvo_status status;

    if (svg->failed)
        return salvo_fail_memory(err);
    for (int i = 0; i < N_FILES; i++)
        open = (files[i] = open_unnamed()) && open;
    status = open ? draw(png, svg, files, err)
                  : salvo_fail(err, SALVO_IO, "no temporary file can be made: %s", strerror(errno));
    for (int i = 0; i < N_FILES; i++)
        if (files[i])
            fclose(files[i]);
    return status;
}
