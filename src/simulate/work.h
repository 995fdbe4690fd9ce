/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Independent pieces of work, shared out among threads, and with whom the plan shares them. */
#ifndef SALVO_SIMULATE_WORK_H
#define SALVO_SIMULATE_WORK_H

#include <salvo/simulate.h>

#include "share/packed.h"

typedef struct pieces {
    size_t n;
    size_t at_a_time; /* that a thread takes; 0: one */
    void *context;
    /* What a thread has for itself, whatever pieces it makes; both NULL: nothing. NULL from own_new: memory is out. */
    void *(*own_new)(void *context);
    void (*own_free)(void *own);
    salvo_status (*work)(void *context, void *own, size_t i, salvo_error *err);
    /* Writes the result of piece i, or puts the one that it reads in its place. false when there is none that could be
     * kept, because the piece was broken off. NULL: results cannot leave this process, and every process makes them. */
    bool (*pack)(void *context, size_t i, packed *p);
    const char *kind; /* what the pieces are; with pack */
} pieces;

/* Makes the pieces on the plan's threads, in order, until one fails or its progress callback says stop. The first *done
 * of them were begun, and all that were begun have ended. The failure that is returned is that of the first piece that
 * failed, whatever the number of threads. Of the plan threads, callback and share count; the rest is what the pieces may
 * depend on. A single piece is not shared: it may share what it consists of. */
salvo_status work_run(const salvo_plan *plan, const pieces *p, size_t *done, salvo_error *err);

#endif
