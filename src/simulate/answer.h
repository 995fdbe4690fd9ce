/* Makes one answer of an exact and a simulated half. */
#ifndef SALVO_SIMULATE_ANSWER_H
#define SALVO_SIMULATE_ANSWER_H

#include <salvo/simulate.h>

/* Fills the rest of *answer. The caller has set odds and simulation, as far as counted and simulated say. */
salvo_status salvo_answer_join(salvo_answer *answer, salvo_error *err);

#endif
