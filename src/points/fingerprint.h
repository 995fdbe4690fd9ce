/* A fingerprint of what decides a battle, taken before it is compiled. */
#ifndef SALVO_POINTS_FINGERPRINT_H
#define SALVO_POINTS_FINGERPRINT_H

#include "fight/battle_model.h"

/* Battles with equal fingerprints, of two books that are both open, are equal throw by throw. 0 where that is not
 * known: for rulesets whose elements throw at the end of a turn, become worn or are stopped. Fires that differ only in
 * the addresses of what they look up have different fingerprints. */
uint64_t fingerprint(const battle_model *e);

#endif
