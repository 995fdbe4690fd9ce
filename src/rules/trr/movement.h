/* Sections 6 "Movement", 10 "Entrenching", "Bridging": TRR-05, TRR-06. */
#ifndef SALVO_RULES_TRR_MOVEMENT_H
#define SALVO_RULES_TRR_MOVEMENT_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_MOVEMENT, TRR_ENGINEERING;

#endif
