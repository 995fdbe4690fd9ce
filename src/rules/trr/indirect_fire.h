/* Section 9 "Firing Medium and Heavy Mortars and Off Table Guns or Rockets": TRR-19, TRR-24 to TRR-27. */
#ifndef SALVO_RULES_TRR_INDIRECT_FIRE_H
#define SALVO_RULES_TRR_INDIRECT_FIRE_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_FIRE_REQUEST, TRR_INDIRECT_LANDING, TRR_BARRAGE, TRR_INDIRECT_FIRE,
    TRR_COUNTER_BATTERY;

#endif
