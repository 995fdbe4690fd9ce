/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An open store, for the files of this module that use it. */
#ifndef SALVO_SHARE_OPENED_STORE_H
#define SALVO_SHARE_OPENED_STORE_H

#include "base/hash.h"
#include "share/database.h"

enum { FIND_TRIAL_RANGE, NEXT_TRIAL_RANGE, PUT_TRIAL_RANGE, N_KEPT }; /* statements that are used repeatedly */

struct result_store {
    database d;
    sqlite3_stmt *kept[N_KEPT];
};

/* Stored beside the numbers of a trial range: shows on reading if a byte changed on the disk. */
static inline uint64_t trial_range_hash(uint64_t job, uint64_t first, uint64_t count, const void *bytes, size_t n)
{
    uint64_t hash = salvo_hash_number(salvo_hash_number(salvo_hash_number(SALVO_HASH, job), first), count);

    return salvo_hash(hash, bytes, n);
}

#endif
