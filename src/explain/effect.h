/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a result of a throw does: the outcome that comes, or how what is told of the state changes. */
#ifndef SALVO_EXPLAIN_EFFECT_H
#define SALVO_EXPLAIN_EFFECT_H

#include <salvo/explain.h>

/* No padding: compared byte by byte. */
typedef struct effect {
    int64_t outcome; /* SALVO_GOES_ON: the chain goes on */
    int64_t stays;   /* the state is the same as before */
    int64_t next;    /* the number of the next throw's name (look.h) where results differ in it; else 0 */
    int64_t gain[SALVO_EXPECTATIONS_MAX]; /* beyond what every result gains */
    int64_t change[SALVO_TOLD_MAX];
    int64_t becomes[SALVO_TOLD_MAX]; /* of a flag that changes */
} effect;

/* "b's strength -24", "miss", in the explanation's memory; NULL when that is out. `told` is of the state before, `next` the
 * name of the next throw, or NULL. */
const char *effect_words(const salvo_explanation *e, const effect *x, const salvo_told *told, const char *next);

#endif
