/* Cells moved, each a question of its own, shared out among threads. */
#ifndef SALVO_SENSITIVITY_PROBES_H
#define SALVO_SENSITIVITY_PROBES_H

#include "sensitivity/cells.h"
#include "sensitivity/subject.h"

/* One cell moved. */
typedef struct probe {
    const number_cell *cell;
    int64_t units; /* that it holds then ... */
    const char *text;
    enum {
        PROBE_WAITS, /* nothing is known yet */
        PROBE_IDLE,  /* the answer stays as it is */
        PROBE_REFUSED,
        PROBE_MOVES, /* the answer changes, or may */
    } state;
    bool counted; /* `answer` is */
    measurement answer;
    char *why; /* it was refused, on the heap */
} probe;

/* One question of many: what is done with each. */
typedef struct batch {
    const salvo_rulebook *book;
    const salvo_subject *subject;
    const salvo_approach *how;
    salvo_odds_options options; /* of the counting in hand */
    probe *probes;
    size_t n;
    measurement base;
    uint64_t print;      /* of the base */
    int stage, n_stages; /* for whoever looks on */
    bool interrupted;
} batch;

void probe_free(probe *p);

/* Opens the probe's book in *book. A refusal is written down and is no failure: the state tells. */
salvo_status probe_open(probe *p, const salvo_rulebook *book, salvo_rulebook *variant, salvo_error *err);

/* Writes the refusal down, unless memory ran out. */
salvo_status probe_refuse(probe *p, const salvo_error *why, salvo_error *err);

/* Does `work` with every probe that a state of `states` (bits) says, the threads of the plan sharing them; what is left
 * undone when the watch says stop stays as it is, and b->interrupted is set. */
salvo_status batch_run(batch *b, unsigned states, salvo_status (*work)(batch *b, probe *p, salvo_error *err),
                       salvo_error *err);

/* Whether two answers differ by more than floating point may be off. */
bool measurements_differ(const measurement *a, const measurement *b);

#endif
