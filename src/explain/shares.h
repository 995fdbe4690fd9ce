/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every throw of a chain adds to each outcome, and turn by turn. */
#ifndef SALVO_EXPLAIN_SHARES_H
#define SALVO_EXPLAIN_SHARES_H

#include "explain/kinds.h"
#include "explain/results.h"

/* Fills in the explanation's outcomes, of kinds that are told and have a course. What cannot come is left out. */
salvo_status shares_tell(kinds *k, salvo_error *err);

/* Reports the chance that the throw comes to the outcome, by its effects; false when memory is out. */
bool report_chance(const salvo_explanation *e, const results *r, const intern_table *known, int outcome,
                   salvo_number *to);

#endif
