/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best hand against a player with known habits. It is not in the book, but follows from its results. */
#ifndef SALVO_RULES_MBT2030_BEST_HAND_H
#define SALVO_RULES_MBT2030_BEST_HAND_H

#include <salvo/rules.h>

extern const salvo_procedure MBT_BEST_HAND;

#endif
