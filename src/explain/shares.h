/* What every throw of a chain adds to each outcome, and turn by turn. */
#ifndef SALVO_EXPLAIN_SHARES_H
#define SALVO_EXPLAIN_SHARES_H

#include "explain/kinds.h"

/* Fills in the explanation's outcomes, of kinds that are told and have a course. What cannot come is left out. */
salvo_status shares_tell(kinds *k, salvo_error *err);

/* Reports ways / of in the explanation's memory; false when that is out. */
bool report_ratio(const salvo_explanation *e, uint64_t ways, uint64_t of, salvo_number *to);

#endif
