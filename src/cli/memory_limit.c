/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system enforces the limit: it refuses memory as if none were left, and every allocation handles that. */
#include "cli/memory_limit.h"

#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "rules/parse.h"

/* With less, the program cannot even start. */
enum { LEAST = 4 << 20 };

static bool read_size(const char *text, double *bytes)
{
    static const char UNITS[] = "KMG";
    char number[32];
    size_t n = strlen(text);
    const char *unit = n ? strchr(UNITS, text[n - 1]) : NULL;

    if (n == 0 || n >= sizeof number)
        return false;
    memcpy(number, text, n + 1);
    if (unit)
        number[n - 1] = '\0';
    if (!salvo_number_parse(number, bytes))
        return false;
    for (const char *u = UNITS; unit && u <= unit; u++)
        *bytes *= 1024;
    return true;
}

salvo_status memory_limit_set(memory_limit *m, const char *text, salvo_error *err)
{
    struct rlimit now;
    double bytes;

    if (!text)
        return SALVO_OK;
    if (!read_size(text, &bytes) || bytes < LEAST || bytes > 1e18)
        return salvo_fail(err, SALVO_BAD_INPUT, "--memory %s: not a size; give at least 4M, as in 500M or 2G", text);
    if (getrlimit(RLIMIT_DATA, &now) != 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "--memory: this system has no such limit; leave it out");
    m->before = now.rlim_cur;
    if (now.rlim_max != RLIM_INFINITY && bytes > (double)now.rlim_max)
        return SALVO_OK; /* a lower limit already applies */
    now.rlim_cur = (rlim_t)bytes;
    if (setrlimit(RLIMIT_DATA, &now) != 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "--memory: this system has no such limit; leave it out");
    m->set = text;
    return SALVO_OK;
}

salvo_status memory_limit_lift(memory_limit *m, salvo_status status, salvo_error *err)
{
    struct rlimit now;

    if (!m->set)
        return status;
    if (getrlimit(RLIMIT_DATA, &now) == 0) {
        now.rlim_cur = (rlim_t)m->before;
        setrlimit(RLIMIT_DATA, &now);
    }
    if (status == SALVO_NO_MEMORY)
        salvo_fail(err, status, "more memory is needed than --memory %s allows; raise the limit", m->set);
    return status;
}

/* By then nothing has been delivered, and what is in a store is safe. */
static void *give_up(void)
{
    static const char SAID[] = "salvo: out of memory\n";

    if (write(STDERR_FILENO, SAID, sizeof SAID - 1) < 0)
        _exit(1);
    _exit(1);
}

static void *allocate(size_t size)
{
    void *made = malloc(size);

    return made ? made : give_up();
}

static void *reallocate(void *old, size_t old_size, size_t size)
{
    void *made = realloc(old, size);

    (void)old_size;
    return made ? made : give_up();
}

static void release(void *old, size_t size)
{
    (void)size;
    free(old);
}

void memory_limit_tell_gmp(void)
{
    mp_set_memory_functions(allocate, reallocate, release);
}
