/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one answer of an exact and a simulated half. */
#ifndef SALVO_SIMULATE_ANSWER_H
#define SALVO_SIMULATE_ANSWER_H

#include <salvo/simulate.h>

/* Fills the rest of *answer. The caller has set odds and simulation, as far as counted and simulated say. */
salvo_status salvo_answer_join(salvo_answer *answer, salvo_error *err);

/* Of an answer of which nothing has been found out; NULL: memory is out. */
salvo_claims *claims_begin(salvo_arena *memory);

/* One of the two values of a figure. */
double value_by(bool exact, const salvo_figure *figure);

/* What a reader takes for the value: the exact one where there is one. */
double figure_value(const salvo_answer *answer, const salvo_figure *figure);

/* Why another engine answered than was to be expected. */
typedef struct engine_reasons {
    const char *too_large; /* the exact engine's message; NULL where nobody asked it */
    const char *why;       /* the reference engine ran in place of a faster one; NULL: it did not */
    const char *fast;      /* what that one is called: "the kernels" */
    bool in_full;          /* `why` is told behind `too_large`, too */
} engine_reasons;

/* What is said of the engine that answered, in `memory`: *remark is NULL where it is the expected one. That an answer is
 * simulated is said of no answer that was computed, whatever was tried before. */
salvo_status answer_engine_remark(const char **remark, bool counted, const engine_reasons *reasons, salvo_arena *memory,
                                  salvo_error *err);

#endif
