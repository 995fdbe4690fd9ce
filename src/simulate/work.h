/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Independent pieces of work, distributed to threads, and to the processes with which the plan shares them. */
#ifndef SALVO_SIMULATE_WORK_H
#define SALVO_SIMULATE_WORK_H

#include <salvo/simulate.h>

#include "share/packed.h"

typedef struct pieces {
    size_t n;
    size_t at_a_time; /* pieces that a thread takes; 0: one */
    void *context;
    /* A thread's own data, for all its pieces; both NULL: none. If own_new returns NULL, memory is out. */
    void *(*own_new)(void *context);
    void (*own_free)(void *own);
    salvo_status (*work)(void *context, void *own, size_t i, salvo_error *err);
    /* Writes the result of piece i, or stores the one that it reads in its place. Returns false if there is none to
     * keep, because the piece was interrupted. NULL: results cannot leave this process, and every process makes
     * them. */
    bool (*pack)(void *context, size_t i, packed *p);
    const char *kind; /* the kind of the pieces; with pack */
} pieces;

/* Makes the pieces on the plan's threads, in order, until one fails or the progress callback stops it. The first *done
 * of them were started, and all of these have ended. The failure that it returns is that of the first piece that
 * failed, for any number of threads. It uses the plan's threads, callback and share; pieces may depend on the rest. A
 * single piece is not shared: its own contents may be. */
salvo_status work_run(const salvo_plan *plan, const pieces *p, size_t *done, salvo_error *err);

#endif
