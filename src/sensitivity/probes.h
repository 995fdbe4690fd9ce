/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changed cells and variants of the rules, each a separate question, distributed to threads. */
#ifndef SALVO_SENSITIVITY_PROBES_H
#define SALVO_SENSITIVITY_PROBES_H

#include "sensitivity/cells.h"
#include "sensitivity/subject.h"
#include "share/packed.h"

/* One change: of a cell, or to a variant of the rules. */
typedef struct probe {
    const number_cell *cell; /* NULL: a variant */
    int64_t units;           /* the new value of the cell in units ... */
    const char *text;        /* ... and in words; or the name of the variant */
    const salvo_rulebook *variant;
    enum {
        PROBE_WAITS, /* nothing is known yet */
        PROBE_IDLE,  /* the answer is unchanged */
        PROBE_REFUSED,
        PROBE_MOVES, /* the answer changes, or may change */
    } state;
    bool counted; /* `answer` is set */
    measurement answer;
    char *why; /* the reason for a refusal, on the heap; or NULL */
} probe;

/* One question with all its probes, and how they are answered. */
typedef struct batch batch;

struct batch {
    const salvo_rulebook *book;
    const salvo_subject *subject;
    const salvo_approach *how;
    salvo_odds_options options; /* of the exact engine, for the present stage */
    probe *probes;
    size_t n;
    measurement base;
    uint64_t print;      /* the base's fingerprint; 0: unknown */
    bool both_ways;      /* probes 2 i and 2 i + 1 are one cell's: if one moves the answer, both are simulated */
    int stage, n_stages; /* for the progress */
    bool interrupted;
    void (*pack)(batch *b, probe *p, packed *to); /* packs what a question notes beside the probe; NULL: nothing */
};

void probe_free(probe *p);

/* Returns whether the answer of the book, which has been found, may depend on the cell. */
bool book_rests_on(const salvo_rulebook *book, const number_cell *cell);

/* Opens the probe's variant of `book` in *variant, unless that settles the probe: its number is refused, or the book's
 * answer does not depend on its cell. Neither is a failure. */
salvo_status probe_open(probe *p, const salvo_rulebook *book, salvo_rulebook *variant, salvo_error *err);

/* Closes what probe_open has opened. The book of a variant of the rules is the caller's, and stays open. */
void probe_close(const probe *p, salvo_rulebook *variant);

/* After probe_open: returns whether there is no variant. */
static inline bool probe_is_settled(const probe *p)
{
    return p->state == PROBE_REFUSED || p->state == PROBE_IDLE;
}

/* Notes the refusal in the probe; fails only if memory is out. */
salvo_status probe_refuse(probe *p, const salvo_error *why, salvo_error *err);

/* Asks the question of the batch in the book that a probe has changed, and sets the probe's state. A failure is a
 * refusal, unless memory is out. Probes are asked on several threads, and a question writes only to its own probe. */
typedef salvo_status probe_question(batch *b, probe *p, const salvo_rulebook *book, salvo_error *why);

/* Asks every probe whose state is in `states` (bits) and that its change does not settle, on the plan's threads. If the
 * progress callback stops the run, the remaining probes stay unchanged, and b->interrupted is set. */
salvo_status batch_run(batch *b, unsigned states, probe_question *ask, salvo_error *err);

/* Returns whether two answers differ by more than rounding errors of floating point. */
bool measurements_differ(const measurement *a, const measurement *b);

#endif
