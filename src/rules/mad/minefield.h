/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-11 and MAD-12: crossing one block of mines, and several. */
#ifndef SALVO_RULES_MAD_MINEFIELD_H
#define SALVO_RULES_MAD_MINEFIELD_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_MINEFIELD;
extern const salvo_procedure MAD_MINEFIELD_CROSSING;

#endif
