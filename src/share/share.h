/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares work out, and keeps what is finished: among ranks, in a store, as parts of a run that are merged later. A job is a
 * number of trials or pieces in order; it is done stretch by stretch, and a stretch comes from the store or is worked out by
 * all ranks together. What a stretch comes to are packed numbers, and nothing here knows what they mean.
 * Every rank makes the same calls; each gets the same answer. */
#ifndef SALVO_SHARE_SHARE_H
#define SALVO_SHARE_SHARE_H

#include "share/ranks.h"
#include "share/result_store.h"

typedef struct salvo_share {
    result_store *store;      /* of rank 0; NULL: nothing is kept, or another rank keeps it */
    bool keeps;               /* some rank has a store */
    uint64_t taken;           /* what the ranks' counter was when the stretch began */
    ranks *ranks;             /* NULL: this process is alone */
    unsigned part, parts;     /* only that part of each job is worked out, 1 .. parts; parts 0: all of it */
    unsigned merged;          /* parts that are merged: nothing is worked out, all must be in the store; 0: none are */
    stored_question question; /* that is under way; its tables are those below */
    char tables[256];
    uint64_t n_jobs;  /* of the question so far: a job is known by its number */
    bool busy;        /* a job is under way: jobs inside it are its own affair */
    bool incomplete;  /* some job of the run lacks other parts */
    bool interrupted; /* some rank was told to stop */
    bool asked;       /* the question is in the store */
} salvo_share;

/* What makes one job of a question different from the others, besides its number. */
typedef struct share_job {
    uint64_t key;
    uint64_t from, until; /* trials or pieces that parts divide among them; what comes before, each of them makes */
    bool in_pieces;       /* each piece is kept as soon as it is done, where there is one rank */
    uint64_t at_a_time;   /* how many go on before the stretch is stored; grows with what a second can do */
    double began;         /* of the stretch, in s */
} share_job;

/* A new question; the text is borrowed until the next one. */
void share_ask(salvo_share *s, const char *command, uint64_t hash);

/* The question is about these tables of a ruleset, too. */
void share_ask_tables(salvo_share *s, const char *ruleset, uint64_t hash);

/* Begins the next job of the question; `kind` is all that decides what its numbers mean, as a hash. */
void share_begin(salvo_share *s, share_job *job, uint64_t kind, uint64_t total, bool in_pieces);

/* Parts divide those trials from now on, in place of all: what is behind them is not known to be needed. */
static inline void share_out(share_job *job, uint64_t from, uint64_t until)
{
    job->from = from;
    job->until = until;
}

void share_end(salvo_share *s);

/* What became of something that rank 0 alone has done. */
salvo_status share_agree(salvo_share *s, salvo_status status, salvo_error *err);

/* What comes next, at `at` of the job, `goal` being where somebody wants to look. */
typedef enum {
    SHARE_FOUND, /* it is in `words`, up to `until` */
    SHARE_WORK,  /* work it out up to `until`, and settle it */
    SHARE_SKIP,  /* up to `until` it belongs to other parts */
} share_step;
salvo_status share_next(salvo_share *s, share_job *job, uint64_t at, uint64_t goal, share_step *step, uint64_t *until,
                        packed *words, salvo_error *err);

/* What became of a stretch; every rank brings its own and gets that of all. */
typedef struct settlement {
    uint64_t count;     /* that were done, by this rank; by all */
    uint64_t failed_at; /* the first that failed */
    salvo_status status;
    int stopped_by;    /* what broke it off: the greatest of all; 0: nothing */
    salvo_error error; /* of the first that failed */
} settlement;

/* A sum of packed numbers, as a stretch needs it: `tally` writes what this rank has into *p, or adds what it reads. */
typedef void share_tally(void *context, packed *p);

/* Settles the stretch that begins at `first`: the tallies of all ranks become one, which is stored and left in *words to be
 * read. */
salvo_status share_settle(salvo_share *s, share_job *job, uint64_t first, settlement *all, share_tally *tally,
                          void *context, packed *words, salvo_error *err);

/* Keeps a piece that is done, where there is one rank. */
salvo_status share_keep(salvo_share *s, const share_job *job, uint64_t first, uint64_t count, const packed *words,
                        salvo_error *err);

/* How much of the stretch the ranks took before, now that this one takes so much: as much as there is, or more, when nothing
 * is left. RANKS_STOP leaves nothing for anybody. */
static inline uint64_t share_take(salvo_share *s, uint64_t count)
{
    return s->ranks->take(s->ranks, count) - s->taken;
}

static inline bool share_has_ranks(const salvo_share *s)
{
    return s->ranks && s->ranks->n > 1;
}

#endif
