/* Section 12 "Air Attacks", "Air To Air Combat", "Anti-Aircraft Fire": TRR-33 to TRR-38. */
#ifndef SALVO_RULES_TRR_AIRCRAFT_H
#define SALVO_RULES_TRR_AIRCRAFT_H

#include <salvo/rules.h>

extern const salvo_procedure TRR_AIR_SCATTER, TRR_AIR_ATTACK, TRR_STRAFE, TRR_AIR_AT_GUN, TRR_AIR_TO_AIR, TRR_AA_FIRE;

#endif
