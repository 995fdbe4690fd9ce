/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The states of a chain, numbered as they are reached. Every search through a chain is made of these functions; what it
 * keeps of a state or a step, and where it stops, is the caller's:
 *
 *     explorer_init(&x, question);
 *     done = explorer_start(&x);
 *     for (uint32_t i = 0; done && i < x.states.count; i++) {    the list grows during the loop
 *         explorer_go_to(&x, i);                                 x.here is state i
 *         ... x.chain->dice(x.situation, x.here, &dice), and of its faces:
 *             ends_turn = explorer_step(&x, faces, gain);        x.next is the state after the step
 *             done = explorer_number(&x, &to, &is_new);
 *     }
 *     explorer_free(&x);
 *
 * An explorer belongs to one thread. */
#ifndef SALVO_ODDS_EXPLORER_H
#define SALVO_ODDS_EXPLORER_H

#include <stddef.h>

#include "base/intern_table.h"
#include "odds/throw_results.h"

typedef struct explorer {
    const salvo_question *question;
    const salvo_chain *chain; /* of the question, with its situation */
    const void *situation;
    bool by_future;       /* states with one future (rules.h) are one state: the first that was found */
    bool by_kind;         /* throws that states share are tried by kinds */
    intern_table states;  /* their bytes, by number */
    intern_table futures; /* the same numbers for their futures, if by_future */
    throw_kinds kinds;
    uint32_t last; /* the number that was given or found last */
    /* Aligned for any struct that a ruleset may use as its state. `here` is a copy, because the table may move its
     * memory when a state is added. Not zeroed. */
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX], next[SALVO_STATE_MAX];
    _Alignas(max_align_t) unsigned char future[SALVO_STATE_MAX]; /* scratch */
} explorer;

/* The question is about a chain and must outlive *x. The caller may then set by_future, if the chain has futures, and
 * by_kind. */
void explorer_init(explorer *x, const salvo_question *question);
void explorer_free(explorer *x);

/* Forgets all states and numbers one as 0: the start of the chain, or `state`. Return false if memory is out. */
bool explorer_start(explorer *x);
bool explorer_start_from(explorer *x, const void *state);

/* Sets `here`. */
void explorer_go_to(explorer *x, size_t state);
void explorer_stand(explorer *x, const void *state);

/* Makes the step from `here` and sets all SALVO_EXPECTATIONS_MAX gains. Returns true at the end of a turn. */
bool explorer_step(explorer *x, const uint8_t *faces, int64_t *gain);

/* Sets *number to that of `next`; *is_new if it is a new one. Returns false if memory is out. */
bool explorer_number(explorer *x, uint32_t *number, bool *is_new);

/* Begins with the throw from `here`. The results are valid until the next call. Fails like throw_check. */
salvo_status explorer_throw(explorer *x, throw_results *r, salvo_error *err);

#endif
