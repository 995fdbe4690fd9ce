/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that work on one command together, by a library of messages. All run the same command and make the same
 * calls in the same order; only rank 0 reads and writes files. This is checked: before they work, ranks agree on what
 * decides the answer. Every message carries its step of the run. */
#ifndef SALVO_SHARE_RANKS_H
#define SALVO_SHARE_RANKS_H

#include "share/packed.h"

typedef struct ranks ranks;

/* Calls of one process occur one at a time, from any of its threads. */
struct ranks {
    int rank, n; /* this rank's number, and how many there are */
    /* A counter that all ranks share, initially 0: adds `count` and returns the previous value. It only grows, modulo
     * 2^64. */
    uint64_t (*take)(ranks *r, uint64_t count);
    /* Sends bytes to another rank. Returns false if a rank has failed and messages are no longer possible; `broken` is
     * then set. A process that dies ends the whole run. */
    bool (*send)(ranks *r, int to, const packed *bytes);
    bool (*receive)(ranks *r, int from, packed *bytes); /* makes *bytes readable */
    bool broken;                                        /* by another rank, which reports it */
};

/* A rank that adds this leaves nothing to take: it exceeds any job, and thousands of ranks may add it. */
#define RANKS_STOP (UINT64_C(1) << 48)

/* The tree in which results go up to rank 0 and decisions down: a path has at most log2(n) ranks. */
static inline int ranks_parent(const ranks *r)
{
    return (r->rank - 1) / 2;
}

/* The children are first_child and first_child + 1, if these are less than n. */
static inline int ranks_first_child(const ranks *r)
{
    return 2 * r->rank + 1;
}

/* The step of the run in which a message is sent. Ranks at different steps have diverged. */
typedef enum { RANKS_BEGIN, RANKS_TABLES, RANKS_DECIDE, RANKS_SETTLE, RANKS_END } ranks_step;

/* Starts a message of that step, to be written. */
void ranks_compose(packed *message, ranks_step step);

/* Send a message to one rank, or receive one. Receiving a message of another step returns SALVO_BAD_INPUT: the ranks
 * do not run the same command. SALVO_STOPPED: another rank has failed. */
salvo_status ranks_hear(ranks *r, int from, ranks_step step, packed *message, salvo_error *err);
salvo_status ranks_say(ranks *r, int to, const packed *message, salvo_error *err);

/* Sends rank 0's message down the tree; the others can read it. Each rank first receives and then sends. The tree has
 * no cycle, so no two ranks wait for each other. */
salvo_status ranks_tell(ranks *r, ranks_step step, packed *message, salvo_error *err);

/* Packs a failure, or none, into a message. */
void ranks_pack_failure(packed *message, salvo_status *status, salvo_error *error);

/* Words that must be equal on all ranks, each ended by a line feed. */
typedef struct ranks_matter {
    const char *words;
    const char *what;   /* "was given another command"; the message continues with " than rank 0" */
    const char *remedy; /* "give all ranks the same command" */
} ranks_matter;

enum { RANKS_MATTERS_MAX = 4 };

/* Returns SALVO_BAD_INPUT on all ranks, with the same message, unless the `n` matters are equal on all of them. The
 * message names the rank and the first word that differs, in the first matter that differs. Every rank must call it. */
salvo_status ranks_agree(ranks *r, ranks_step step, const ranks_matter *matters, size_t n, salvo_error *err);

#endif
