/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributes work and stores its results: among ranks, in a store, as parts of a run that are merged later. A job is
 * a number of trials or pieces in order. It is done by trial ranges. A range comes from the
 * store, or all ranks compute it together. Its results are packed numbers, whose meaning this module does not know.
 * Every rank makes the same calls and gets the same answers. */
#ifndef SALVO_SHARE_SHARE_H
#define SALVO_SHARE_SHARE_H

#include "share/ranks.h"
#include "share/result_store.h"

typedef struct salvo_share {
    result_store *store;      /* on rank 0; NULL: nothing is stored, or another rank stores it */
    bool keeps;               /* some rank has a store */
    uint64_t taken;           /* the ranks' counter at the beginning of the trial range */
    ranks *ranks;             /* NULL: this process is alone */
    unsigned part, parts;     /* only that part of each job is computed, 1 .. parts; parts 0: all of it */
    unsigned merged;          /* number of merged parts: nothing is computed, all must be in the store; 0: no merge */
    stored_question question; /* the current one; its tables are those below */
    char tables[256];
    uint64_t n_jobs;  /* of the question so far; a job is identified by its number */
    bool busy;        /* a job is in progress: jobs inside it are not shared */
    bool incomplete;  /* some job of the run lacks other parts */
    bool interrupted; /* some rank was stopped */
    bool asked;       /* the question is in the store */
} salvo_share;

/* What distinguishes a job from others of its question, besides its number. */
typedef struct share_job {
    uint64_t key;
    uint64_t from, until; /* trials or pieces that parts divide; each part makes those before them */
    bool in_pieces;       /* each piece is stored as soon as it is done, if there is one rank */
    uint64_t at_a_time;   /* number of trials in a range before it is stored; grows with the speed */
    double began;         /* of the trial range, in s */
} share_job;

/* Starts a new question; the text is borrowed until the next one. */
void share_ask(salvo_share *s, const char *command, uint64_t hash);

/* The question also depends on these tables of a ruleset. */
void share_ask_tables(salvo_share *s, const char *ruleset, uint64_t hash);

/* Starts the question's next job. `kind` is a hash of all that decides the meaning of its numbers. */
void share_begin(salvo_share *s, share_job *job, uint64_t kind, uint64_t total, bool in_pieces);

/* From now on parts divide these trials instead of all, because later ones may not be needed. */
static inline void share_out(share_job *job, uint64_t from, uint64_t until)
{
    job->from = from;
    job->until = until;
}

void share_end(salvo_share *s);

/* Returns on all ranks the status of something that rank 0 alone has done. */
salvo_status share_agree(salvo_share *s, salvo_status status, salvo_error *err);

/* What comes next at `at` of the job; `goal` is the end of the range of interest. */
typedef enum {
    SHARE_FOUND, /* it is in `words`, up to `until` */
    SHARE_WORK,  /* compute it up to `until`, and settle it */
    SHARE_SKIP,  /* up to `until` it belongs to other parts */
} share_step;
salvo_status share_next(salvo_share *s, share_job *job, uint64_t at, uint64_t goal, share_step *step, uint64_t *until,
                        packed *words, salvo_error *err);

/* The result of a trial range. Every rank has its own and gets that of all. */
typedef struct settlement {
    uint64_t count;     /* done by this rank; then by all */
    uint64_t failed_at; /* the first that failed */
    salvo_status status;
    int stopped_by;    /* what interrupted it: the greatest of all; 0: nothing */
    salvo_error error; /* of the first that failed */
} settlement;

/* A sum of packed numbers for a trial range: `tally` writes this rank's numbers into *p, or adds what it reads. */
typedef void share_tally(void *context, packed *p);

/* Settles the trial range that begins at `first`: adds the tallies of all ranks, stores the sum, and leaves it in
 * *words to be read. */
salvo_status share_settle(salvo_share *s, share_job *job, uint64_t first, settlement *all, share_tally *tally,
                          void *context, packed *words, salvo_error *err);

/* Stores a completed piece, if there is one rank. */
salvo_status share_keep(salvo_share *s, const share_job *job, uint64_t first, uint64_t count, const packed *words,
                        salvo_error *err);

/* Takes `count` of the trial range, and returns how much the ranks took before. Nothing is left if that is its whole
 * length or more. RANKS_STOP leaves nothing for any rank. */
static inline uint64_t share_take(salvo_share *s, uint64_t count)
{
    return s->ranks->take(s->ranks, count) - s->taken;
}

static inline bool share_has_ranks(const salvo_share *s)
{
    return s->ranks && s->ranks->n > 1;
}

#endif
