/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The deck that activates units (To Begin With, The Sequence of the Game). */
#ifndef SALVO_RULES_ROOKIE_CARDS_H
#define SALVO_RULES_ROOKIE_CARDS_H

#include <salvo/rules.h>

extern const salvo_procedure ROOKIE_ACTIVATION, ROOKIE_OPENING_RUN;

#endif
