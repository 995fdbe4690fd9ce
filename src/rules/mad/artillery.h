/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-15 to MAD-17: what is under the template of an artillery attack, and the effect on it. */
#ifndef SALVO_RULES_MAD_ARTILLERY_H
#define SALVO_RULES_MAD_ARTILLERY_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_ARTILLERY_COVERAGE;
extern const salvo_procedure MAD_ARTILLERY_HIT;
extern const salvo_procedure MAD_ARTILLERY_ATTACK;

#endif
