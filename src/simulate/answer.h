/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One answer, from an exact and a simulated part. */
#ifndef SALVO_SIMULATE_ANSWER_H
#define SALVO_SIMULATE_ANSWER_H

#include <salvo/simulate.h>

struct engine_set;
struct trial_run;

/* Returns the claims of an answer without any findings; NULL if memory is out. */
salvo_claims *claims_begin(salvo_arena *memory);

/* Returns one of the two values of a figure. */
double value_by(bool exact, const salvo_figure *figure);

/* Returns the value for a reader: the exact one, if there is one. */
double figure_value(const salvo_answer *answer, const salvo_figure *figure);

/* Answers the question with the engines of the set. *run keeps the engine that made the trials, and their sum; free it
 * with trial_run_free in any case. On failure *answer may be half made: call salvo_answer_free. */
salvo_status answer_find(salvo_answer *answer, const salvo_question *question, const salvo_approach *how,
                         const struct engine_set *set, struct trial_run *run, salvo_error *err);

/* Writes the remark on an answer that the expected engine did not give, in `memory`; *remark is NULL if there is none.
 * `too_large` is the reason why it is not exact, `why` the reason why the reference engine ran (then `set` is needed); NULL: none. A
 * user who did not ask for an engine should learn both. */
salvo_status answer_engine_remark(const char **remark, const struct engine_set *set, const char *too_large,
                                  const char *why, salvo_arena *memory, salvo_error *err);

#endif
