/* Processes that work on one command together, as a library of messages gives them. All of them run the same command and
 * come to the same calls in the same order; rank 0 alone reads and writes files. */
#ifndef SALVO_SHARE_RANKS_H
#define SALVO_SHARE_RANKS_H

#include "share/packed.h"

typedef struct ranks ranks;

/* Calls of one process come one at a time, from any of its threads. */
struct ranks {
    int rank, n; /* which of how many */
    /* A counter that all ranks share, 0 at first: adds `count` and returns what it was. It only ever grows, modulo 2^64. */
    uint64_t (*take)(ranks *r, uint64_t count);
    /* Bytes from one rank to another. A rank that is gone ends the whole run. */
    void (*send)(ranks *r, int to, const packed *bytes);
    void (*receive)(ranks *r, int from, packed *bytes); /* to be read */
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

#endif
