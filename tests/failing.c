/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program with a memory that fails: of its allocations, salvo's and its libraries', the n-th from its beginning finds no
 * memory. scripts/faults links their numbers to commands.
 *
 *     SALVO_FAIL_AT=N         the N-th fails, and with SALVO_FAIL_ON every later one
 *     SALVO_FAIL_LIST=FILE    none fails. FILE gets how many there were, and the numbers of some: of each path of calls
 *                             that leads to an allocation, the first time that it is taken and the last one, when most is
 *                             there to be given back
 *
 * Where a sanitiser has the allocator, only what is linked in passes through here (--wrap), and not the libraries. */
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"

#ifdef SALVO_WRAPPED
#define OURS(name)   __wrap_##name
#define THEIRS(name) __real_##name
#else
#define OURS(name)   name
#define THEIRS(name) __libc_##name
#endif

void *THEIRS(malloc)(size_t size);
void *THEIRS(calloc)(size_t count, size_t size);
void *THEIRS(realloc)(void *at, size_t size);
void *OURS(malloc)(size_t size);
void *OURS(calloc)(size_t count, size_t size);
void *OURS(realloc)(void *at, size_t size);

enum { DEPTH_MAX = 8, PATHS_MAX = 1 << 16 }; /* of the calls that lead there, the innermost */

static struct {
    uint64_t path; /* 0: none */
    long first, last;
} paths[PATHS_MAX];

static atomic_long made;
static long failing; /* 0: none is */
static bool for_good;
static const char *list;
static _Thread_local bool noting; /* what noting itself allocates is not noted */

static void note(long number)
{
    void *callers[DEPTH_MAX];
    uint64_t path;
    size_t i;

    noting = true;
    path = salvo_hash_words(SALVO_HASH, callers, (size_t)backtrace(callers, DEPTH_MAX) * sizeof *callers);
    noting = false;
    for (i = path % PATHS_MAX; paths[i].path && paths[i].path != path;)
        i = (i + 1) % PATHS_MAX;
    if (!paths[i].path)
        paths[i].first = number;
    paths[i].path = path;
    paths[i].last = number;
}

static bool fails(void)
{
    long number;

    if (noting)
        return false;
    number = atomic_fetch_add(&made, 1) + 1;
    if (list)
        note(number);
    return failing && (number == failing || (for_good && number > failing));
}

void *OURS(malloc)(size_t size)
{
    return fails() ? NULL : THEIRS(malloc)(size);
}

void *OURS(calloc)(size_t count, size_t size)
{
    return fails() ? NULL : THEIRS(calloc)(count, size);
}

void *OURS(realloc)(void *at, size_t size)
{
    return fails() ? NULL : THEIRS(realloc)(at, size);
}

/* Behind the constructors of all libraries: what they allocate comes before the program. */
__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("SALVO_FAIL_AT");
    void *caller;

    backtrace(&caller, 1); /* loads what it needs */
    failing = at ? strtol(at, NULL, 10) : 0;
    for_good = getenv("SALVO_FAIL_ON") != NULL;
    list = getenv("SALVO_FAIL_LIST");
    atomic_store(&made, 0);
}

__attribute__((destructor)) static void tell(void)
{
    const long n = atomic_load(&made);
    FILE *out = list ? fopen(list, "w") : NULL;

    list = NULL;
    if (!out)
        return;
    fprintf(out, "%ld\n", n);
    for (size_t i = 0; i < PATHS_MAX; i++)
        if (paths[i].path)
            fprintf(out, "%ld\n%ld\n", paths[i].first, paths[i].last);
    fclose(out);
}
