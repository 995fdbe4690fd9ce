/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joins an exact and a simulated part to one answer. */
#ifndef SALVO_SIMULATE_ANSWER_H
#define SALVO_SIMULATE_ANSWER_H

#include <salvo/simulate.h>

/* Fills the rest of *answer. The caller has set odds and simulation, as `counted` and `simulated` say. */
salvo_status salvo_answer_join(salvo_answer *answer, salvo_error *err);

/* Returns the claims of an answer without any findings; NULL if memory is out. */
salvo_claims *claims_begin(salvo_arena *memory);

/* Returns one of the two values of a figure. */
double value_by(bool exact, const salvo_figure *figure);

/* Returns the value for a reader: the exact one, if there is one. */
double figure_value(const salvo_answer *answer, const salvo_figure *figure);

/* Why a different engine answered than expected. */
typedef struct engine_reasons {
    const char *too_large; /* the exact engine's message; NULL if it was not asked */
    const char *why;       /* why the reference engine replaced a faster one; NULL if it did not */
    const char *fast;      /* name of the faster one: "the kernels" */
    bool in_full;          /* the remark also has `why` behind `too_large` */
} engine_reasons;

/* Writes the remark on the engine that answered, in `memory`; *remark is NULL if it is the expected one. A computed
 * answer has no remark on simulation, whatever was tried before. */
salvo_status answer_engine_remark(const char **remark, bool counted, const engine_reasons *reasons, salvo_arena *memory,
                                  salvo_error *err);

#endif
