/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of every probe of a question: with one cell changed, or with a variant of the rules. */
#ifndef SALVO_SENSITIVITY_PROBE_ANSWERS_H
#define SALVO_SENSITIVITY_PROBE_ANSWERS_H

#include "sensitivity/probes.h"

/* Sets b->probes, b->n and asked->n_cells once the base is known, and makes an answer for each probe, zeroed but for
 * what the caller knows of it, in asked->memory. */
typedef salvo_status lay_function(salvo_baseline *asked, batch *b, void *context, salvo_changed_answer **answers,
                                  salvo_error *err);

/* Asks the question of the batch unchanged and for every probe, exactly or simulated. Sets `to`, `refused`, `known`,
 * the value and the difference of every answer. Call baseline_free and batch_free also after a failure. */
salvo_status probes_answer(salvo_baseline *asked, batch *b, lay_function *lay, void *context,
                           salvo_changed_answer **answers, salvo_error *err);
void batch_free(batch *b);

/* Whether the probe changes the answer. */
bool probe_moves_answer(const salvo_baseline *asked, const probe *p, const salvo_changed_answer *m);

#endif
