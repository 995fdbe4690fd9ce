/* An answer put together from its two halves. */
#ifndef SALVO_SIMULATE_ANSWER_H
#define SALVO_SIMULATE_ANSWER_H

#include <salvo/simulate.h>

/* answer->odds and simulation are set, as counted and simulated say: fills the rest of *answer. */
salvo_status salvo_answer_join(salvo_answer *answer, salvo_error *err);

#endif
