/* Elements in numbers: how salvo's battles fight by this book (6.0 "Initiative", "Activation"). */
#ifndef SALVO_RULES_MAD_BATTLE_H
#define SALVO_RULES_MAD_BATTLE_H

#include <salvo/rules.h>

extern const salvo_battle_adapter MAD_BATTLE_ADAPTER;

#endif
