/* How squads fight in battles, by the reconstruction. */
#ifndef SALVO_RULES_ROOKIE_BATTLE_H
#define SALVO_RULES_ROOKIE_BATTLE_H

#include <salvo/rules.h>

extern const salvo_battle_adapter ROOKIE_BATTLE_ADAPTER;

#endif
