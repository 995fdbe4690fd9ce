/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contribution of every throw of a chain to each outcome, and turn by turn. */
#ifndef SALVO_EXPLAIN_SHARES_H
#define SALVO_EXPLAIN_SHARES_H

#include "explain/kinds.h"
#include "explain/results.h"

/* Fills in the explanation's outcomes, for described kinds with a course. Impossible outcomes are left out. */
salvo_status shares_tell(kinds *k, salvo_error *err);

/* Reports the chance that the throw leads to the outcome, by its effects; returns false if memory is out. */
bool report_chance(const salvo_explanation *e, const results *r, const intern_table *known, int outcome,
                   salvo_number *to);

#endif
