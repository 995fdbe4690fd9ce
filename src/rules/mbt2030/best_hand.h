/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hand to show against a player whose habits are known. Not of the book: it follows from its results. */
#ifndef SALVO_RULES_MBT2030_BEST_HAND_H
#define SALVO_RULES_MBT2030_BEST_HAND_H

#include <salvo/rules.h>

extern const salvo_procedure MBT_BEST_HAND;

#endif
