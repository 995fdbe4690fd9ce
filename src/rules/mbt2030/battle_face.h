/* How stands fight in battles of mixed groups. */
#ifndef SALVO_RULES_MBT2030_BATTLE_FACE_H
#define SALVO_RULES_MBT2030_BATTLE_FACE_H

#include <salvo/rules.h>

extern const salvo_battle_face MBT_BATTLE_FACE;

#endif
