/* What decides a battle that was made ready, before it is compiled. */
#ifndef SALVO_POINTS_FINGERPRINT_H
#define SALVO_POINTS_FINGERPRINT_H

#include "fight/battle_model.h"

/* Battles with equal prints, of two books that are both open, are equal throw by throw; 0 where that is not known: of
 * rulesets whose elements throw at the end of a turn, are worn or are stopped. Fires that differ in no more than where they
 * look something up have different prints. */
uint64_t fingerprint(const battle_model *e);

#endif
