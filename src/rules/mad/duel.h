/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAD-05: a duel of two listed elements. */
#ifndef SALVO_RULES_MAD_DUEL_H
#define SALVO_RULES_MAD_DUEL_H

#include <salvo/rules.h>

extern const salvo_procedure MAD_DUEL;
extern const salvo_duel_adapter MAD_DUEL_ADAPTER;

#endif
