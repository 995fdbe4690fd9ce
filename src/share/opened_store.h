/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store that is open, for the files of this module that work on it. */
#ifndef SALVO_SHARE_OPENED_STORE_H
#define SALVO_SHARE_OPENED_STORE_H

#include "base/hash.h"
#include "share/database.h"

enum { FIND_STRETCH, NEXT_STRETCH, PUT_STRETCH, N_KEPT }; /* statements that are needed over and over */

struct result_store {
    database d;
    sqlite3_stmt *kept[N_KEPT];
};

/* What stands beside a stretch's numbers: a byte that changed on the disk shows when they are read. */
static inline uint64_t stretch_hash(uint64_t job, uint64_t first, uint64_t count, const void *bytes, size_t n)
{
    uint64_t hash = salvo_hash_number(salvo_hash_number(salvo_hash_number(SALVO_HASH, job), first), count);

    return salvo_hash(hash, bytes, n);
}

#endif
