/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells that were moved, each a question of its own, shared out among threads. */
#ifndef SALVO_SENSITIVITY_PROBES_H
#define SALVO_SENSITIVITY_PROBES_H

#include "sensitivity/cells.h"
#include "sensitivity/subject.h"
#include "share/packed.h"

/* One cell moved. */
typedef struct probe {
    const number_cell *cell;
    int64_t units; /* units that the cell then holds ... */
    const char *text;
    enum {
        PROBE_WAITS, /* nothing is known yet */
        PROBE_IDLE,  /* the answer stays as it is */
        PROBE_REFUSED,
        PROBE_MOVES, /* the answer changes, or may */
    } state;
    bool counted; /* `answer` is set */
    measurement answer;
    char *why; /* why it was refused, on the heap; or NULL */
} probe;

/* One question with all its probes, and how they are answered. */
typedef struct batch batch;

struct batch {
    const salvo_rulebook *book;
    const salvo_subject *subject;
    const salvo_approach *how;
    salvo_odds_options options; /* of the exact engine, for the stage under way */
    probe *probes;
    size_t n;
    measurement base;
    uint64_t print;      /* the base's fingerprint; 0: not known */
    int stage, n_stages; /* for the progress */
    bool interrupted;
    void (*pack)(batch *b, probe *p, packed *to); /* what work keeps of a probe outside it; NULL: nothing */
};

void probe_free(probe *p);

/* Whether the answer of the book, which was found, may rest on the cell. */
bool book_rests_on(const salvo_rulebook *book, const number_cell *cell);

/* Opens the probe's variant of `book` in *variant, unless that settles the probe: its number is refused, or its cell is
 * one that the book's answer does not rest on. Neither is a failure. */
salvo_status probe_open(probe *p, const salvo_rulebook *book, salvo_rulebook *variant, salvo_error *err);

/* After probe_open: there is no variant. */
static inline bool probe_is_settled(const probe *p)
{
    return p->state == PROBE_REFUSED || p->state == PROBE_IDLE;
}

/* Notes the refusal in the probe; fails only when memory is out. */
salvo_status probe_refuse(probe *p, const salvo_error *why, salvo_error *err);

/* Does `work` with every probe whose state is in `states` (bits), shared out among the plan's threads. Probes that are
 * not done when the progress callback says stop stay as they are, and b->interrupted is set. */
salvo_status batch_run(batch *b, unsigned states, salvo_status (*work)(batch *b, probe *p, salvo_error *err),
                       salvo_error *err);

/* Whether two answers differ by more than rounding errors of floating point. */
bool measurements_differ(const measurement *a, const measurement *b);

#endif
