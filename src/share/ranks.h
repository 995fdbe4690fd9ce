/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that work on one command together, as a library of messages gives them. All of them run the same command and
 * come to the same calls in the same order; rank 0 alone reads and writes files. That they do is checked: ranks agree on what
 * decides the answer before they work, and every message says at which step of the run it was sent. */
#ifndef SALVO_SHARE_RANKS_H
#define SALVO_SHARE_RANKS_H

#include "share/packed.h"

typedef struct ranks ranks;

/* Calls of one process come one at a time, from any of its threads. */
struct ranks {
    int rank, n; /* which of how many */
    /* A counter that all ranks share, 0 at first: adds `count` and returns what it was. It only ever grows, modulo 2^64. */
    uint64_t (*take)(ranks *r, uint64_t count);
    /* Bytes from one rank to another. false: a rank has failed and nothing can be sent or received any more; `broken` is
     * then set. A process that dies ends the whole run. */
    bool (*send)(ranks *r, int to, const packed *bytes);
    bool (*receive)(ranks *r, int from, packed *bytes); /* to be read */
    bool broken;                                        /* by another rank, which tells why */
};

/* A rank that adds this leaves nothing to take: more than any job has, and thousands of ranks may add it. */
#define RANKS_STOP (UINT64_C(1) << 48)

/* The tree in which results go up to rank 0 and decisions down from it: a rank hears of log2(n) others at most. */
static inline int ranks_parent(const ranks *r)
{
    return (r->rank - 1) / 2;
}

/* The children are first_child and first_child + 1, as far as these are less than n. */
static inline int ranks_first_child(const ranks *r)
{
    return 2 * r->rank + 1;
}

/* Where in the run a message is sent: ranks that are not at the same step have parted. */
typedef enum { RANKS_BEGIN, RANKS_TABLES, RANKS_DECIDE, RANKS_SETTLE, RANKS_END } ranks_step;

/* A message of that step, to be written. */
void ranks_compose(packed *message, ranks_step step);

/* From or to one rank. Whoever hears a message of another step fails with SALVO_BAD_INPUT: the ranks do not run the same
 * command. SALVO_STOPPED: another rank has failed. */
salvo_status ranks_hear(ranks *r, int from, ranks_step step, packed *message, salvo_error *err);
salvo_status ranks_say(ranks *r, int to, const packed *message, salvo_error *err);

/* Rank 0's message goes down the tree; the others get it to be read. Each rank first receives and then sends: the tree has no
 * circle, and nobody waits for somebody who waits for him. */
salvo_status ranks_tell(ranks *r, ranks_step step, packed *message, salvo_error *err);

/* A failure, or none, in a message. */
void ranks_pack_failure(packed *message, salvo_status *status, salvo_error *error);

/* Something that all ranks must have alike: words, each ended by a line feed. */
typedef struct ranks_matter {
    const char *words;
    const char *what;   /* "was given another command"; the message goes on with " than rank 0" */
    const char *remedy; /* "give all ranks the same command" */
} ranks_matter;

enum { RANKS_MATTERS_MAX = 4 };

/* Fails with SALVO_BAD_INPUT on all ranks, and the same words, unless `n` matters are the same on all of them: which rank has
 * something else, and the first word that differs. The first matter that differs is told. Every rank makes the call. */
salvo_status ranks_agree(ranks *r, ranks_step step, const ranks_matter *matters, size_t n, salvo_error *err);

#endif
