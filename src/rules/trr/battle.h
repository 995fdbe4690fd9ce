/* Vehicles in numbers: TRR-42's duel for armies, in the order of section 3 "Move Sequence". */
#ifndef SALVO_RULES_TRR_BATTLE_H
#define SALVO_RULES_TRR_BATTLE_H

#include <salvo/rules.h>

extern const salvo_battle_adapter TRR_BATTLE_ADAPTER;

#endif
