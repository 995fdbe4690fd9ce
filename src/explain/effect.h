/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of a result of a throw: the outcome, or the described changes of the state. */
#ifndef SALVO_EXPLAIN_EFFECT_H
#define SALVO_EXPLAIN_EFFECT_H

#include <salvo/explain.h>

/* It has no padding, because it is compared byte by byte. */
typedef struct effect {
    int64_t outcome; /* SALVO_CONTINUES: the chain goes on */
    int64_t stays;   /* the state is unchanged */
    int64_t next;    /* the number of the next throw's name (look.h) if results differ in it; else 0 */
    int64_t gain[SALVO_EXPECTATIONS_MAX]; /* beyond what every result gains */
    int64_t change[SALVO_STATE_FIELDS_MAX];
    int64_t becomes[SALVO_STATE_FIELDS_MAX]; /* the new value of a changed flag */
} effect;

/* Describes the effect: "b's strength -24", "miss", in the explanation's memory; NULL if memory is out. `description`
 * describes the state before, `next` is the name of the next throw, or NULL. */
const char *effect_words(const salvo_explanation *e, const effect *x, const salvo_state_description *description,
                         const char *next);

#endif
