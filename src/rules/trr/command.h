/* Sections 3 "Move Sequence" and 4 "Morale": TRR-01 to TRR-03. */
#ifndef SALVO_RULES_TRR_COMMAND_H
#define SALVO_RULES_TRR_COMMAND_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_TURN_ORDER, TRR_MOTIVATION, TRR_RALLY;

#endif
